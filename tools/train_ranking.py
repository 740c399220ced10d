#!/usr/bin/env python3
"""Tunes data/ranking/search.json: field weights by search, the linear ranker by listwise softmax.

    tools/train_ranking.py TALLY DATA OUT.json [--fields] [--projects]

TALLY: the built program. DATA: a folder with retrieval/ and tickets/, as its README says. Needs
numpy and scipy. Every random choice is seeded; starts from data/ranking/search.json. The weights of
tables are learned anew; with --fields also those of fields, with --projects those of projects too:
what DATA has of projects gives nothing better than what six public ones gave before, so that is kept.

Queries: questions of the training sets (Spider, Spider-Syn, BIRD) with the tables of their SQL, of
single databases and of unions; those of single databases again with all names run together and
without descriptions; what models of dbt projects read (dbt_lineage); and of the newest catalog of
each project of tickets/ but Cerebro, which is measured on, a sample of models with
  description   every second word of the model's description, which only keeps the others,
  words         one to three words of its name in their order, without the first (its layer), and
                one or two of its description,
  columns       one or two words of its name and one or two of its columns.
Weights are never negative: more evidence never lowers a score. A feature's line may bend at BENDS.
Where a model stands (tier, tier_here), its variant and an exact name have no labels in these sets:
`PRIORS` sets them by hand, as tie-breakers between models that the text makes nearly equal.
"""
import collections
import copy
import glob
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # sums in one order: the same weights each time
import numpy
import scipy.optimize

import column_labels

PRIORS = {"tier": 0.6, "tier_here": 0.6, "variant": 0.75, "exact": 1.5}  # log odds
# SQL counts keys of joins as needed, and first columns are keys; people who ask for columns want the amounts
# they ask for before keys.
COLUMN_PRIORS = {"early": 0.3, "asked_quantity": 0.8}
PER_SET, PER_PROJECT = 800, 300
LEAST_BEND = 0.02
RIDGE = 0.005
LEAST_COLUMNS = 6
BENDS = (0.25, 0.5, 0.75)
PASSES = 3  # neighbours are scored by the weights before: as often as weights change much
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
    chosen = rng.sample(described, min(PER_PROJECT, len(described) // 2))
    queries = {"description": [], "words": [], "columns": []}
    for model in chosen:
        words = model["description"].split()[:60]
        queries["description"].append({"qid": model["name"], "query": " ".join(words[::2]), "expected": model["name"]})
        model["description"] = " ".join(words[1::2])
    for model in rng.sample(models, min(PER_PROJECT, len(models))):
        name = [word for word in re.split(r"[^a-z0-9]+", model["name"].lower()) if word][1:]
        if not name:
            continue
        said = [word for word in re.findall("[a-z]{4,}", model.get("description", "").lower()) if word not in name]
        held = {word for column in model.get("columns", []) for word in re.findall("[a-z]{4,}", column["name"].lower())}
        for kind, most, others in (("words", 3, said), ("columns", 2, sorted(held - set(name)))):
            kept = sorted(rng.sample(range(len(name)), min(len(name), rng.randint(1, most))))
            words = [name[at] for at in kept] + rng.sample(others, min(len(others), rng.randint(1, 2)))
            if len(words) > 1 and (others or kind == "words"):
                queries[kind].append({"qid": model["name"], "query": " ".join(words), "expected": model["name"]})
    return catalog, queries


def run_together(database):
    """The catalog as those write names who leave out every separator."""
    def joined(name):
        return re.sub(r"[^A-Za-z0-9]", "", name).upper()

    bare = {"dataset": "joined", "db": database["db"], "tables": []}
    for table in database["tables"]:
        bare["tables"].append({
            "name": joined(table["name"]),
            "columns": [{"name": joined(column["name"]), "type": column.get("type", "")} for column in table["columns"]],
            "foreign_keys": [[joined(column), joined(other), joined(key)]
                             for column, other, key in table.get("foreign_keys", [])]})
    return bare


class Sets:
    """Pairs of a catalog file and a query file, by name."""

    def __init__(self, folder, data):
        rng = random.Random(20261130)
        self.pairs, self.projects = {}, set()
        for wide in ("", "wide_"):
            sets = by_dataset(read_lines(f"{data}/retrieval/questions_{wide}train.jsonl.gz"), rng)
            file = f"{data}/retrieval/catalogs{'_wide' if wide else ''}.jsonl.gz"
            for name, questions in sets.items():
                self.add(folder, wide + name, file, questions)
                if name == "dbt_lineage":
                    self.projects.add(name)
                if name == "spider_syn" and not wide:
                    self.add_joined(folder, file, questions)
        newest = {os.path.basename(path).split("__")[0]: path for path in sorted(glob.glob(f"{data}/tickets/catalogs/*"))}
        for project in sorted(set(newest) - {"cerebro"}):
            self.add_project(folder, project, newest[project], rng)

    def add_joined(self, folder, file, questions):
        path = f"{folder}/joined.catalog.jsonl"
        write_lines(path, [run_together(one) for one in read_lines(file) if one["dataset"] == "spider"])
        asked = copy.deepcopy(questions)
        for question in asked:
            question["catalog_dataset"] = "joined"
            question["gold_tables"] = [re.sub(r"[^A-Za-z0-9]", "", name).upper() for name in question["gold_tables"]]
        self.add(folder, "joined", path, asked)

    def add_project(self, folder, project, path, rng):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            catalog, queries = model_queries(json.load(file), rng)
        stripped = f"{folder}/{project}.catalog.json"
        with open(stripped, "w", encoding="utf-8") as file:
            json.dump(catalog, file)
        for kind, items in queries.items():
            if len(items) >= 20:
                self.add(folder, f"{project}:{kind}", stripped, items)
                self.projects.add(f"{project}:{kind}")

    def add(self, folder, name, catalog, questions):
        path = f"{folder}/{name.replace(':', '-')}.jsonl"
        write_lines(path, questions)
        self.pairs[name] = (catalog, path)


class Trainer:
    def __init__(self, tally, folder, sets, with_projects=False):
        self.tally, self.folder, self.sets, self.with_projects = tally, folder, sets, with_projects

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

    def tune_columns(self, weights, data):
        """By the columns that the SQL of training questions names, of tables of LEAST_COLUMNS or more."""
        catalog = f"{data}/retrieval/catalogs.jsonl.gz"
        columns = column_labels.columns_of(read_lines(catalog))
        questions = by_dataset(read_lines(f"{data}/retrieval/questions_train.jsonl.gz"), random.Random(20261130))
        self.sets.pairs = {}
        for name, asked in questions.items():
            queries = column_labels.column_queries(asked, columns, LEAST_COLUMNS)
            if queries:
                self.sets.add(self.folder, f"columns:{name}", catalog, queries)
        files = {}
        self.run(weights, "linear", files)
        names = list(weights["columns"])
        slopes, _ = fit(names, [load_features(path) for path in files.values()], (), COLUMN_PRIORS)
        weights["columns"] = {name: round(slope, 3) for name, slope in zip(names, slopes)}
        for name, one in self.run(weights, "linear").items():
            print(f"  {name}: recall@5 {one['recall@5']:.3f} mrr {one['mrr']:.3f}", file=sys.stderr)
        return weights

    def tune_linear(self, weights):
        # Always from the same start, so that what comes out hangs on the data only.
        tables = weights["kinds"]["tables"]
        tables.update(slopes=dict.fromkeys(tables["slopes"], 0.1), bends={})
        for turn in range(PASSES):
            files = {}
            self.run(weights, "linear", files)
            names = list(weights["kinds"]["tables"]["slopes"])
            for kind, trained in weights["kinds"].items():
                if kind == "project" and not self.with_projects:
                    continue
                chosen = [name for name in files if (name in self.sets.projects) == (kind == "project")]
                slopes, bends = fit(names, [load_features(files[name]) for name in chosen])
                trained["slopes"] = {name: round(slope, 3) for name, slope in zip(names, slopes)}
                trained["bends"] = {name: [[at, round(more, 3)] for at, more in line] for name, line in bends.items()}
            figures = self.run(weights, "linear")
            print(f"linear round {turn}: {self.goodness(figures):.4f}", file=sys.stderr)
            for name, one in figures.items():
                print(f"  {name}: all@10 {one['all@10']:.3f} mrr {one['mrr']:.3f}", file=sys.stderr)
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


def fit(names, data, bend_at=BENDS, priors=None):
    """-> slope of each feature, {feature: [(where its line bends, how much steeper it gets)]}

    Softmax over the candidates of a query, its wanted ones in equal parts; sets in equal parts. So
    scores are log odds."""
    priors = PRIORS if priors is None else priors
    columns = [(name, 0.0) for name in names] + [(name, at) for at in bend_at for name in names]

    def expanded(rows):
        return numpy.concatenate([rows] + [numpy.maximum(rows - at, 0) for at in bend_at], axis=1)

    prepared = []
    for rows, wanted, starts in data:
        group = numpy.repeat(numpy.arange(len(starts)), numpy.diff(numpy.append(starts, len(rows))))
        counts = numpy.add.reduceat(wanted, starts)
        prepared.append((expanded(rows), wanted / numpy.maximum(counts, 1)[group], starts, group, counts > 0))

    def loss(values):
        total, gradient = 0.0, numpy.zeros_like(values)
        for rows, wanted, starts, group, answered in prepared:
            scores = rows @ values.astype(numpy.float32)
            top = numpy.maximum.reduceat(scores, starts)
            powers = numpy.exp(scores - top[group])
            sums = numpy.add.reduceat(powers, starts)
            total += float(((numpy.log(sums) + top) * answered).sum() - (wanted * scores).sum()) / len(starts)
            gradient += rows.T @ ((powers / sums[group] * answered[group] - wanted) / len(starts))
        return total / len(data) + RIDGE * float(values @ values) / 2, gradient / len(data) + RIDGE * values

    bounds = [(0, None) if name not in priors else (0, 0) if at > 0 else (priors[name],) * 2 for name, at in columns]
    start = numpy.array([low if low == high else 0.05 for low, high in bounds])
    found = scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 300})
    print(f"  loss {found.fun:.4f}", file=sys.stderr)
    bends = collections.defaultdict(list)
    for (name, at), value in zip(columns[len(names):], found.x[len(names):]):
        if value >= LEAST_BEND:
            bends[name].append((at, float(value)))
    return [float(value) for value in found.x[:len(names)]], bends


def main(tally, data, out, options):
    with open(os.path.join(os.path.dirname(__file__), "..", "data", "ranking", "search.json"), encoding="utf-8") as file:
        weights = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(tally, folder, Sets(folder, data), "--projects" in options)
        if "--fields" in options:
            weights = trainer.tune_fields(weights)
        weights = trainer.tune_columns(trainer.tune_linear(weights), data)
    with open(out, "w", encoding="utf-8") as file:
        json.dump(weights, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    if len(sys.argv) < 4 or not set(sys.argv[4:]) <= {"--fields", "--projects"}:
        sys.exit(__doc__)
    main(*sys.argv[1:4], options=sys.argv[4:])
