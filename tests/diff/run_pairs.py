#!/usr/bin/env python3
"""Every labelled pair through the built program: `tally diff` has to agree with every label.

    run_pairs.py TALLY [--count N] [--seed N]

First the pairs written by hand, then those made by rule (generate_pairs.py, N of them). Prints each
disagreement with its pair, and the counts. Exit code 1 if there is any.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def pairs(arguments):
    for how in (["--cases"], ["--seed", str(arguments.seed), "--count", str(arguments.count)]):
        done = subprocess.run([sys.executable, str(HERE / "generate_pairs.py"), *how], capture_output=True,
                              text=True, check=True)
        for line in done.stdout.splitlines():
            # The tables as they stand in the line: Python's numbers would lose digits.
            yield line, json.loads(line, parse_float=str, parse_int=str)


def raw_tables(line):
    """The texts of reference and answers within the line."""
    decoder = json.JSONDecoder(parse_float=RawNumber, parse_int=RawNumber)
    pair = decoder.decode(line)
    return pair["reference"], pair.get("answers") or [pair["answer"]]


class RawNumber(str):
    pass


def text_of(value):
    if isinstance(value, RawNumber):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {text_of(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(text_of(v) for v in value) + "]"
    return json.dumps(value)


def judged(tally, line, pair):
    reference, answers = raw_tables(line)
    with tempfile.TemporaryDirectory(prefix="tally-pair-") as folder:
        pathlib.Path(folder, "reference.json").write_text(text_of(reference), encoding="utf-8")
        pathlib.Path(folder, "answer.jsonl").write_text("\n".join(text_of(a) for a in answers),
                                                        encoding="utf-8")
        command = [tally, "diff", "reference.json", "answer.jsonl", "--json"]
        if pair["ordered"]:
            command.append("--ordered")
        if pair.get("places"):
            command += ["--places", ",".join(f"{k}={v}" for k, v in pair["places"].items())]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"verdict": "failed", "near_miss": None, "reason": done.stderr}


def disagreement(found, pair):
    undecided = found["verdict"] == "undecided" and pair.get("undecided") == "allowed"
    if found["verdict"] != pair["label"] and not undecided:
        return f"labelled {pair['label']}, judged {found['verdict']}"
    near = pair.get("near_miss")
    if near != "any" and not undecided and found["near_miss"] != near:
        return f"near miss labelled {near}, judged {found['near_miss']}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tally")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tally = str(pathlib.Path(arguments.tally).resolve())
    all_pairs = list(pairs(arguments))
    if len(all_pairs) < arguments.count:
        sys.exit(f"only {len(all_pairs)} pairs were made")
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        verdicts = pool.map(lambda item: judged(tally, *item), all_pairs)
        for (line, pair), found in zip(all_pairs, verdicts):
            problem = disagreement(found, pair)
            if problem:
                wrong += 1
                print(f"FAIL {pair['id']}: {problem} ({found.get('reason')})\n     {line[:600]}")
    print(f"{len(all_pairs) - wrong} passed, {wrong} failed")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
