# Fuzz targets of whatever reads hostile text: one program a *_fuzz.cc, clang's libFuzzer with ASan and
# UBSan. Only with -DTALLY_FUZZ=ON and clang; `make fuzz` does all of it.
option(TALLY_FUZZ "Build the libFuzzer targets (clang only)" OFF)

# tally_fuzz(name source LINK …)
function(tally_fuzz name source)
  if(NOT TALLY_FUZZ)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} tally_warnings)
  target_compile_definitions(${name} PRIVATE TALLY_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endfunction()
