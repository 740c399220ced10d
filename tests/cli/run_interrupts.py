#!/usr/bin/env python3
"""What Ctrl-C, kill -9, closed pipes, full disks, two at once and a replaced database leave behind: nothing.

    run_interrupts.py TALLY WAREHOUSE_FOLDER

Prints each failure, then "N passed, N failed".
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from runner import run_all

TALLY, WAREHOUSE = (os.path.abspath(p) for p in sys.argv[1:3])
RUNAWAY = "SELECT count(*) FROM shipment a, shipment b, shipment c WHERE a.shipment_id + b.shipment_id > c.shipment_id"


def children(pid):
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and int(stat_of(entry.name)[1]) == pid:
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def stat_of(pid):
    """State, parent, … of /proc/PID/stat: what follows the program's name."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        return file.read().rsplit(")", 1)[1].split()


def alive(pid):
    try:
        return stat_of(pid)[0] != "Z"
    except OSError:
        return False


def wait_until(condition, seconds=20):
    """Waits for something that must come to pass; the limit only ends a broken run."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def start_runaway():
    process = subprocess.Popen([TALLY, "-C", WAREHOUSE, "sql", RUNAWAY], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    assert wait_until(lambda: children(process.pid)), "no worker was started"
    # Only a query works for a second; a worker that is still starting dies of other reasons.
    assert wait_until(lambda: any(map(works, children(process.pid))), 60), "the query never ran"
    return process, children(process.pid)


def works(pid):
    """Whether the process has computed for a second."""
    try:
        stat = stat_of(pid)
    except OSError:
        return False
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK") >= 1


def demo_of(script, model, folder, name="own"):
    """A warehouse of one's own, built from `script` with `model` by tally demo; its folder."""
    recipe = pathlib.Path(folder, "data", "warehouses", name)
    recipe.mkdir(parents=True)
    recipe.joinpath("warehouse.sql").write_text(script, encoding="utf-8")
    recipe.joinpath("model.ossie.yml").write_text(model, encoding="utf-8")
    built = os.path.join(folder, name)
    done = subprocess.run([TALLY, "demo", name, "--dir", built], capture_output=True, check=False,
                          env=os.environ | {"TALLY_DATA_DIR": os.path.join(folder, "data")})
    assert done.returncode == 0, done.stderr
    return built


def model_of(table, counted, metric, field=""):
    def column(name):
        return f"{{name: {name}, expression: {{dialects: [{{dialect: ANSI_SQL, expression: {name}}}]}}, datatype: "
    fields = f"""
          - {column(counted)}Integer}}"""
    if field:
        fields += f"""
          - {column(field)}String, dimension: {{}}}}"""
    return f"""version: "0.2.0.dev0"
semantic_model:
  - name: own
    datasets:
      - name: {table}
        source: {table}
        fields:{fields}
    metrics:
      - name: {metric}
        expression: {{dialects: [{{dialect: ANSI_SQL, expression: COUNT({table}.{counted})}}]}}
"""


ENDLESS = """CREATE TABLE bead AS SELECT i FROM range(100000) r(i);
CREATE VIEW necklace AS SELECT a.i FROM bead a, bead b, bead c WHERE a.i + b.i > c.i;
"""


def interrupted(command, number, wanted=130):
    """The command, interrupted while its query runs; what it said."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert wait_until(lambda: children(process.pid)), "no worker was started"
    workers = children(process.pid)
    time.sleep(0.5)  # let the query start; harmless if it has not
    process.send_signal(number)
    out, errors = process.communicate(timeout=20)
    assert process.returncode == wanted, f"exit code {process.returncode}: {errors}"
    assert wait_until(lambda: not any(map(alive, workers))), "a worker outlived the command"
    return out.decode(), errors.decode()


def interrupt_ends_a_query():
    for number in (signal.SIGINT, signal.SIGTERM):
        out, errors = interrupted([TALLY, "-C", WAREHOUSE, "sql", RUNAWAY], number)
        assert "cancelled" in errors and not out, (out, errors)
    out, _ = interrupted([TALLY, "-C", WAREHOUSE, "sql", "--json", RUNAWAY], signal.SIGINT)
    assert json.loads(out)["error"]["code"] == "cancelled", out


def interrupt_ends_a_question():
    with tempfile.TemporaryDirectory() as folder:
        built = demo_of(ENDLESS, model_of("necklace", "i", "knots"), folder)
        ask = [TALLY, "-C", built, "ask", "how many knots", "--deadline", "60s"]
        for number in (signal.SIGINT, signal.SIGTERM):
            out, errors = interrupted(ask, number)
            assert "cancelled" in out + errors, (out, errors)
        out, _ = interrupted(ask + ["--json"], signal.SIGINT)
        assert json.loads(out)["outcome"] == "failed", out
        assert not list(pathlib.Path(built).rglob("*.tmp"))


def interrupt_ends_a_doctor():
    with tempfile.TemporaryDirectory() as folder:
        built = demo_of(ENDLESS.replace("SELECT a.i ", "SELECT a.i, 'x' || a.i AS label "),
                        model_of("necklace", "i", "knots", "label"), folder)
        doctor = [TALLY, "-C", built, "doctor", "--deadline", "60s"]
        out, _ = interrupted(doctor, signal.SIGINT)
        assert "ok   workers" in out, out


def a_signal_while_the_program_ends_harms_nothing():
    for pause in range(40):
        process = subprocess.Popen([TALLY, "-C", WAREHOUSE, "sql", "SELECT 42"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        out = process.stdout.readline()
        time.sleep(pause / 4000)
        process.send_signal(signal.SIGTERM)
        rest, errors = process.communicate(timeout=20)
        assert process.returncode == 0, f"exit code {process.returncode}: {errors}"
        assert b"42" in out + rest, out + rest


LABELS = model_of("item", "id", "pieces", "label")


def a_database_replaced_meanwhile_is_never_half_asked():
    """alpha is in the one database and not in the other: 3 pieces, or no such thing, never 0."""
    with tempfile.TemporaryDirectory() as folder:
        one = demo_of("CREATE TABLE item AS SELECT * FROM (VALUES (1, 'alpha'), (2, 'alpha'), (3, 'alpha'), "
                      "(4, 'gamma')) v(id, label);\n", LABELS, os.path.join(folder, "1"))
        two = demo_of("CREATE TABLE item AS SELECT 'beta' AS label, i AS id FROM range(5) r(i);\n", LABELS,
                      os.path.join(folder, "2"))
        target, over = (os.path.join(one, name) for name in ("own.duckdb", "next"))
        sources = [os.path.join(folder, "both"), os.path.join(two, "own.duckdb")]
        shutil.copyfile(target, sources[0])
        ended = threading.Event()
        turn = 0

        def flip():
            nonlocal turn
            while not ended.wait(0.01 + turn % 7 * 0.02):
                shutil.copyfile(sources[turn % 2], over)
                os.rename(over, target)
                turn += 1

        flipping = threading.Thread(target=flip)
        flipping.start()
        try:
            for right in (one_question_right, one_query_right):
                until, asked = turn + 4, 0
                # However slowly the replacing goes under load: some of it happens while we ask.
                while asked < 15 or turn < until:
                    right(one)
                    asked += 1
                    assert flipping.is_alive(), "the database is no longer replaced"
        finally:
            ended.set()
            flipping.join()
        for source, wanted in ((sources[0], "alpha"), (sources[1], "beta")):
            shutil.copyfile(source, over)
            os.rename(over, target)
            assert one_question_right(one) == wanted and one_query_right(one) == wanted


def one_question_right(folder):
    done = subprocess.run([TALLY, "-C", folder, "ask", "pieces with label alpha", "--json"], capture_output=True,
                          text=True, check=False)
    answer = json.loads(done.stdout)
    if answer["outcome"] == "failed":
        assert "changed while it was asked" in answer["reason"], answer
        return "changed"
    if answer["outcome"] == "answer":
        assert answer["table"]["rows"] == [[3]], answer
        return "alpha"
    assert answer["outcome"] == "abstain", answer
    return "beta"


def one_query_right(folder):
    done = subprocess.run([TALLY, "-C", folder, "sql", "--json", "SELECT label, max(id), count(*) FROM item "
                           "WHERE label <> 'gamma' GROUP BY label"], capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout)
    if answer["error"]:
        assert "changed while it was asked" in answer["error"]["message"], answer
        return "changed"
    rows = answer["table"]["rows"]
    assert rows in ([["alpha", 3, 3]], [["beta", 4, 5]]), rows
    return rows[0][0]


@contextlib.contextmanager
def small_disk(kibibytes):
    """A file system of so many KiB; None where we may not mount one."""
    with tempfile.TemporaryDirectory() as folder:
        mounted = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tmpfs", folder], capture_output=True,
            check=False).returncode == 0
        try:
            yield folder if mounted else None
        finally:
            if mounted:
                subprocess.run(["umount", folder], check=True)


def a_full_disk_while_building():
    with small_disk(2000) as disk:
        if not disk:
            return "no file system can be mounted here"
        target = os.path.join(disk, "r")
        done = subprocess.run([TALLY, "demo", "railway", "--dir", target], capture_output=True, text=True,
                              check=False)
        assert done.returncode == 4, (done.returncode, done.stderr)
        assert "space" in done.stderr, done.stderr
        left = [str(p) for p in pathlib.Path(disk).rglob("*") if ".duckdb" in p.name or p.name == "tally.yml"]
        assert not left, left
    return None


def a_full_disk_under_the_state_folder():
    with small_disk(64) as disk:
        if not disk:
            return "no file system can be mounted here"
        config = pathlib.Path(WAREHOUSE, "tally.yml").read_text(encoding="utf-8")
        config = config.replace("warehouse: ", f"warehouse: {WAREHOUSE}/")
        pathlib.Path(disk, "tally.yml").write_text(config, encoding="utf-8")
        ballast = pathlib.Path(disk, "ballast")
        ballast.write_bytes(b"x" * 56 * 1024)
        ask = [TALLY, "-C", disk, "ask", "number of shipments", "--json"]
        full = subprocess.run(ask, capture_output=True, text=True, check=False)
        assert full.returncode == 0, full.stdout + full.stderr
        assert "nothing is kept" in full.stderr and "space" in full.stderr, full.stderr
        assert not [p for p in pathlib.Path(disk).rglob("*.tmp")], "half a file"
        ballast.unlink()
        free = subprocess.run(ask, capture_output=True, text=True, check=False)
        rows = [json.loads(done.stdout)["table"]["rows"] for done in (full, free)]
        assert rows[0] == rows[1], rows
    return None


def kill_of_the_command_takes_its_workers():
    process, workers = start_runaway()
    process.kill()
    process.communicate(timeout=20)
    assert wait_until(lambda: not any(map(alive, workers))), "a worker outlived its parent"


def kill_of_the_worker_is_an_error_with_a_reason():
    process, workers = start_runaway()
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    _, errors = process.communicate(timeout=40)
    assert process.returncode == 4, f"exit code {process.returncode}"
    assert b"SIGKILL" in errors, errors


def interrupt_of_a_build_leaves_nothing():
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "d")
        process = subprocess.Popen([TALLY, "demo", "--scale", "1", "--dir", target],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert wait_until(lambda: any(pathlib.Path(folder).rglob("*.duckdb*")) or process.poll()), "no build"
        builders = children(process.pid)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        assert process.returncode == 130, f"exit code {process.returncode}"
        assert wait_until(lambda: not any(map(alive, builders))), "the builder goes on"
        left = [str(p) for p in pathlib.Path(folder).rglob("*") if p.is_file()]
        assert not [p for p in left if ".duckdb" in os.path.basename(p)], left


def a_closed_pipe_is_no_crash():
    process = subprocess.Popen([TALLY, "-C", WAREHOUSE, "sql", "SELECT * FROM range(5000)"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    _, errors = process.communicate(timeout=40)
    assert process.returncode == 141, f"exit code {process.returncode}"
    assert b"error" not in errors, errors


def a_full_disk_behind_the_output_is_no_success():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TALLY, "-C", WAREHOUSE, "sql", "SELECT 1"], stdout=full,
                              stderr=subprocess.PIPE, check=False)
    assert done.returncode == 4, f"exit code {done.returncode}"
    assert b"could not be written" in done.stderr, done.stderr


def two_builds_at_once_both_end_well():
    with tempfile.TemporaryDirectory() as folder:
        command = [TALLY, "demo", "railway", "--dir", os.path.join(folder, "r")]
        both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                for _ in range(2)]
        for process in both:
            _, errors = process.communicate(timeout=120)
            assert process.returncode == 0, errors
        done = subprocess.run([TALLY, "-C", os.path.join(folder, "r"), "sql", "--json", "SELECT 1"],
                              capture_output=True, check=False)
        assert done.returncode == 0, done.stderr


def main():
    return run_all([
        interrupt_ends_a_query, interrupt_ends_a_question, interrupt_ends_a_doctor,
        a_signal_while_the_program_ends_harms_nothing, a_database_replaced_meanwhile_is_never_half_asked,
        a_full_disk_while_building, a_full_disk_under_the_state_folder, kill_of_the_command_takes_its_workers,
        kill_of_the_worker_is_an_error_with_a_reason, interrupt_of_a_build_leaves_nothing,
        a_closed_pipe_is_no_crash, a_full_disk_behind_the_output_is_no_success,
        two_builds_at_once_both_end_well
    ])


if __name__ == "__main__":
    sys.exit(main())
