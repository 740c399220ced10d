#!/usr/bin/env python3
"""Writes data/ranking/related_words.txt: words that may be said for one another.

    tools/train_related_words.py WORDNET DATA [PART] > data/ranking/related_words.txt

WORDNET: the folder of WordNet 3.0 with its sense index (Debian: wordnet-base, wordnet-sense-index).
DATA: a folder with retrieval/questions_train.jsonl.gz. PART (0 or 1): learn from one half of the
databases only, to try on the other half what the table is worth. Needs snowballstemmer.

Two sources: words that the writers of Spider-Syn put for others, in their training questions; and
WordNet's synonyms, words of wider and narrower meaning, and derivations. How sure a kind of relation
is was counted on the training questions of Spider, Spider-Syn and BIRD: how often, of the related words that
a database has for a word of the question that it has not, they are of the tables that are wanted,
against chance. A line is a stem and its related stems with a weight from 1 to 9, the surest first.
"""
import collections
import difflib
import gzip
import json
import re
import sys

import snowballstemmer

# By kind of relation, for a sense that makes all of the word's use. Synonyms of a word were of a
# wanted table 0.6 to 0.9 of the time, wider words 0.4 to 0.5, narrower ones 0.35, chance 0.3.
SURENESS = {"synonym": 8, "wider": 4, "narrower": 2, "derived": 4}
LEAST_SENSE = {"synonym": 0.05, "wider": 0.3, "narrower": 0.3, "derived": 0.2}
PARTS_OF_SPEECH = {"1": "n", "2": "v", "3": "a", "5": "a", "4": "r"}
MOST = 8  # related words of one
LEAST = 1.5
POINTERS = {"@": "wider", "@i": "wider", "~": "narrower", "~i": "narrower", "+": "derived"}
HEADER = """# Words that may be said for one another: stems (Snowball English), weights from 1 to 9.
# Written by tools/train_related_words.py from WordNet 3.0 (Copyright 2006 by Princeton University, all rights
# reserved; licence in data/ranking/README.md) and the training questions of Spider-Syn (MIT)."""

stemmer = snowballstemmer.stemmer("english")


class WordNet:
    def __init__(self, folder):
        self.synsets, self.senses = {}, collections.defaultdict(list)
        counts = {}
        with open(f"{folder}/index.sense", encoding="utf-8") as file:
            for line in file:
                key, offset, _, count = line.split()
                lemma, rest = key.split("%")
                counts[(lemma, PARTS_OF_SPEECH[rest[0]], offset)] = int(count)
        for part, name in (("n", "noun"), ("v", "verb"), ("a", "adj")):
            with open(f"{folder}/data.{name}", encoding="utf-8") as file:
                for line in file:
                    if not line.startswith("  "):
                        self.read_synset(part, line.split("|")[0].split(), counts)
        self.frequency = {word: sum(count for _, count in senses) for word, senses in self.senses.items()}

    def read_synset(self, part, fields, counts):
        offset, size = fields[0], int(fields[3], 16)
        words = [fields[4 + 2 * at].lower().split("(")[0] for at in range(size)]
        start = 5 + 2 * size
        pointers = []
        for at in range(int(fields[start - 1])):
            kind, target, target_part, places = fields[start + 4 * at:start + 4 * at + 4]
            if kind in POINTERS:
                key = ("a" if target_part == "s" else target_part, target)
                pointers.append((POINTERS[kind], key, int(places[:2], 16), int(places[2:], 16)))
        self.synsets[(part, offset)] = (words, pointers)
        for word in words:
            self.senses[word].append(((part, offset), counts.get((word, part, offset), 0)))

    def related(self, word):
        """-> {word: how sure, from 1 to 9}"""
        found = {}

        def add(other, kind, share):
            if other.isalpha() and self.frequency.get(other, 0) > 0 and share >= LEAST_SENSE[kind]:
                sureness = SURENESS[kind] * (0.4 + 0.6 * share)
                found[other] = max(found.get(other, 0), sureness)

        senses = self.senses[word]
        all_use = sum(count + 0.5 for _, count in senses)
        for key, count in senses:
            share = (count + 0.5) / all_use
            words, pointers = self.synsets[key]
            for other in words:
                add(other, "synonym", share)
            for kind, target, place, target_place in pointers:
                others = self.synsets.get(target, ([], []))[0]
                if kind == "derived":
                    if words[place - 1] == word and target_place <= len(others):
                        add(others[target_place - 1], kind, share)
                else:
                    for other in others:
                        add(other, kind, share)
        return found


def words_of(text):
    return re.findall("[a-z]+", text.lower())


def put_for_others(data, part):
    """-> {(said, meant): in how many databases, two or more} of Spider-Syn's training questions"""
    databases = collections.defaultdict(set)
    with gzip.open(f"{data}/retrieval/questions_train.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            question = json.loads(line)
            if question["dataset"] != "spider_syn" or sum(question["db"].encode()) % 2 == part:
                continue
            before, after = words_of(question["original_question"]), words_of(question["question"])
            for kind, i, j, k, m in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
                if kind == "replace" and j - i <= 2 and m - k == 1:
                    for meant in before[i:j]:
                        databases[(after[k], meant)].add(question["db"])
    return {pair: len(found) for pair, found in databases.items() if len(found) > 1}


def main(wordnet_folder, data, part):
    with open("data/ranking/stop_words.txt", encoding="utf-8") as file:
        stop_words = set(file.read().split())
    wordnet = WordNet(wordnet_folder)
    table = collections.defaultdict(dict)

    def relate(word, other, sureness):
        if word in stop_words or other in stop_words or min(len(word), len(other)) < 3:
            return
        stem, to = stemmer.stemWord(word), stemmer.stemWord(other)
        if stem != to:
            table[stem][to] = max(table[stem].get(to, 0), sureness)

    for word, frequency in wordnet.frequency.items():
        if frequency > 0 and word.isalpha():
            for other, sureness in wordnet.related(word).items():
                relate(word, other, sureness)
    for (said, meant), databases in put_for_others(data, part).items():
        relate(said, meant, min(9, 6 + databases))
        relate(meant, said, min(6, 3 + databases))
    print(HEADER)
    for stem in sorted(table):
        best = sorted(table[stem].items(), key=lambda item: (-item[1], item[0]))[:MOST]
        kept = [f"{other}:{round(sureness)}" for other, sureness in best if sureness >= LEAST]
        if kept:
            print(stem, *kept)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) == 4 else None)
