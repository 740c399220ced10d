#!/usr/bin/env python3
"""What Ctrl-C, kill -9, closed pipes and two at once leave behind: nothing.

    run_interrupts.py TALLY WAREHOUSE_FOLDER

Prints each failure, then "N passed, N failed".
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

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
    workers = children(process.pid)
    time.sleep(0.3)  # let the query start; harmless if it has not
    return process, workers


def interrupt_ends_a_query():
    process, workers = start_runaway()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 130, f"exit code {process.returncode}"
    assert wait_until(lambda: not any(map(alive, workers))), "a worker outlived the command"


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
    process.wait(timeout=40)
    assert process.returncode >= 0, f"died of signal {-process.returncode}"


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
    passed = failed = 0
    for test in (interrupt_ends_a_query, kill_of_the_command_takes_its_workers,
                 kill_of_the_worker_is_an_error_with_a_reason, interrupt_of_a_build_leaves_nothing,
                 a_closed_pipe_is_no_crash, a_full_disk_behind_the_output_is_no_success,
                 two_builds_at_once_both_end_well):
        try:
            test()
            passed += 1
        except (AssertionError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAIL {test.__name__}: {error}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
