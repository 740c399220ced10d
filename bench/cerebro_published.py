#!/usr/bin/env python3
"""The published search of Gnosis Chain's Cerebro, written again from its description: the bar.

    bench/cerebro_published.py CATALOG[,CATALOG] QUERIES [BASELINE SECTION]

A blob a model, lower case: name, description, tags, owner, column names and descriptions, path
words, meta.inference_notes. Tokens [a-z0-9]+. BM25 Okapi (k1 1.5, b 0.75), idf ln((N - df + .5) /
(df + .5)), negative ones replaced by a quarter of the mean. Legacy: how many of the query's tokens
of three characters or more the blob holds, ties by name. Fused by reciprocal rank, k = 60.
Prints hit@1/3/5 and times; with BASELINE (a top-20 file) how many rankings are the same.
"""
import collections
import gzip
import json
import math
import re
import statistics
import sys
import time

TOKEN = re.compile(r"[a-z0-9]+")


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def models_of(paths):
    models = []
    for path in paths.split(","):
        catalog = read(path)
        models += catalog["models"] if "models" in catalog else list(catalog.values())
    return models


def blob(model):
    parts = [model["name"], model.get("description") or "", *model.get("tags", []), model.get("owner") or ""]
    for name, column in model.get("columns", {}).items():
        parts += [name, column.get("description") or ""]
    parts += re.split(r"[/_.]", (model.get("path") or "").removesuffix(".sql"))
    parts.append(str((model.get("meta") or {}).get("inference_notes") or ""))
    return " ".join(parts).lower()


class Published:
    def __init__(self, models):
        self.names = [model["name"] for model in models]
        self.blobs = [blob(model) for model in models]
        tokens = [TOKEN.findall(text) for text in self.blobs]
        self.counts = [collections.Counter(words) for words in tokens]
        self.lengths = [len(words) for words in tokens]
        self.mean_length = sum(self.lengths) / len(self.lengths)
        with_word = collections.Counter(word for count in self.counts for word in count)
        size = len(models)
        idf = {word: math.log((size - df + 0.5) / (df + 0.5)) for word, df in with_word.items()}
        floor = 0.25 * sum(idf.values()) / len(idf)
        self.idf = {word: value if value >= 0 else floor for word, value in idf.items()}

    def bm25(self, query):
        words = TOKEN.findall(query.lower())
        scored = []
        for at, count in enumerate(self.counts):
            norm = 1.5 * (0.25 + 0.75 * self.lengths[at] / self.mean_length)
            score = sum(self.idf[word] * count[word] * 2.5 / (count[word] + norm) for word in words if word in count)
            if score > 0:
                scored.append((-score, at))
        return [self.names[at] for _, at in sorted(scored)]

    def legacy(self, query):
        words = {word for word in TOKEN.findall(query.lower()) if len(word) >= 3}
        scored = []
        for at, text in enumerate(self.blobs):
            hits = sum(word in text for word in words)
            if hits:
                scored.append((-hits, self.names[at]))
        return [name for _, name in sorted(scored)]

    def hybrid(self, query):
        scores = collections.defaultdict(float)
        for ranking in (self.bm25(query), self.legacy(query)):
            for rank, name in enumerate(ranking, 1):
                scores[name] += 1 / (60 + rank)
        return sorted(scores, key=lambda name: (-scores[name], name))


def main(catalogs, queries, baseline=None, section=None):
    begin = time.perf_counter()
    models = models_of(catalogs)
    read_in = time.perf_counter()
    search = Published(models)
    built = time.perf_counter()
    asked = read(queries)
    truth = read(baseline)[section] if baseline else {}
    for name, ranker, key in (("legacy", search.legacy, "legacy"), ("bm25", search.bm25, "bm25"),
                              ("hybrid", search.hybrid, "hybrid_v1")):
        times, hits, same = [], [0, 0, 0], 0
        for item in asked:
            start = time.perf_counter()
            ranking = ranker(item["query"])
            times.append((time.perf_counter() - start) * 1e6)
            for at, depth in enumerate((1, 3, 5)):
                hits[at] += item["expected"] in ranking[:depth]
            same += item["query"] in truth and ranking[:20] == truth[item["query"]][key][:20]
        print(f"{name:7s} hit@1/3/5 {hits[0]}/{hits[1]}/{hits[2]} of {len(asked)}   median "
              f"{statistics.median(times):.0f} µs" + (f"   same top 20: {same}" if truth else ""))
    print(f"{len(models)} models, read in {(read_in - begin) * 1e3:.0f} ms, indexed in {(built - read_in) * 1e3:.0f} ms")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
