#!/usr/bin/env python3
"""Black-box cases over the built program.

    run_cases.py TALLY CASES_FOLDER WAREHOUSE_FOLDER [NAME_PART]

A *.case file holds cases separated by a line "---":
    # name: what it shows
    env: NAME=VALUE            (optional, repeatable)
    file: NAME                 (optional) the indented lines below become a file in the scratch folder
      content
    copy: FROM TO [BYTES]      (optional) FROM, or its first BYTES bytes, becomes a file of the scratch folder
    first: search order        (optional, repeatable) run before it; must exit 0
    run: -C {warehouse} ask "top 3"      (shell words; {warehouse}, {model} (of that warehouse), {scratch}, {tally},
                                          {mini} (the dbt project of tests/dbt) are filled in)
    stdin: text                (optional)
    exit: 0
    stdout: text that must occur         (repeatable; also stderr:, no-stdout:, no-stderr:)
    stderr-count: 1 text       (occurs so many times)
    json: outcome = "answer"             (path = JSON value; path like table.rows.0.1, or path # count)
Each case runs in an empty scratch folder of its own.
"""
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

MINI = str(pathlib.Path(__file__).resolve().parent.parent / "dbt" / "mini")  # a dbt project
CHECKS = ("stdout", "stderr", "no-stdout", "no-stderr", "stderr-count", "json")


def read_cases(path):
    cases, case, open_file = [], None, None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() + ["---"], 1):
        if line.strip() == "---":
            if case:
                for need in ("name", "run", "exit"):
                    if need not in case:
                        raise SystemExit(f"{path}:{number}: case without {need}:")
                cases.append(case)
            case, open_file = None, None
            continue
        if case is None:
            case = {"checks": [], "env": {}, "files": {}, "copies": [], "first": [], "where": f"{path.name}:{number}"}
        if open_file and (line.startswith("  ") or not line.strip()):
            case["files"][open_file] += line[2:] + "\n"
            continue
        if not line.strip():
            continue
        key, _, value = line.lstrip("# ").partition(":")
        key, value = key.strip(), value.strip()
        open_file = None
        if key in ("name", "run", "exit", "stdin"):
            case[key] = value
        elif key == "first":
            case["first"].append(value)
        elif key == "env":
            name, _, content = value.partition("=")
            case["env"][name] = content
        elif key == "copy":
            case["copies"].append(value.split())
        elif key == "file":
            open_file = value
            case["files"][value] = ""
        elif key in CHECKS:
            case["checks"].append((key, value))
        elif not line.startswith("#"):
            raise SystemExit(f"{path}:{number}: unknown key {key!r}")
    return cases


def at_path(value, path):
    for part in path.split("."):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def json_wrong(check, stdout):
    try:
        document = json.loads(stdout)
        if "#" in check:
            path, _, count = check.partition("#")
            found = len(at_path(document, path.strip()) if path.strip() else document)
            return None if found == int(count) else f"{path.strip()} has {found} entries"
        path, _, expected = check.partition("=")
        found = at_path(document, path.strip())
        return None if found == json.loads(expected) else f"{path.strip()} is {json.dumps(found)}"
    except (ValueError, KeyError, IndexError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


def wrong_in(case, done):
    found = []
    if done.returncode != int(case["exit"]):
        found.append(f"exit code {done.returncode}, expected {case['exit']}")
    texts = {"stdout": done.stdout, "stderr": done.stderr}
    for kind, value in case["checks"]:
        if kind == "json":
            problem = json_wrong(value, done.stdout)
            if problem:
                found.append(f"json {value}: {problem}")
        elif kind == "stderr-count":
            count, _, text = value.partition(" ")
            if done.stderr.count(text) != int(count):
                found.append(f"stderr has {text!r} {done.stderr.count(text)} times, not {count}")
        elif kind.startswith("no-") and value in texts[kind[3:]]:
            found.append(f"{kind[3:]} contains {value!r}")
        elif not kind.startswith("no-") and value not in texts[kind]:
            found.append(f"{kind} lacks {value!r}")
    return found


def model_of(warehouse):
    for line in pathlib.Path(warehouse, "tally.yml").read_text(encoding="utf-8").splitlines():
        if line.startswith("model:"):
            return os.path.join(warehouse, line.partition(":")[2].strip())
    return ""


def run(case, tally, warehouse):
    with tempfile.TemporaryDirectory(prefix="tally-case-") as scratch:
        def fill(text):
            return (text.replace("{warehouse}", warehouse).replace("{scratch}", scratch)
                    .replace("{tally}", tally).replace("{model}", model_of(warehouse))
                    .replace("{mini}", MINI))
        for source, name, *size in case["copies"]:
            content = pathlib.Path(fill(source)).read_bytes()
            pathlib.Path(scratch, name).write_bytes(content[:int(size[0])] if size else content)
        for name, content in case["files"].items():
            target = pathlib.Path(scratch, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(fill(content), encoding="utf-8")
        environment = {k: v for k, v in os.environ.items() if not k.startswith("TALLY_")}
        environment.update({k: fill(v) for k, v in case["env"].items()})
        for line in case["first"]:
            before = subprocess.run([tally] + shlex.split(fill(line)), cwd=scratch, env=environment, capture_output=True,
                                    text=True, errors="replace", timeout=300, check=False)
            if before.returncode != 0:
                return [f"{line}: exit code {before.returncode}"], before
        done = subprocess.run([tally] + shlex.split(fill(case["run"])), cwd=scratch, env=environment,
                              input=fill(case.get("stdin", "")).encode().decode("unicode_escape"),
                              capture_output=True, text=True, errors="replace", timeout=300, check=False)
        case["checks"] = [(kind, fill(value)) for kind, value in case["checks"]]
        return wrong_in(case, done), done


def main():
    tally, cases, warehouse = (os.path.abspath(p) for p in sys.argv[1:4])
    only = sys.argv[4] if len(sys.argv) > 4 else ""
    passed = failed = 0
    for path in sorted(pathlib.Path(cases).glob("*.case")):
        for case in read_cases(path):
            if only not in case["name"]:
                continue
            wrong, done = run(case, tally, warehouse)
            if not wrong:
                passed += 1
                continue
            failed += 1
            print(f"FAIL {case['where']} {case['name']}: tally {case['run']}")
            for problem in wrong:
                print(f"     {problem}")
            print("     stdout: " + done.stdout[:600].replace("\n", "\n             "))
            print("     stderr: " + done.stderr[:600].replace("\n", "\n             "))
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
