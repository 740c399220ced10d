#!/usr/bin/env python3
"""Learns data/ranking/name_patterns.json from catalogs of dbt projects with their lineage.

    tools/train_name_patterns.py CATALOG.json[.gz] ... > data/ranking/name_patterns.json

CATALOG: docs/catalog-files.md, with `refs`; several snapshots of one project count as one.
* Tiers: how much more often models whose name begins with a word, or that lie in a folder of that
  name, are read by no other model, in log odds against their project's models, averaged over
  projects. What nothing else builds on is what people use.
* Variants: words by which names of one project differ in their last place or the one before
  ("x_daily", "x_weekly"). `asked_by`: words that their descriptions have and their siblings' have
  not; `unasked` (which of them is meant when the question says nothing) is in HAND.
* Columns: words of columns that date, partition or identify rows are in HAND: no catalog labels them.
"""
import collections
import gzip
import json
import math
import re
import sys

LEAST_PROJECTS = 3
ALPHA = 12  # models of the project's own habit that every word starts with

# What the data cannot say: judged by hand, reasons in docs/design-notes.md.
HAND = {
    # Prefixes of the same meaning as those learned (stg, int, base; marts, reporting) that fewer than
    # LEAST_PROJECTS have: what is learned comes before them.
    "first": {"staging": -1.0, "intermediate": -1.0, "raw": -1.0, "src": -1.0, "source": -1.0, "tmp": -1.0,
              "temp": -1.0, "fct": 0.3, "fact": 0.3, "mart": 0.6, "marts": 0.6, "rpt": 0.6, "report": 0.6, "api": 0.6},
    "last": {"raw": -0.8, "tmp": -1.0, "temp": -1.0, "backup": -1.0, "old": -0.8, "deprecated": -1.0},
    "folder": {"raw": -0.8, "sources": -0.8, "mart": 0.7, "reports": 0.6},
    "layers": {"staging": ["stg", "staging", "base", "src"], "raw": ["raw", "landing", "bronze"],
               "intermediate": ["int", "intermediate", "silver"],
               "mart": ["fct", "fact", "facts", "dim", "dims", "mart", "marts", "api", "rpt", "report", "reports",
                        "reporting", "gold", "agg", "metrics"],
               "temporary": ["tmp", "temp"]},
    "unasked": {"hourly": 0.0, "daily": 0.35, "weekly": 0.15, "monthly": 0.05, "latest": -0.35, "current": -0.2,
                "snapshot": -0.35, "dist": -0.35, "distribution": -0.3, "histogram": -0.3, "raw": -0.3, "tmp": -0.5,
                "test": -0.4, "backup": -0.5, "old": -0.5, "deprecated": -0.6, "legacy": -0.4},
    "asked_by": {
        "daily": ["daily", "day", "days", "trend", "trends", "time", "evolution", "timeseries"],
        "weekly": ["weekly", "week", "weeks"],
        "monthly": ["monthly", "month", "months"],
        "hourly": ["hourly", "hour", "hours"],
        "latest": ["latest", "current", "currently", "now", "today", "newest", "recent"],
        "current": ["current", "currently", "latest", "now", "today"],
        "snapshot": ["snapshot", "current", "latest"],
        "dist": ["distribution", "distributed", "histogram", "spread", "quantiles"],
        "distribution": ["distribution", "distributed", "histogram", "spread", "quantiles"],
        "histogram": ["distribution", "histogram", "buckets"],
    },
    "grain": ["date", "day", "week", "month", "quarter", "year", "hour", "minute", "period", "timestamp", "ts", "time",
              "datetime", "dt", "epoch"],
    "key": ["id", "ids", "key", "sk", "pk", "fk", "uuid", "guid", "hash", "address", "code", "number", "no", "num",
            "index", "symbol"],
    "quantity": ["amount", "amounts", "balance", "balances", "value", "values", "total", "quantity", "qty", "volume",
                 "sum", "price", "cost", "amt"],
    "asks_time": ["time", "daily", "weekly", "monthly", "hourly", "yearly", "quarterly", "day", "days", "week", "weeks",
                  "month", "months", "quarter", "year", "years", "hour", "hours", "date", "dates", "when", "trend",
                  "trends", "history", "historical", "evolution", "growth", "since", "until", "last", "latest",
                  "recent", "recently", "today", "yesterday", "now", "first", "before", "after", "during", "period"],
    "asks_quantity": ["amount", "amounts", "balance", "balances", "value", "values", "total", "totals", "sum", "many",
                      "much", "average", "avg", "mean", "median", "max", "maximum", "min", "minimum", "count", "number",
                      "volume", "quantity", "price", "cost", "share", "rate", "ratio", "percent", "percentage", "highest",
                      "lowest", "most", "least", "biggest", "largest", "smallest", "top"],
    "label": ["name", "names", "title", "label"],
    "asks_label": ["who", "whose", "whom", "which", "name", "names", "named", "called", "list", "title", "titles"],
}


def words(text):
    text = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)
    return re.findall(r"[a-z0-9]+", text.lower())


def read(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def projects_of(paths):
    """-> {project: {model: (name words, folder words, description words, is a leaf)}}"""
    projects = collections.defaultdict(dict)
    for path in paths:
        catalog = read(path)
        models = catalog["models"]
        used = {ref for model in models for ref in model.get("refs", [])}
        for model in models:
            folders = words(model.get("path", "").rpartition("/")[0])
            projects[catalog["project"]][model["name"]] = (
                words(model["name"]), set(folders), set(words(model.get("description", ""))),
                model["name"] not in used)
    return projects


def logit(share):
    return math.log(share / (1 - share))


def tier_scores(projects, pick, at_least, by_hand):
    sums = collections.defaultdict(list)
    for models in projects.values():
        base = sum(leaf for *_, leaf in models.values()) / len(models)
        counts = collections.defaultdict(lambda: [0, 0])
        for model in models.values():
            for word in pick(model):
                counts[word][0] += 1
                counts[word][1] += model[3]
        for word, (count, leaves) in counts.items():
            if 5 <= count <= 0.7 * len(models) and len(word) > 1 and not word.isdigit():
                share = (leaves + ALPHA * base) / (count + ALPHA)
                sums[word].append((count / (count + 20), logit(share) - logit(base)))
    scores = {}
    for word, found in sums.items():
        if len(found) < LEAST_PROJECTS:
            continue
        mean = sum(weight * score for weight, score in found) / (sum(weight for weight, _ in found) + 0.5)
        if abs(mean) >= at_least:
            scores[word] = round(max(-2, min(2, mean)), 2)
    return dict(sorted({**by_hand, **scores}.items()))


def siblings_of(models):
    """-> {(name with a hole): {word in the hole: model}} for holes in the last two places"""
    groups = collections.defaultdict(dict)
    for model in models.values():
        name = model[0]
        for place in range(max(1, len(name) - 2), len(name)):
            groups[tuple(name[:place]) + ("*",) + tuple(name[place + 1:])][name[place]] = model
    return {hole: group for hole, group in groups.items() if len(group) > 1}


def asked_by(projects):
    """Words of descriptions that go with a variant word, by project."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    spread = collections.defaultdict(set)
    for project, models in projects.items():
        have, lack = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
        seen = collections.Counter()
        for group in siblings_of(models).values():
            for word, model in group.items():
                others = [other for key, other in group.items() if key != word]
                rest = set().union(*(other[2] for other in others))
                if not model[2] or not rest:
                    continue
                seen[word] += 1
                have[word].update(model[2] - rest)
                lack[word].update(rest - model[2])
        for word, count in seen.items():
            if count < 3:
                continue
            spread[word].add(project)
            for said, times in have[word].items():
                if said != word and times >= max(2, 0.2 * count):
                    score = math.log((times + 1) / (lack[word][said] + 1))
                    found[word][said].append(score * times / (times + 2))
    variants = {}
    for word, said in found.items():
        if len(spread[word]) < 2:
            continue
        scores = {one: round(min(1.0, sum(values) / len(spread[word])), 2) for one, values in said.items()
                  if len(values) >= 2 and sum(values) / len(spread[word]) > 0.3 and len(one) > 2}
        if scores:
            variants[word] = dict(sorted(scores.items(), key=lambda item: -item[1])[:8])
    return variants


def main(paths):
    projects = projects_of(paths)
    learned = asked_by(projects)
    variants = {}
    for word in sorted(set(learned) | set(HAND["asked_by"]) | set(HAND["unasked"])):
        asking = dict.fromkeys(HAND["asked_by"].get(word, []), 1.0)
        for said, score in learned.get(word, {}).items():
            asking.setdefault(said, score)
        variants[word] = {"unasked": HAND["unasked"].get(word, 0.0), "asked_by": asking}
    json.dump({
        "about": "Patterns in names, learned by tools/train_name_patterns.py from %d public dbt projects (%d models): %s."
                 % (len(projects), sum(map(len, projects.values())), ", ".join(sorted(projects))),
        "tiers": {"first": tier_scores(projects, lambda model: model[0][:1], 0.2, HAND["first"]),
                  "last": HAND["last"],  # ends of names are subjects, not layers
                  "folder": tier_scores(projects, lambda model: model[1], 0.6, HAND["folder"])},
        "layers": HAND["layers"],
        "variants": variants,
        "columns": {key: HAND[key] for key in ("grain", "key", "quantity", "asks_time", "asks_quantity", "label", "asks_label")},
    }, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
