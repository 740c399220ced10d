#!/usr/bin/env python3
"""Tunes data/ranking/search.json: field weights by search, the linear ranker by listwise softmax.

    tools/train_ranking.py TALLY DATA OUT.json [CATALOG.json ...]

TALLY: the built program. DATA: a folder with catalogs.jsonl.gz, catalogs_wide.jsonl.gz,
questions_train.jsonl.gz, questions_wide_train.jsonl.gz. CATALOG: catalogs of dbt projects, whose
models are found again by queries made of them (below). Needs numpy. Every random choice is seeded.

Queries: questions of the training sets with the tables of their SQL (equal parts a set), what
models of dbt projects read (dbt_lineage), and of each CATALOG a sample of models with
  description   every second word of the model's description, which only keeps the others,
  words         one to three words of its name in their order, without the first (its layer), and
                one or two of its description.
Weights are never negative: more evidence never lowers a score. Where a model stands (tier,
tier_here), its variant and an exact name have no labels in these sets: `PRIORS` sets them by hand, as
tie-breakers between models that the text makes nearly equal; the weight of the text is 1.
"""
import collections
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy

PRIORS = {"text": 1.0, "tier": 0.2, "tier_here": 0.2, "variant": 0.25, "exact": 0.3}
PER_SET = 500
MOST_WEIGHT = 12  # of a field: beyond, a word in it says all there is to say


def read_lines(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write_lines(path, items):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(item) + "\n" for item in items)


def by_dataset(questions, rng):
    sets = collections.defaultdict(list)
    for question in questions:
        if question["gold_tables"]:
            sets[question["dataset"]].append(question)
    return {name: rng.sample(items, min(PER_SET, len(items))) for name, items in sets.items()}


def model_queries(catalog, rng):
    """-> the catalog without the descriptions asked for, {kind: queries}"""
    models = [model for model in catalog["models"] if len(model["name"]) > 3]
    described = [model for model in models if len(model.get("description", "").split()) >= 6]
    chosen = rng.sample(described, min(150, len(described) // 2))
    queries = {"description": [], "words": []}
    for model in chosen:
        words = model["description"].split()[:60]
        queries["description"].append({"qid": model["name"], "query": " ".join(words[::2]), "expected": model["name"]})
        model["description"] = " ".join(words[1::2])
    for model in rng.sample(models, min(150, len(models))):
        name = [word for word in re.split(r"[^a-z0-9]+", model["name"].lower()) if word][1:]
        if not name:
            continue
        said = [word for word in re.findall("[a-z]{4,}", model.get("description", "").lower()) if word not in name]
        kept = sorted(rng.sample(range(len(name)), min(len(name), rng.randint(1, 3))))
        words = [name[at] for at in kept] + rng.sample(said, min(len(said), rng.randint(1, 2)))
        if len(words) > 1:
            queries["words"].append({"qid": model["name"], "query": " ".join(words), "expected": model["name"]})
    return catalog, queries


class Sets:
    """Pairs of a catalog file and a query file, by name."""

    def __init__(self, folder, data, catalogs):
        rng = random.Random(20261130)
        self.pairs = {}
        for wide in ("", "wide_"):
            sets = by_dataset(read_lines(f"{data}/questions_{wide}train.jsonl.gz"), rng)
            file = f"{data}/catalogs{'_wide' if wide else ''}.jsonl.gz"
            for name, questions in sets.items():
                self.add(folder, wide + name, file, questions)
        for path in catalogs:
            with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
                catalog, queries = model_queries(json.load(file), rng)
            name = os.path.basename(path).split(".")[0]
            stripped = f"{folder}/{name}.catalog.json"
            with open(stripped, "w", encoding="utf-8") as file:
                json.dump(catalog, file)
            for kind, items in queries.items():
                if len(items) >= 20:
                    self.add(folder, f"{name}:{kind}", stripped, items)

    def add(self, folder, name, catalog, questions):
        path = f"{folder}/{name.replace(':', '-')}.jsonl"
        write_lines(path, questions)
        self.pairs[name] = (catalog, path)


class Trainer:
    def __init__(self, tally, folder, sets):
        self.tally, self.folder, self.sets = tally, folder, sets

    def run(self, weights, ranker, features=None):
        """-> {set: figures}; features: {set: file}"""
        path = f"{self.folder}/weights.json"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(weights, file)
        figures = {}
        for name, (catalog, queries) in self.sets.pairs.items():
            command = [self.tally, "eval", "search", "--catalog", catalog, "--queries", queries, "--ranker", ranker,
                       "--weights", path, "--json"]
            if features is not None:
                features[name] = f"{self.folder}/{name.replace(':', '-')}.features"
                command += ["--features", features[name]]
            out = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            figures[name] = json.loads(out)["rankers"][0]["figures"]
        return figures

    @staticmethod
    def goodness(figures):
        return sum(one["ndcg@10"] + one["all@10"] for one in figures.values()) / len(figures) / 2

    def tune_fields(self, weights):
        best = self.goodness(self.run(weights, "bm25f"))
        print(f"fields start {best:.4f}", file=sys.stderr)
        knobs = [(field, key) for field in weights["fields"] for key in ("weight", "b")] + [("k1", None)]
        for step in (1.6, 1.25):
            for field, key in knobs:
                for factor in (step, 1 / step):
                    while True:
                        trial = json.loads(json.dumps(weights))
                        place = trial["fields"][field] if key else trial
                        name = key or "k1"
                        place[name] = round(min(1.0, place[name] * factor) if name == "b" else place[name] * factor, 3)
                        if name == "weight" and place[name] > MOST_WEIGHT:
                            break
                        score = self.goodness(self.run(trial, "bm25f"))
                        if score <= best + 0.0005:
                            break
                        best, weights = score, trial
                        print(f"  {field} {name} {place[name]} -> {best:.4f}", file=sys.stderr)
        return weights

    def tune_linear(self, weights, rounds=3):
        names = list(weights["linear"])
        for turn in range(rounds):
            files = {}
            self.run(weights, "linear", files)
            data = [load_features(path) for path in files.values()]
            values = numpy.array([weights["linear"][name] for name in names])
            values = fit(values, data, [names.index(name) for name in PRIORS], list(PRIORS.values()))
            weights["linear"] = {name: round(float(value), 3) for name, value in zip(names, values)}
            score = self.goodness(self.run(weights, "linear"))
            print(f"linear round {turn}: {score:.4f} {weights['linear']}", file=sys.stderr)
        return weights


def load_features(path):
    """-> candidates × features, wanted, where each query starts"""
    rows, wanted, starts, last = [], [], [], None
    with open(path, encoding="utf-8") as file:
        for line in file:
            item = json.loads(line)
            if item["qid"] != last:
                starts.append(len(rows))
                last = item["qid"]
            rows.append(item["features"])
            wanted.append(item["wanted"])
    return numpy.array(rows, dtype=numpy.float32), numpy.array(wanted, dtype=numpy.float32), numpy.array(starts)


def fit(values, data, fixed, fixed_values, steps=400):
    """Softmax over the candidates of a query, its wanted ones in equal parts; sets in equal parts.
    Scale is free in training, so scores are multiplied by a temperature that is learned, too."""
    values = values / max(values.max(), 1e-6)
    values[fixed] = fixed_values
    temperature = 10.0
    first, second = numpy.zeros_like(values), numpy.zeros_like(values)
    for step in range(1, steps + 1):
        gradient, slope = numpy.zeros_like(values), 0.0
        for rows, wanted, starts in data:
            scores = rows @ values
            counts = numpy.add.reduceat(wanted, starts)
            group = numpy.zeros(len(rows), dtype=int)
            group[starts[1:]] = 1
            group = numpy.cumsum(group)
            top = numpy.maximum.reduceat(scores, starts)
            powers = numpy.exp(temperature * (scores - top[group]))
            shares = powers / numpy.add.reduceat(powers, starts)[group]
            error = (shares - wanted / numpy.maximum(counts, 1)[group]) * (counts > 0)[group] / len(starts)
            gradient += temperature * (rows.T @ error)
            slope += float(scores @ error)
        gradient /= len(data)
        gradient += 0.002 * values
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient ** 2
        values = values - 0.02 * (first / (1 - 0.9 ** step)) / (numpy.sqrt(second / (1 - 0.99 ** step)) + 1e-8)
        values = numpy.maximum(values, 0)
        values[fixed] = fixed_values
        temperature = max(1.0, temperature - 2 * slope / len(data))
    return values


def main(tally, data, out, catalogs):
    with open(os.path.join(os.path.dirname(__file__), "..", "data", "ranking", "search.json"), encoding="utf-8") as file:
        weights = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(tally, folder, Sets(folder, data, catalogs))
        if not os.environ.get("ONLY_LINEAR"):
            weights = trainer.tune_fields(weights)
        weights = trainer.tune_linear(weights)
    with open(out, "w", encoding="utf-8") as file:
        json.dump(weights, file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
