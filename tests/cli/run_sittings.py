#!/usr/bin/env python3
"""Sittings that are killed, interrupted and gone on with: nothing is lost, nothing is asked twice.

    run_sittings.py TALLY WAREHOUSE_FOLDER        (the railway)

Prints each failure, then "N passed, N failed".
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from runner import run_all

TALLY, WAREHOUSE = (os.path.abspath(p) for p in sys.argv[1:3])
EXAM = """exam: long
version: 1
warehouse: railway
seed: 1
per_template: 600
templates:
  - id: day
    tier: T1
    split: test
    slots:
      day: {sql: "SELECT DISTINCT booked_on FROM shipment"}
    phrasings: ["shipments booked on {day}", "number of shipments on {day}", "how many shipments on {day}", "{day} shipments"]
    sql: SELECT count(*) FROM shipment WHERE booked_on = {day}
"""


def command(folder, *words):
    return [TALLY, "-C", WAREHOUSE, "exam", "sit", str(folder / "long.yml"), "--split", "test",
            "--out", str(folder / "out.jsonl"), *words]


def run(words, folder):
    environment = {**os.environ, "TALLY_STATE_DIR": str(folder / "state")}
    return subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, env=environment)


def start(folder, *words):
    environment = {**os.environ, "TALLY_STATE_DIR": str(folder / "state")}
    return subprocess.Popen(command(folder, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=environment)


def lines_of(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def stopped_midway(folder, number):
    """Sends the signal once some questions, not all, are answered."""
    process = start(folder)
    end = time.monotonic() + 120
    while lines_of(folder / "out.jsonl") < 20 and time.monotonic() < end and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(number)
    process.communicate(timeout=60)
    return process.returncode


def answers(path):
    """-> id: mark of a whole sitting's file"""
    lines = path.read_text(encoding="utf-8").splitlines()
    parsed = [json.loads(line) for line in lines[1:]]
    assert len({line["id"] for line in parsed}) == len(parsed), "a question is there twice"
    return {line["id"]: line["mark"] for line in parsed}


def reference(folder):
    """The same in one go."""
    path = folder / "out.jsonl"
    done = run(command(folder), folder)
    assert done.returncode == 0, done.stderr
    whole = answers(path)
    assert len(whole) == 600, f"{len(whole)} lines"
    path.unlink()
    return whole


def a_killed_sitting_goes_on(folder):
    whole = reference(folder)
    path = folder / "out.jsonl"
    code = stopped_midway(folder, signal.SIGKILL)
    assert code == -signal.SIGKILL and lines_of(path) < 601, f"not killed midway: {code}, {lines_of(path)} lines"
    before = lines_of(path)
    with path.open("ab") as file:
        file.write(b'{"id":"day-half')
    report = run([TALLY, "exam", "report", str(path), "--json"], folder)
    assert report.returncode == 0 and "is cut in its last line, which is left out" in report.stderr, report.stderr
    assert json.loads(report.stdout)["scorecards"][0]["figures"]["questions"] == before - 1, "another count"
    done = run(command(folder, "--resume", "--json"), folder)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["answered_before"] == before - 1 and said["asked"] == 601 - before, said
    assert answers(path) == whole, "another sitting than in one go"


def an_interrupted_sitting_goes_on(folder):
    whole = reference(folder)
    code = stopped_midway(folder, signal.SIGINT)
    assert code == 130, f"exit code {code}"
    assert lines_of(folder / "out.jsonl") < 601, "not interrupted midway"
    done = run(command(folder, "--resume", "--jobs", "2"), folder)
    assert done.returncode == 0, done.stderr
    assert answers(folder / "out.jsonl") == whole, "another sitting than in one go"


def another_version_is_not_gone_on_with(folder):
    stopped_midway(folder, signal.SIGKILL)
    before = (folder / "out.jsonl").read_bytes()
    (folder / "long.yml").write_text(EXAM.replace("version: 1", "version: 2"), encoding="utf-8")
    done = run(command(folder, "--resume"), folder)
    assert done.returncode == 2, f"exit code {done.returncode}"
    assert "the exam's version was 1, is 2" in done.stderr, done.stderr
    assert (folder / "out.jsonl").read_bytes() == before, "the file was changed"


def a_full_disk_is_told(folder):
    def small_files():
        import resource
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    reference(folder)  # the questions are kept from here
    environment = {**os.environ, "TALLY_STATE_DIR": str(folder / "state")}
    done = subprocess.run(command(folder), capture_output=True, text=True, timeout=300, check=False,
                          env=environment, preexec_fn=small_files)
    assert done.returncode == 4, f"exit code {done.returncode}: {done.stderr}"
    assert "cannot write" in done.stderr and "out.jsonl" in done.stderr, done.stderr
    done = run(command(folder, "--resume"), folder)
    assert done.returncode == 0 and len(answers(folder / "out.jsonl")) == 600, done.stderr


TINY_MODEL = """version: "0.2.0.dev0"
semantic_model:
  - name: tiny
    datasets:
      - name: shipment
        source: shipment
        primary_key: [shipment_id]
        fields:
          - {name: shipment_id, expression: {dialects: [{dialect: ANSI_SQL, expression: shipment_id}]}, datatype: Integer}
    metrics:
      - name: shipments
        expression: {dialects: [{dialect: ANSI_SQL, expression: COUNT(shipment.shipment_id)}]}
"""


def a_revision_is_kept_or_reverted(folder):
    model = next(line.partition(":")[2].strip() for line in
                 pathlib.Path(WAREHOUSE, "tally.yml").read_text(encoding="utf-8").splitlines()
                 if line.startswith("model:"))
    model = os.path.join(WAREHOUSE, model)
    (folder / "tiny.yml").write_text(TINY_MODEL, encoding="utf-8")
    settings = folder / "tally.yml"
    settings.write_text(f"# written by tally demo; remove\nwarehouse: {WAREHOUSE}/railway.duckdb\n"
                        "# mine\nmodel: tiny.yml\nlimits: {rows: 500}\n", encoding="utf-8")

    def revise(model_file):
        return run([TALLY, "-C", str(folder), "exam", "revise", "railway_smoke", "--set", f"model={model_file}"], folder)
    better = revise(model)
    assert better.returncode == 0 and "  kept " in better.stdout, better.stdout + better.stderr
    kept = settings.read_text(encoding="utf-8")
    assert kept == (f"warehouse: {WAREHOUSE}/railway.duckdb\n# mine\nmodel: {model}\nlimits: {{rows: 500}}\n"), kept
    worse = revise(folder / "tiny.yml")
    assert worse.returncode == 1 and "reverted" in worse.stdout, worse.stdout + worse.stderr
    assert settings.read_text(encoding="utf-8") == kept, "a reverted change was kept"
    assert len(list((folder / "state" / "sittings").iterdir())) == 3, "the kept settings were sat again"
    story = run([TALLY, "-C", str(folder), "exam", "revise", "--ledger"], folder)
    assert story.stdout == better.stdout + worse.stdout, story.stdout
    other = run([TALLY, "-C", str(folder), "exam", "revise", "railway_smoke", "--set", "rows=7"], folder)
    assert other.returncode == 2 and 'did you mean "limits.rows"?' in other.stderr, other.stderr
    # Few rows cut answers, but never the right answers that they are compared with.
    fewer = run([TALLY, "-C", str(folder), "exam", "revise", "railway_smoke", "--set", "limits.rows=1"], folder)
    assert fewer.returncode == 1 and "reverted" in fewer.stdout, fewer.stdout + fewer.stderr
    assert settings.read_text(encoding="utf-8") == kept, "a reverted limit was kept"


def in_own_folder(case):
    def check():
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tally-sitting-"))
        try:
            (folder / "long.yml").write_text(EXAM, encoding="utf-8")
            case(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    check.__name__ = case.__name__
    return check


def main():
    return run_all(map(in_own_folder, (
        a_killed_sitting_goes_on, an_interrupted_sitting_goes_on, another_version_is_not_gone_on_with,
        a_full_disk_is_told, a_revision_is_kept_or_reverted)))


if __name__ == "__main__":
    sys.exit(main())
