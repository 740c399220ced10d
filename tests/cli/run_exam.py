#!/usr/bin/env python3
"""A short sitting of the retail exam from drawing to scorecard, and the same sitting once more.

    run_exam.py TALLY WAREHOUSE_FOLDER TARGETS

Prints each failure, then "N passed, N failed".
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TALLY, WAREHOUSE, TARGETS = (os.path.abspath(p) for p in sys.argv[1:4])
COUNT = 40


def exam(*words, code=0):
    done = subprocess.run([TALLY, "-C", WAREHOUSE, "exam", *words], capture_output=True, text=True, timeout=600,
                          check=False)
    assert done.returncode == code, f"exam {' '.join(words)}: exit {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def a_sitting_meets_its_floors(folder):
    exam("sit", "tpcds", "--limit", str(COUNT), "--out", str(folder / "a.jsonl"))
    card = json.loads(exam("report", str(folder / "a.jsonl"), "--json", "--strict", "--targets", TARGETS))
    assert card["scorecards"][0]["figures"]["questions"] == COUNT, "another number of questions"
    assert card["scorecards"][0]["figures"]["failed"] == 0, "a question failed"


def sat_again_nothing_flips(folder):
    exam("sit", "tpcds", "--limit", str(COUNT), "--jobs", "2", "--out", str(folder / "b.jsonl"))
    files = [str(folder / name) for name in ("a.jsonl", "b.jsonl")]
    evidence = json.loads(exam("compare", *files, "--repeat", files[1], "--json"))
    assert evidence["pairs"] == COUNT, evidence
    assert evidence["finding"] == "no evidence of a difference", evidence["finding"]
    assert evidence["recovered"] == [] and evidence["regressed"] == [] and evidence["noise"]["flips"] == 0, evidence


def questions_are_the_same_to_the_byte(_):
    first = exam("show", "tpcds", "--json")
    exam("check", "tpcds", "--jobs", "1")  # drawn anew
    assert exam("show", "tpcds", "--json") == first, "other questions with the same seed"


def main():
    passed = failed = 0
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tally-exam-"))
    for case in (a_sitting_meets_its_floors, sat_again_nothing_flips, questions_are_the_same_to_the_byte):
        try:
            case(folder)
            passed += 1
        except (AssertionError, ValueError, KeyError, OSError) as error:
            failed += 1
            print(f"FAIL {case.__name__}: {error}")
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
