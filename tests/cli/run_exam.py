#!/usr/bin/env python3
"""A short sitting of the retail exam from drawing to scorecard, and the same sitting once more.

    run_exam.py TALLY WAREHOUSE_FOLDER TARGETS

Prints each failure, then "N passed, N failed".
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from runner import run_all

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
    evidence = json.loads(exam("compare", *files, "--json"))
    assert evidence["pairs"] == COUNT, evidence
    assert evidence["recovered"] == [] and evidence["regressed"] == [], evidence
    assert evidence["finding"] == "no evidence of a difference", evidence["finding"]


def questions_are_the_same_to_the_byte(_):
    first = exam("show", "tpcds", "--json")
    exam("check", "tpcds", "--jobs", "1")  # drawn anew
    assert exam("show", "tpcds", "--json") == first, "other questions with the same seed"


def main():
    with tempfile.TemporaryDirectory(prefix="tally-exam-") as name:
        def here(case):
            def check():
                case(pathlib.Path(name))
            check.__name__ = case.__name__
            return check
        return run_all(map(here, (
            a_sitting_meets_its_floors, sat_again_nothing_flips, questions_are_the_same_to_the_byte)))


if __name__ == "__main__":
    sys.exit(main())
