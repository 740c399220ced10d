#!/usr/bin/env python3
"""Adds up what the test programs of a ctest run said, shows the failures, and sets the exit code.

Usage: count_tests.py LAST_TEST_LOG CTEST_OUTPUT CTEST_EXIT_CODE
Each program closes with GoogleTest's summary or with our own line "N passed, N failed".
"""
import re
import sys


def main() -> int:
    last_log, output, code = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with open(output, encoding="utf-8", errors="replace") as file:
        shown = file.read()
    try:
        with open(last_log, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        text = ""
    passed = sum(map(int, re.findall(r"^\[  PASSED  \] (\d+) tests?", text, re.M)))
    failed = sum(map(int, re.findall(r"^\[  FAILED  \] (\d+) tests?, listed below", text, re.M)))
    skipped = sum(map(int, re.findall(r"^\[  SKIPPED \] (\d+) tests?, listed below", text, re.M)))
    for ours in re.finditer(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", text, re.M):
        passed += int(ours[1])
        failed += int(ours[2])
        skipped += int(ours[3] or 0)
    programs = re.search(r"(\d+)% tests passed, (\d+) tests failed out of (\d+)", shown)
    if code != 0:
        print(shown)
        # A program that crashed has no summary, and must still count.
        failed = max(failed, int(programs[2]) if programs else 1)
    if skipped:
        for name in sorted(set(re.findall(r"^\[  SKIPPED \] (\S+\.\S+)", text, re.M))):
            print(f"skipped: {name}")
    for line in re.findall(r"^known to fail: .*", text, re.M):
        print(line)
    if passed + failed == 0:
        print("error: no test ran")
        return 1
    print(f"{programs[3] if programs else '?'} test programs")
    tail = f", {skipped} skipped" if skipped else ""
    summary = f"{passed} passed, {failed} failed{tail}"
    print(summary)
    with open("build/test-summary.txt", "w", encoding="utf-8") as file:
        file.write(summary + "\n")
    return 0 if code == 0 and failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
