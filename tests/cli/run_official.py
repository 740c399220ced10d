#!/usr/bin/env python3
"""TPC-DS's and TPC-H's official queries, through the built program, at scale 0.01.

    run_official.py TALLY FOLDER        FOLDER keeps the warehouses for the next time
"""
import json
import pathlib
import subprocess
import sys
import tempfile


def without_data(tally):
    """What is wrong where a benchmark's data cannot be there; None: nothing."""
    with tempfile.TemporaryDirectory(prefix="tally-official-") as folder:
        pathlib.Path(folder, "tpch-0.01").write_text("in the way", encoding="utf-8")
        done = subprocess.run([tally, "exam", "official", "tpch", "--scale", "0.01", "--dir", folder, "--json"],
                              capture_output=True, text=True, timeout=100, check=False)
    if done.returncode != 1:
        return f"exit code {done.returncode} without data: {done.stderr}"
    (board,) = json.loads(done.stdout)
    if board["right"] != 0 or board["queries"] != 22:
        return f"{board['right']} of {board['queries']} right without data"
    marks = {result["mark"] for result in board["results"]}
    return None if marks == {"not run"} else f"marked {marks} without data"


def main():
    tally, folder = sys.argv[1:3]
    done = subprocess.run([tally, "exam", "official", "--scale", "0.01", "--dir", folder, "--json"],
                          capture_output=True, text=True, timeout=500, check=False)
    try:
        boards = json.loads(done.stdout)
    except ValueError:
        sys.exit(f"exit code {done.returncode}: {done.stdout}{done.stderr}")
    passed = failed = 0
    for board in boards:
        for result in board["results"]:
            if result["mark"] == "right":
                passed += 1
                continue
            failed += 1
            print(f"FAIL {board['benchmark']} query {result['number']}: {result['mark']}: {result['reason']}")
    counts = {board["benchmark"]: board["queries"] for board in boards}
    if counts != {"tpcds": 99, "tpch": 22}:
        print(f"FAIL not all queries are there: {counts}")
        failed += 1
    problem = without_data(tally)
    if problem:
        print(f"FAIL {problem}")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(0 if failed == 0 and done.returncode == 0 else 1)


if __name__ == "__main__":
    main()
