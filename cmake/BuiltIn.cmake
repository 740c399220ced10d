# Libraries that become part of the program: loading and linking them at each start would cost a short
# run of `tally` a millisecond of the fifteen it may take outside the engine (bench/ask_latency.py).

add_library(tally_fmt STATIC ${CMAKE_CURRENT_LIST_DIR}/fmt_library.cc)
add_library(fmt::fmt ALIAS tally_fmt)

# built_in(target archive): a library target that is Debian's archive of it.
function(built_in target archive)
  find_library(${target}_ARCHIVE ${archive} REQUIRED)
  add_library(${target} STATIC IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${${target}_ARCHIVE})
endfunction()
built_in(yaml-cpp libyaml-cpp.a)
built_in(stemmer libstemmer.a)
built_in(zlib libz.a)

# A sanitizer brings its own runtime, which wants the shared one beside it.
function(build_in_runtime target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release")
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endfunction()
