# The pinned DuckDB that tools/fetch_duckdb.sh put under build/third_party.
set(DUCKDB_ROOT ${CMAKE_SOURCE_DIR}/build/third_party/duckdb)
if(NOT EXISTS ${DUCKDB_ROOT}/lib/libduckdb.so)
  message(FATAL_ERROR "DuckDB is not there: run tools/setup.sh (or just make).")
endif()
if(NOT TARGET DuckDB::duckdb)
  add_library(DuckDB::duckdb SHARED IMPORTED)
  set_target_properties(DuckDB::duckdb PROPERTIES
    IMPORTED_LOCATION ${DUCKDB_ROOT}/lib/libduckdb.so
    INTERFACE_INCLUDE_DIRECTORIES ${DUCKDB_ROOT}/include)
endif()
set(DuckDB_FOUND TRUE)
