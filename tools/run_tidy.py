#!/usr/bin/env python3
"""Runs clang-tidy-19 over the product sources, two at a time, remembering clean files by content.

The key of a file is a hash of itself, of every header under src/ and of .clang-tidy, so an unchanged
tree costs a second and a changed header looks at everything again.
"""
import concurrent.futures
import hashlib
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = ROOT / "build" / "tidy"


def digest(*parts: bytes) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:32]


def common_key() -> bytes:
    headers = sorted((ROOT / "src").rglob("*.h"))
    return digest((ROOT / ".clang-tidy").read_bytes(), *(h.read_bytes() for h in headers)).encode()


def check(source: pathlib.Path, key: str) -> str:
    marker = CACHE / key
    if marker.exists():
        return ""
    done = subprocess.run(
        ["clang-tidy-19", "-p", str(ROOT / "build" / "release"), "--quiet",
         # The build's flags are GCC's; clang does not know all of them.
         "--extra-arg=-Wno-unknown-warning-option", str(source)],
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
    common = common_key()
    sources = [s for s in sorted((ROOT / "src").rglob("*.cc"))
               if not s.name.endswith(("_test.cc", "_fuzz.cc"))]
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = {pool.submit(check, s, digest(common, s.read_bytes())): s for s in sources}
        for job in concurrent.futures.as_completed(jobs):
            if job.result().strip():
                failures += 1
                print(job.result())
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
