# One helper per kind of target, so that every folder's CMake file is two lines.

add_library(tally_warnings INTERFACE)
target_compile_options(tally_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow
                       -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual)
# Errors with the compiler we build with; clang (fuzzing) has opinions on libstdc++ itself.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(tally_warnings INTERFACE -Werror)
endif()
# GCC 12 reports these two falsely inside std::string and std::optional once it inlines (GCC bugs
# 105329, 105562); clang-tidy and the sanitizers look for the real ones.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(tally_warnings INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()

# tally_library(name folder-relative DEPENDS … LINK …): every .cc of the current folder except
# *_test.cc, *_fuzz.cc, main.cc and *_main.cc, and those that match EXCLUDE; its tests become one
# program, test_<name>.
function(tally_library name)
  cmake_parse_arguments(ARG "" "EXCLUDE" "DEPENDS;LINK;TEST_LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "(_test|/main|_main|_fuzz)\\.cc$")
  if(ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${ARG_EXCLUDE}")
  endif()
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(sources)
    add_library(tally_${name} STATIC ${sources})
    target_include_directories(tally_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(tally_${name} PUBLIC Threads::Threads PRIVATE tally_warnings ${ARG_LINK})
    set(visibility PUBLIC)
  else()
    add_library(tally_${name} INTERFACE)
    target_include_directories(tally_${name} INTERFACE ${CMAKE_SOURCE_DIR}/src)
    set(visibility INTERFACE)
  endif()
  foreach(dependency ${ARG_DEPENDS})
    target_link_libraries(tally_${name} ${visibility} tally_${dependency})
  endforeach()
  if(tests)
    add_executable(test_${name} ${tests})
    target_compile_definitions(test_${name} PRIVATE TALLY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    target_link_libraries(test_${name} PRIVATE tally_${name} tally_warnings GTest::gtest GTest::gmock
                          GTest::gtest_main ${ARG_TEST_LINK})
    add_test(NAME ${name} COMMAND test_${name})
    # Scratch folders have fixed names: two builds at once must not share them.
    set(scratch ${CMAKE_BINARY_DIR}/scratch/${name}/)
    file(MAKE_DIRECTORY ${scratch})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "TEST_TMPDIR=${scratch}")
  endif()
endfunction()
