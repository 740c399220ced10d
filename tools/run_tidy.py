#!/usr/bin/env python3
"""Runs clang-tidy-19 over the product sources, two at a time, remembering clean files by content.

The key of a file is a hash of itself, of every header of ours that it reads and of .clang-tidy: an
unchanged tree costs a second, a changed file only itself and what includes it.
"""
import concurrent.futures
import functools
import hashlib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = ROOT / "build" / "tidy"


def digest(*parts: bytes) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:32]


INCLUDE = re.compile(rb'^#include "([^"]+)"', re.M)


@functools.lru_cache(maxsize=None)
def included(path: pathlib.Path) -> frozenset:
    """The headers of ours that a file reads, directly or not."""
    found = set()
    for name in INCLUDE.findall(path.read_bytes()):
        header = ROOT / "src" / name.decode()
        if header.exists() and header != path:
            found.add(header)
            found |= included(header)
    return frozenset(found)


def key_of(source: pathlib.Path) -> str:
    parts = [(ROOT / ".clang-tidy").read_bytes(), source.read_bytes()]
    return digest(*parts, *(header.read_bytes() for header in sorted(included(source))))


def check(source: pathlib.Path, key: str) -> str:
    marker = CACHE / key
    if marker.exists():
        return ""
    done = subprocess.run(
        ["clang-tidy-19", "-p", str(ROOT / "build" / "release"), "--quiet",
         # The build's flags are GCC's; clang does not know all of them.
         "--extra-arg=-Wno-unknown-warning-option",
         # libstdc++ 12 uses its own deprecated std::get_temporary_buffer in stable_sort.
         "--extra-arg=-Wno-deprecated-declarations", str(source)],
        capture_output=True, text=True, check=False)
    if done.returncode == 0:
        marker.touch()
        return ""
    return done.stdout + "\n".join(line for line in done.stderr.splitlines() if "error" in line)


def main() -> int:
    if not (ROOT / "build" / "release" / "compile_commands.json").exists():
        print("  build/release is not configured: run make build first")
        return 1
    CACHE.mkdir(parents=True, exist_ok=True)
    sources = [s for s in sorted((ROOT / "src").rglob("*.cc"))
               if not s.name.endswith(("_test.cc", "_fuzz.cc"))]
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = {pool.submit(check, s, key_of(s)): s for s in sources}
        for job in concurrent.futures.as_completed(jobs):
            if job.result().strip():
                failures += 1
                print(job.result())
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
