#!/usr/bin/env python3
"""Counts the tables that tickets need and search does not find, as the README of the data says.

    tools/measure_tickets.py TALLY DATA [--weights search.json]

A ticket's candidates are the ten best of its title and text in its project's snapshot, without what
is hidden and with the descriptions from before; then also what the models that it names read.
"""
import collections
import copy
import gzip
import json
import os
import subprocess
import sys
import tempfile

RANKERS = ("bm25f", "linear")


def read(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def catalog_before(snapshot, ticket):
    catalog = copy.deepcopy(snapshot)
    hidden = set(ticket["hide"])
    for section in ("models", "sources", "seeds", "snapshots"):
        kept = []
        for entry in catalog.get(section) or []:
            names = {entry.get("name"), entry.get("id"), f"{entry.get('source_name') or entry.get('source')}.{entry.get('name')}"}
            if names & hidden:
                continue
            before = ticket["docs_before"].get(entry.get("name"))
            if before:
                entry.update(before)
            kept.append(entry)
        catalog[section] = kept
    return catalog


def ranking(tally, catalog, ticket, ranker, folder, options):
    paths = [os.path.join(folder, name) for name in ("catalog.json", "query.jsonl", "run.jsonl")]
    with open(paths[0], "w", encoding="utf-8") as file:
        json.dump(catalog, file)
    with open(paths[1], "w", encoding="utf-8") as file:
        file.write(json.dumps({"qid": ticket["id"], "query": ticket["title"] + "\n" + (ticket["body"] or "")}) + "\n")
    subprocess.run([tally, "eval", "search", "--catalog", paths[0], "--queries", paths[1], "--out", paths[2], "--ranker",
                    ranker, *options], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(paths[2], encoding="utf-8") as file:
        return json.loads(file.readline())["ranking"]


def main(tally, data, options):
    with gzip.open(f"{data}/tickets/tickets_dev.jsonl.gz", "rt", encoding="utf-8") as file:
        tickets = [json.loads(line) for line in file]
    snapshots, counts = {}, collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for ticket in tickets:
            name = ticket["snapshot"]
            if name not in snapshots:
                snapshots[name] = read(f"{data}/tickets/catalogs/{name}.json.gz")
            catalog = catalog_before(snapshots[name], ticket)
            expected, new = set(ticket["expected_tables"]), set(ticket["newly_needed"])
            counts["expected"] += len(expected)
            counts["newly needed"] += len(new)
            lineage = set()
            for model in ticket["named_models"]:
                lineage |= {model, *ticket["lineage_before"].get(model, [])}
            for ranker in RANKERS:
                found = set(ranking(tally, catalog, ticket, ranker, folder, options)[:10])
                for kind, candidates in (("top ten", found), ("with lineage of named models", found | lineage)):
                    counts[ranker, kind, "missed"] += len(expected - candidates)
                    counts[ranker, kind, "newly needed missed"] += len(new - candidates)
                    counts[ranker, kind, "wrong"] += len(candidates - expected - set(ticket["changed_models"]))
    print(f"{len(tickets)} tickets, {counts['expected']} tables expected, {counts['newly needed']} newly needed")
    for key, count in counts.items():
        if isinstance(key, tuple):
            print(f"{key[0]:<8} {key[1]:<30} {key[2]:<20} {count}")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 5):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
