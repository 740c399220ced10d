#pragma once
// What a worker does to itself before it touches a database. Worker side only.
//
// No Landlock and no seccomp yet: the locked connection already denies files and network to SQL,
// and both bind per thread and per kernel version. They belong here, before the database is opened.

#include <cstdint>

namespace tally::engine::duckdb {

// Dies with its parent, dumps no core, gains no privilege, leaves the processor to its parent, and
// goes first when the machine runs out of memory. False: the parent is gone already.
bool confine(int parent_pid);

// Bytes of address space beyond what is mapped now (the program and the DuckDB library). No effect
// under a sanitizer, whose shadow memory alone is larger.
void limit_address_space(uint64_t bytes);

// Ends the process when the other side of `socket` closes, whatever the main thread is doing. The
// death signal does the same; this holds where that is not delivered (the spawning thread ended
// first).
void watch_parent(int socket);

}  // namespace tally::engine::duckdb
