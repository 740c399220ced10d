#!/usr/bin/env python3
"""Prints how well search does on all development sets, as the table in docs/design-notes.md.

    tools/measure_search.py TALLY DATA [--weights search.json] [--only PART]

TALLY: the built program. DATA: a folder with retrieval/, cerebro/ and tickets/ as its README says.
PART: a part of the names of the sets to ask. Beside each set's figures stands what plain BM25 over
everything a table says has there by that README.
"""
import collections
import gzip
import json
import os
import subprocess
import sys
import tempfile

RANKERS = ["bm25f", "overlap", "rrf", "linear"]
# all@10 of plain BM25, from the README of the data.
PLAIN = {"spider_dev_union": 0.92, "spider_dev_union/syn": 0.57, "spider_union": 0.81, "spider_union/syn": 0.39,
         "bird_dev_union": 0.87, "bird_union": 0.75, "ambidb_union": 0.14, "fiben": 0.00, "defog_union": 0.93}


def read_lines(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def set_name(question, wide):
    if not wide:
        return question["dataset"]
    return question["db"] + ("/syn" if question["dataset"] == "spider_syn" else "")


def question_sets(data):
    """-> {set: (catalog file, its questions)}"""
    sets = {}
    for wide in ("wide_", ""):
        catalog = f"{data}/retrieval/catalogs{'_wide' if wide else ''}.jsonl.gz"
        for question in read_lines(f"{data}/retrieval/questions_{wide}dev.jsonl.gz"):
            sets.setdefault(set_name(question, wide), (catalog, []))[1].append(question)
    for catalog, queries in (("april", "eval12"), ("head", "eval12"), ("head", "eval32")):
        with open(f"{data}/cerebro/{queries}.json", encoding="utf-8") as file:
            sets[f"cerebro {catalog} {queries[4:]}"] = (f"{data}/cerebro/catalog_{catalog}.json.gz", json.load(file))
    return sets


def ask(tally, catalog, questions, folder, options):
    path = os.path.join(folder, "queries.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(question) + "\n" for question in questions)
    command = [tally, "eval", "search", "--catalog", catalog, "--queries", path, "--json", *options]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {one["ranker"]: one for one in json.loads(done.stdout)["rankers"]}


def print_sets(tally, data, folder, options, only):
    print("| set | queries | plain all@10 | " + " | ".join(f"{ranker}: all@10 hit@1 MRR" for ranker in RANKERS) + " |")
    print("|---|---|---|" + "---|" * len(RANKERS))
    sums = collections.Counter()
    for name, (catalog, questions) in question_sets(data).items():
        if only not in name:
            continue
        reports = ask(tally, catalog, questions, folder, ["--ranker", ",".join(RANKERS), *options])
        cells = []
        for ranker in RANKERS:
            figures = reports[ranker]["figures"]
            cells.append("{all@10:.3f} {hit@1:.3f} {mrr:.3f}".format(**figures))
            if not name.startswith("cerebro"):
                sums.update({(ranker, key): figures[key] for key in ("all@10", "hit@1", "mrr")})
                sums[(ranker, "sets")] += 1
        plain = f"{PLAIN[name]:.2f}" if name in PLAIN else ""
        print(f"| {name} | {len(questions)} | {plain} | " + " | ".join(cells) + " |", flush=True)
    if sums:
        cells = [" ".join(f"{sums[(ranker, key)] / sums[(ranker, 'sets')]:.3f}" for key in ("all@10", "hit@1", "mrr"))
                 for ranker in RANKERS]
        print("| mean without cerebro | | | " + " | ".join(cells) + " |")


def main(arguments):
    options, only = [], ""
    while len(arguments) > 2 and arguments[2].startswith("--"):
        option, value = arguments[2:4]
        if option == "--only":
            only = value
        else:
            options += [option, value]
        arguments = arguments[:2] + arguments[4:]
    if len(arguments) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        print_sets(arguments[0], arguments[1], folder, options, only)


if __name__ == "__main__":
    main(sys.argv[1:])
