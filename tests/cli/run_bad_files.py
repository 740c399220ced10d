#!/usr/bin/env python3
"""A warehouse file that cannot be used, or a folder that cannot be written: what every command says and returns.

    run_bad_files.py TALLY WAREHOUSE_FOLDER

Each state of the file is met by ask, sql, request and doctor. Prints each failure, then "N passed, N failed".
"""
import contextlib
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

from runner import run_all

TALLY, WAREHOUSE = (os.path.abspath(p) for p in sys.argv[1:3])
DATABASE = pathlib.Path(WAREHOUSE, "railway.duckdb")
REQUEST = '{"metrics": ["shipments"]}'
COMMANDS = {
    "ask": ["ask", "number of shipments"],
    "sql": ["sql", "SELECT count(*) FROM shipment"],
    "request": ["request", "request.json"],
    "doctor": ["doctor"],
}
OUTSIDE, WRONG = 4, 1


@contextlib.contextmanager
def folder_with(content):
    """A folder with settings, the railway's model, a request, and a database file of these bytes (None: no file)."""
    with tempfile.TemporaryDirectory(prefix="tally-bad-") as folder:
        os.chmod(folder, 0o755)
        config = pathlib.Path(WAREHOUSE, "tally.yml").read_text(encoding="utf-8").splitlines()
        model = next(line.partition(":")[2].strip() for line in config if line.startswith("model:"))
        shutil.copy(os.path.join(WAREHOUSE, model), os.path.join(folder, "m.yml"))
        pathlib.Path(folder, "tally.yml").write_text("warehouse: w.duckdb\nmodel: m.yml\n", encoding="utf-8")
        pathlib.Path(folder, "request.json").write_text(REQUEST, encoding="utf-8")
        if content is not None:
            pathlib.Path(folder, "w.duckdb").write_bytes(content)
        yield folder


def run(folder, command, prefix=()):
    done = subprocess.run([*prefix, TALLY, *command], cwd=folder, capture_output=True, text=True, errors="replace",
                          timeout=120, check=False)
    return done.returncode, done.stdout + done.stderr


def every_command_says(folder, *phrases):
    """Outside failure for what asks, a failed check for doctor; thing, reason and way out in the text."""
    for name, command in COMMANDS.items():
        code, text = run(folder, command)
        wanted = WRONG if name == "doctor" else OUTSIDE
        assert code == wanted, f"{name}: exit code {code}, not {wanted}: {text}"
        for phrase in (os.path.join(folder, "w.duckdb"), *phrases):
            assert phrase in text, f"{name} does not say {phrase!r}: {text}"


def every_command_answers(folder, prefix=()):
    texts = {}
    for name, command in COMMANDS.items():
        code, texts[name] = run(folder, command, prefix)
        if name != "doctor":
            assert code == 0, f"{name}: exit code {code}: {texts[name]}"
    return texts


def a_missing_database():
    with folder_with(None) as folder:
        every_command_says(folder, "does not exist", "check the warehouse's path in tally.yml")
        assert not os.path.exists(os.path.join(folder, "w.duckdb")), "a database was made"


def a_database_cut_in_its_header():
    with folder_with(DATABASE.read_bytes()[:3000]) as folder:
        every_command_says(folder, "is cut short: it ends after 3000 bytes", "fetch or build the file again")


def an_empty_file():
    with folder_with(b"") as folder:
        every_command_says(folder, "is empty")


def files_of_other_kinds():
    for content, kind in ((b"SQLite format 3\0" + bytes(8000), "SQLite"), (b"PAR1" + bytes(8000), "Parquet"),
                          (b"id,name\n1,a\n" * 800, "not a DuckDB database")):
        with folder_with(content) as folder:
            every_command_says(folder, kind, "not a DuckDB database")


def checksum(data):
    """DuckDB's own, over a header: a version that it believes, and not a damage."""
    mask, state = (1 << 64) - 1, 5381
    for (word,) in struct.iter_unpack("<Q", data):
        state ^= (word * 0xBF58476D1CE4E5B9) & mask
    return state


def a_newer_storage_format():
    content = bytearray(DATABASE.read_bytes())
    content[12:20] = struct.pack("<Q", 99)
    content[:8] = struct.pack("<Q", checksum(bytes(content[8:4096])))
    with folder_with(bytes(content)) as folder:
        every_command_says(folder, "storage version 99; this program reads", "copy it with that DuckDB")


HOLD = """import fcntl, sys
file = open(sys.argv[1], "r+b")
fcntl.lockf(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


def a_database_that_another_process_writes_to():
    """The lock is the one that DuckDB takes for writing: fcntl's, over the whole file."""
    with folder_with(DATABASE.read_bytes()) as folder:
        writer = subprocess.Popen([sys.executable, "-c", HOLD, os.path.join(folder, "w.duckdb")],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert writer.stdout.readline() == b"held\n"
        try:
            every_command_says(folder, f"is being written to by process {writer.pid}")
        finally:
            writer.communicate(timeout=20)
        every_command_answers(folder)


def a_write_ahead_log_of_garbage():
    with folder_with(DATABASE.read_bytes()) as folder:
        log = pathlib.Path(folder, "w.duckdb.wal")
        log.write_bytes(b"this is no log\n" * 20)
        for name, text in every_command_answers(folder).items():
            if name in ("ask", "sql", "doctor"):
                assert f"{log} is no write-ahead log and is left out" in text, f"{name}: {text}"
        assert log.read_bytes() == b"this is no log\n" * 20, "the log was touched"


def a_database_that_may_not_be_read():
    nobody = as_nobody()
    if not nobody:
        return "not root, or no setpriv"
    with folder_with(DATABASE.read_bytes()) as folder:
        os.chmod(os.path.join(folder, "w.duckdb"), 0)
        for name, command in COMMANDS.items():
            code, text = run(folder, command, nobody)
            assert code == (WRONG if name == "doctor" else OUTSIDE), f"{name}: exit code {code}: {text}"
            assert "Permission denied" in text and "read permission" in text, f"{name}: {text}"
    return None


def a_folder_that_may_not_be_written():
    """Answers come; what could not be kept is said, and how to keep it."""
    nobody = as_nobody()
    if not nobody:
        return "not root, or no setpriv"
    with folder_with(DATABASE.read_bytes()) as folder:
        texts = every_command_answers(folder, nobody)
        for name in ("ask", "request", "sql"):
            assert "make it writable, or set TALLY_STATE_DIR" in texts[name], f"{name}: {texts[name]}"
        assert "FAIL state" in texts["doctor"], texts["doctor"]
        assert not os.path.exists(os.path.join(folder, ".tally"))
    return None


def as_nobody():
    """The words that run a command without our rights; none if the program cannot be reached that way."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        return None
    words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all", "--bounding-set=-all"]
    reached = subprocess.run([*words, TALLY, "--version"], capture_output=True, check=False).returncode == 0
    return words if reached else None


def a_limit_on_the_size_of_files():
    """What a full disk does where none can be mounted: nothing can be kept, and the answer is the same."""
    def limited(command):
        return subprocess.run(["bash", "-c", 'ulimit -f 1; exec "$@"', "bash", TALLY, *command], cwd=folder,
                              capture_output=True, text=True, check=False, timeout=120)

    with folder_with(DATABASE.read_bytes()) as folder:
        full = limited(["ask", "number of shipments", "--json"])
        assert full.returncode == 0, (full.returncode, full.stdout, full.stderr)
        assert "nothing is kept" in full.stderr, full.stderr
        free = subprocess.run([TALLY, "ask", "number of shipments", "--json"], cwd=folder, capture_output=True,
                              text=True, check=False)
        rows = [json.loads(done.stdout)["table"]["rows"] for done in (full, free)]
        assert rows[0] == rows[1], rows
        assert not list(pathlib.Path(folder).rglob("*.tmp")), "half a file"


def main():
    return run_all([
        a_missing_database, a_database_cut_in_its_header, an_empty_file, files_of_other_kinds,
        a_newer_storage_format, a_database_that_another_process_writes_to, a_write_ahead_log_of_garbage,
        a_database_that_may_not_be_read, a_folder_that_may_not_be_written, a_limit_on_the_size_of_files
    ])


if __name__ == "__main__":
    sys.exit(main())
