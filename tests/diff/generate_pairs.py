#!/usr/bin/env python3
"""Prints labelled pairs of a reference and an answer, one JSON object a line.

    generate_pairs.py [--seed N] [--count N]   pairs made by rule (the same seed, the same bytes)
    generate_pairs.py --cases                  the pairs written by hand in pairs/*.case
    ... --verify                               checks every label against judge.py instead of printing

A line has id, reference and answer ({columns: [{name, type}], rows}, as `tally sql --json` gives tables),
ordered, label (right or wrong), near_miss (null, scale, split, or any: left open), places where columns
are declared as rounded, answers where the answer came as several results (answer is then the last), and
undecided: allowed where giving up is no mistake.

Labels follow from how a pair is made, never from what a program says: a right answer is the reference in
another form, with every value within its tolerance; a wrong one has a value that no value of the
reference is near, or too few, or in the wrong row. Values that must differ are at least a cent apart.
"""

import argparse
import json
import pathlib
import random
import sys
from decimal import Decimal

import cases
import judge

WORDS = ("amber birch cedar delta ember fjord grove heron inlet jetty knoll larch maple north ocean plume "
         "quill ridge stone thorn umber vista willow xenon yield zephyr").split()


# ---- tables ---------------------------------------------------------------------------------------------


def table(columns, rows):
    return {"columns": [{"name": n, "type": t} for n, t in columns], "rows": [list(r) for r in rows]}


def cents(rng, low, high):
    return Decimal(rng.randrange(low * 100, high * 100)) / 100


def spread(rng, count, low):
    """Decimals with cents, no two nearer than 1 and no two related by a factor of 100."""
    values = [Decimal(low + 3 * i) + Decimal(rng.randrange(0, 150)) / 100 for i in range(count)]
    rng.shuffle(values)
    return values


def names(rng, count):
    """Distinct words, as keys of rows."""
    if count <= len(WORDS):
        return rng.sample(WORDS, count)
    return [f"{rng.choice(WORDS)} {i}" for i in range(count)]


def day(rng):
    return f"{rng.randrange(1998, 2004)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"


def base(rng, rows=None):
    """A table as answers have it: key, year, count, money, share, and a day on some."""
    n = rows or rng.randrange(3, 11)
    money, counts, keys = spread(rng, n, 200), rng.sample(range(1000, 90000, 7), n), names(rng, n)
    shares = [Decimal(p) / 10000 for p in rng.sample(range(200, 9800, 3), n)]
    data = [[keys[i], rng.randrange(1998, 2004), counts[i], money[i], shares[i], day(rng)] for i in range(n)]
    spec = [("key", "text"), ("year", "integer"), ("orders", "integer"), ("sales", "decimal"),
            ("share", "decimal"), ("day", "date")]
    kept = [0, 3] + rng.sample([1, 2, 4, 5], rng.randrange(0, 4))
    return table([spec[c] for c in kept], [[row[c] for c in kept] for row in data])


def copy(t):
    return {"columns": [dict(c) for c in t["columns"]], "rows": [list(r) for r in t["rows"]]}


def column_of(t, name):
    return next(i for i, c in enumerate(t["columns"]) if c["name"] == name)


# ---- changes of form: the answer stays right --------------------------------------------------------------


def shuffle_rows(rng, t):
    rng.shuffle(t["rows"])


def shuffle_columns(rng, t):
    order = list(range(len(t["columns"])))
    rng.shuffle(order)
    t["columns"] = [t["columns"][c] for c in order]
    t["rows"] = [[row[c] for c in order] for row in t["rows"]]


def rename(rng, t):
    for column, word in zip(t["columns"], rng.sample(WORDS, len(t["columns"]))):
        column["name"] = word


def add_columns(rng, t):
    """More columns, of values that stand nowhere else: a rank below, a unit, NULLs."""
    for _ in range(rng.randrange(1, 3)):
        kind = rng.choice(["integer", "text", "null"])
        t["columns"].append({"name": f"extra{len(t['columns'])}", "type": "text" if kind == "null" else kind})
        for place, row in enumerate(t["rows"]):
            row.append({"integer": place + 1, "text": "USD", "null": None}[kind])


def retype(rng, t):
    """The same values in other types: 12 as 12.0, 0.25 as a real, a day as its midnight."""
    for c, column in enumerate(t["columns"]):
        if column["type"] == "date":
            column["type"] = "timestamp"
            change = lambda v: v + "T00:00:00"
        elif column["type"] in ("integer", "decimal"):
            column["type"] = "real"
            change = float
        else:
            continue
        for row in t["rows"]:
            row[c] = None if row[c] is None else change(row[c])


def recase(rng, t):
    for c, column in enumerate(t["columns"]):
        if column["type"] == "text":
            for row in t["rows"]:
                if row[c] is not None:
                    row[c] = rng.choice([str.upper, str.title, lambda s: " " + s, lambda s: s + "  "])(row[c])


def drift(rng, t):
    """Every decimal moves by less than its tolerance."""
    for c, column in enumerate(t["columns"]):
        if column["type"] == "decimal":
            for row in t["rows"]:
                if row[c] is not None:
                    small = abs(row[c]) < 1
                    row[c] += Decimal(rng.randrange(-40, 41)) / (1000000 if small else 10000)


FORMS = [shuffle_rows, shuffle_columns, rename, add_columns, retype, recase, drift]


def in_other_form(rng, t, ordered=False, least=1):
    """The table under some changes of form. drift comes first: it needs decimals."""
    result = copy(t)
    chosen = rng.sample(FORMS, rng.randrange(least, len(FORMS) + 1))
    for form in sorted(chosen, key=lambda f: f is not drift):
        if not (ordered and form is shuffle_rows):
            form(rng, result)
    return result


# ---- kinds of pairs ---------------------------------------------------------------------------------------


def pair(reference, answer, label, near_miss=None, **more):
    return {"reference": reference, "answer": answer, "ordered": False, "label": label,
            "near_miss": near_miss, **more}


def with_nulls(rng, t):
    c = column_of(t, "sales")
    for row in rng.sample(t["rows"], 1 + len(t["rows"]) // 4):
        row[c] = None
    return t


def right_form(rng):
    reference = base(rng)
    return pair(reference, in_other_form(rng, reference), "right")


def right_nulls(rng):
    reference = with_nulls(rng, base(rng))
    return pair(reference, in_other_form(rng, reference), "right")


def right_one_form(rng):
    reference = base(rng)
    answer = copy(reference)
    rng.choice(FORMS)(rng, answer)
    return pair(reference, answer, "right")


def right_rounded(rng):
    """Four places in the reference, cents in the answer."""
    reference = base(rng)
    c = column_of(reference, "sales")
    answer = copy(reference)
    for row, other in zip(reference["rows"], answer["rows"]):
        row[c] += Decimal(rng.randrange(-49, 50)) / 10000
        other[c] = row[c].quantize(Decimal("0.01"))
    return pair(reference, in_other_form_exact(rng, answer), "right")


def in_other_form_exact(rng, t):
    """Changes of form that move no value: for answers that are already at the edge of a tolerance."""
    result = copy(t)
    for form in rng.sample([shuffle_rows, shuffle_columns, rename, add_columns, recase], rng.randrange(1, 5)):
        form(rng, result)
    return result


def right_places(rng):
    """A column declared as rounded to one place; the answer has what it was rounded from."""
    reference = base(rng)
    c = column_of(reference, "sales")
    answer = copy(reference)
    for row, other in zip(reference["rows"], answer["rows"]):
        row[c] = row[c].quantize(Decimal("0.1"))
        other[c] = row[c] + Decimal(rng.randrange(-45, 46)) / 1000
    return pair(reference, in_other_form_exact(rng, answer), "right", places={"sales": 1})


def right_duplicates(rng):
    reference = base(rng)
    reference["rows"] += [list(row) for row in rng.choices(reference["rows"], k=rng.randrange(1, 4))]
    return pair(reference, in_other_form(rng, reference), "right")


def wrong_duplicates(rng):
    """A duplicate too many, too few, or of another row."""
    reference = base(rng)
    doubled, other = rng.sample(reference["rows"], 2)
    answer = copy(reference)
    reference["rows"].append(list(doubled))
    more = rng.choice([[], [doubled, doubled], [other]])
    answer["rows"] += [list(row) for row in more]
    return pair(reference, in_other_form(rng, answer), "wrong")


def changed(value, kind, rng):
    if kind == "decimal":
        return value + (Decimal("0.02") if abs(value) >= 1 else Decimal("0.0003")) * rng.choice([1, -1])
    if kind == "integer":
        return value + rng.choice([1, -1])
    if kind == "date":
        return "2010" + value[4:]
    return value + "s"


def wrong_cell(rng):
    """One cell is changed by as little as counts."""
    reference = base(rng)
    answer = copy(reference)
    c = rng.randrange(len(answer["columns"]))
    row = rng.choice(answer["rows"])
    row[c] = changed(row[c], answer["columns"][c]["type"], rng)
    return pair(reference, in_other_form_exact(rng, answer), "wrong")


def wrong_cent(rng):
    """One sum is off by a cent, beside a larger number of right ones."""
    reference = base(rng)
    answer = copy(reference)
    c = column_of(answer, "sales")
    rng.choice(answer["rows"])[c] += Decimal("0.01") * rng.choice([1, -1])
    return pair(reference, in_other_form_exact(rng, answer), "wrong")


def wrong_integer_as_real(rng):
    """A count that a tolerant comparison would let pass."""
    reference = base(rng)
    while "orders" not in [c["name"] for c in reference["columns"]]:
        reference = base(rng)
    answer = copy(reference)
    c = column_of(answer, "orders")
    answer["columns"][c]["type"] = "real"
    for row in answer["rows"]:
        row[c] = float(row[c])
    rng.choice(answer["rows"])[c] += rng.choice([0.004, -0.004, 0.00004])
    return pair(reference, in_other_form_exact(rng, answer), "wrong")


def wrong_swap(rng):
    """Two values of one column change places: each column alone still looks right."""
    reference = base(rng)
    answer = copy(reference)
    c = column_of(answer, "sales")
    first, second = rng.sample(answer["rows"], 2)
    first[c], second[c] = second[c], first[c]
    return pair(reference, in_other_form(rng, answer), "wrong")


def wrong_scramble(rng):
    """A whole column is moved down by one row."""
    reference = base(rng)
    answer = copy(reference)
    c = column_of(answer, "sales")
    values = [row[c] for row in answer["rows"]]
    for row, value in zip(answer["rows"], values[-1:] + values[:-1]):
        row[c] = value
    return pair(reference, in_other_form(rng, answer), "wrong")


def wrong_rows(rng):
    """A row is missing, or one too many."""
    reference = base(rng)
    answer = copy(reference)
    if rng.random() < 0.5:
        answer["rows"].pop(rng.randrange(len(answer["rows"])))
    else:
        answer["rows"].append([None] * len(answer["columns"]))
    return pair(reference, in_other_form(rng, answer), "wrong")


def wrong_column_missing(rng):
    reference = base(rng)
    answer = copy(reference)
    c = rng.choice([0, 1])
    answer["columns"].pop(c)
    for row in answer["rows"]:
        row.pop(c)
    return pair(reference, in_other_form(rng, answer), "wrong")


def wrong_null(rng):
    """NULL against the empty text, a word, zero or a number; either way round."""
    reference = base(rng)
    c = rng.choice([0, 1])
    answer = copy(reference)
    place = rng.randrange(len(reference["rows"]))
    reference["rows"][place][c] = None
    stand_in = ["", "None", "NULL"] if c == 0 else [Decimal("0.00"), Decimal("7.00")]
    answer["rows"][place][c] = rng.choice(stand_in)
    if rng.random() < 0.5:
        reference, answer = answer, reference
    return pair(reference, in_other_form_exact(rng, answer), "wrong")


def near_identical(rng, width=None):
    """A key and many columns that are alike but for one value each."""
    n, width = rng.randrange(4, 9), width or rng.randrange(3, 6)
    common = spread(rng, n, 200)
    rows = [[key, *([common[i]] * width)] for i, key in enumerate(names(rng, n))]
    for c in range(width):
        rows[c % n][1 + c] += Decimal(1000 + 17 * c)
    return table([("key", "text")] + [(f"v{c}", "decimal") for c in range(width)], rows)


def right_near_identical(rng):
    reference = near_identical(rng)
    return pair(reference, in_other_form_exact(rng, reference), "right")


def wrong_near_identical(rng):
    """One of the columns is given twice and another not at all."""
    reference = near_identical(rng)
    answer = copy(reference)
    kept, lost = rng.sample(range(1, len(answer["columns"])), 2)
    for row in answer["rows"]:
        row[lost] = row[kept]
    return pair(reference, in_other_form_exact(rng, answer), "wrong")


def chain(rng):
    """Values 0.004 apart: each is near the next, so that nearness tells no two of them apart."""
    start = cents(rng, 2, 900)
    return [start + Decimal(i) * Decimal("0.004") for i in range(rng.randrange(3, 8))]


def right_chain(rng):
    """The answer's values are the next ones of the chain: a matching exists, the nearest is not it."""
    values = chain(rng)
    step = Decimal("0.004")
    reference = table([("x", "decimal")], [[v] for v in values])
    answer = table([("x", "decimal")], [[v + step] for v in values])
    shuffle_rows(rng, answer)
    return pair(reference, answer, "right")


def wrong_chain(rng):
    """One value of the answer is beyond the chain's reach."""
    values = chain(rng)
    reference = table([("x", "decimal")], [[v] for v in values])
    answer = copy(reference)
    answer["rows"][-1][0] += Decimal("0.010")
    shuffle_rows(rng, answer)
    return pair(reference, answer, "wrong")


def cluster(rng):
    """Rows of two measures in a few narrow clusters: many cells are near many others."""
    centres = spread(rng, 3, 200)
    step = lambda: rng.choice(centres) + Decimal(rng.randrange(0, 13)) / 1000
    return table([("x", "decimal"), ("y", "decimal")], [[step(), step()] for _ in range(rng.randrange(6, 25))])


def right_cluster(rng):
    reference = cluster(rng)
    answer = copy(reference)
    drift(rng, answer)
    return pair(reference, in_other_form_exact(rng, answer), "right")


def wrong_cluster(rng):
    """One cell leaves its cluster."""
    reference = cluster(rng)
    answer = copy(reference)
    rng.choice(answer["rows"])[rng.randrange(2)] += Decimal("0.5")
    return pair(reference, in_other_form_exact(rng, answer), "wrong")


def binary(rng, width):
    """Cells of 0 and 1 only: columns and rows are told apart by how they lie to each other, if at all."""
    rows = [[rng.randrange(2) for _ in range(width)] for _ in range(rng.randrange(4, 9))]
    return table([(f"b{c}", "integer") for c in range(width)], rows)


def right_binary(rng):
    width = rng.choice([3, 4, 10])
    reference = binary(rng, width)
    answer = copy(reference)
    shuffle_rows(rng, answer)
    shuffle_columns(rng, answer)
    return pair(reference, answer, "right", **hard(width))


def wrong_binary(rng):
    """One cell turned over: there is one 1 too many or too few."""
    width = rng.choice([3, 4, 10])
    reference = binary(rng, width)
    answer = copy(reference)
    row, c = rng.choice(answer["rows"]), rng.randrange(width)
    row[c] = 1 - row[c]
    shuffle_rows(rng, answer)
    shuffle_columns(rng, answer)
    return pair(reference, answer, "wrong", **hard(width))


def hard(width):
    """Wide ones may exceed a budget, and the judge's patience."""
    return {"undecided": "allowed", "large": True} if width > 4 else {}


def wrong_scale(rng):
    """A percentage for a fraction, or the other way."""
    reference = base(rng)
    c = column_of(reference, "sales")
    if rng.random() < 0.5:
        for row in reference["rows"]:
            row[c] = row[c] / 10000
    answer = copy(reference)
    factor = rng.choice([Decimal(100), Decimal("0.01")])
    for row in answer["rows"]:
        row[c] = row[c] * factor
    return pair(reference, in_other_form_exact(rng, answer), "wrong", "scale")


def wrong_split(rng):
    """One result a row or a few, in the columns of the reference."""
    reference = base(rng)
    rows = [list(row) for row in reference["rows"]]
    rng.shuffle(rows)
    cut = sorted(rng.sample(range(1, len(rows)), rng.randrange(1, len(rows))))
    parts = [rows[a:b] for a, b in zip([0] + cut, cut + [len(rows)])]
    answers = [{"columns": [dict(c) for c in reference["columns"]], "rows": part} for part in parts]
    return pair(reference, answers[-1], "wrong", "split", answers=answers)


def wrong_split_part_missing(rng):
    made = wrong_split(rng)
    while len(made["answers"]) < 3:
        made = wrong_split(rng)
    made["answers"].pop(rng.randrange(len(made["answers"])))
    return pair(made["reference"], made["answers"][-1], "wrong", answers=made["answers"])


def ranking(rng):
    """A key and units in descending order, with ties; the keys follow no order, within ties neither."""
    n = rng.randrange(5, 10)
    units = sorted(rng.choices(range(10, 18), k=n), reverse=True)
    if len(set(units)) < 3 or len(set(units)) == n:
        return ranking(rng)
    keys = rng.sample(WORDS, n)
    rows = list(zip(keys, units))
    by_key = sorted(rows, key=lambda row: row[0])
    by_units_and_key = [sorted(by, key=lambda row: -row[1]) for by in (by_key, by_key[::-1])]
    if rows in (by_key, by_key[::-1], *by_units_and_key):
        return ranking(rng)
    return table([("key", "text"), ("units", "integer")], rows)


def right_ordered(rng):
    reference = ranking(rng)
    return pair(reference, in_other_form(rng, reference, ordered=True), "right", **{"ordered": True})


def right_ties(rng):
    """Rows that tie change places."""
    reference = ranking(rng)
    rows = [list(row) for row in reference["rows"]]
    rng.shuffle(rows)
    rows.sort(key=lambda row: -row[1])
    answer = {"columns": [dict(c) for c in reference["columns"]], "rows": rows}
    return pair(reference, answer, "right", **{"ordered": True})


def wrong_order(rng):
    """Two rows that do not tie change places."""
    reference = ranking(rng)
    answer = copy(reference)
    rows = answer["rows"]
    i, j = rng.sample(range(len(rows)), 2)
    while rows[i][1] == rows[j][1]:
        i, j = rng.sample(range(len(rows)), 2)
    rows[i], rows[j] = rows[j], rows[i]
    return pair(reference, in_other_form(rng, answer, ordered=True), "wrong", **{"ordered": True})


def right_unordered(rng):
    """The same, where nobody asked for an order."""
    made = wrong_order(rng)
    return pair(made["reference"], made["answer"], "right")


def right_large(rng):
    reference = base(rng, rows=rng.randrange(200, 800))
    return pair(reference, in_other_form(rng, reference), "right", large=True)


def wrong_large(rng):
    """Hundreds of rows, one pair of values exchanged or one off by a cent."""
    reference = base(rng, rows=rng.randrange(200, 800))
    answer = copy(reference)
    c = column_of(answer, "sales")
    first, second = rng.sample(answer["rows"], 2)
    if rng.random() < 0.5:
        first[c], second[c] = second[c], first[c]
    else:
        first[c] += Decimal("0.02")
    return pair(reference, in_other_form_exact(rng, answer), "wrong", large=True)


# A kind's weight is how often it comes; the few large ones take most of the bytes.
KINDS = [(right_form, 12), (right_nulls, 8), (right_one_form, 10), (right_rounded, 6), (right_places, 4),
         (right_duplicates, 5), (wrong_duplicates, 6), (wrong_cell, 10), (wrong_cent, 8),
         (wrong_integer_as_real, 4), (wrong_swap, 8), (wrong_scramble, 5), (wrong_rows, 5),
         (wrong_column_missing, 5), (wrong_null, 8), (right_near_identical, 5), (wrong_near_identical, 6),
         (right_chain, 4), (wrong_chain, 4), (right_cluster, 4), (wrong_cluster, 4), (right_binary, 3),
         (wrong_binary, 3), (wrong_scale, 6), (wrong_split, 5), (wrong_split_part_missing, 3),
         (right_ordered, 5), (right_ties, 5), (wrong_order, 6), (right_unordered, 3), (right_large, 1),
         (wrong_large, 1)]


def generated(seed, count):
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        kind = rng.choices([k for k, _ in KINDS], [w for _, w in KINDS])[0]
        yield {"id": f"{kind.__name__}-{number}", **kind(rng)}


# ---- printing and checking --------------------------------------------------------------------------------


def to_json(value):
    """JSON with every decimal written as it stands."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{to_json(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(to_json, value)) + "]"
    if isinstance(value, Decimal):
        return format(value, "f")
    return json.dumps(value, ensure_ascii=False)


def disagreement(made):
    if made.get("large"):
        return None
    label, near_miss = judge.verdict(made)
    if label != made["label"]:
        return f"{made['id']}: labelled {made['label']}, the judge says {label}"
    if made["near_miss"] not in (near_miss, "any"):
        return f"{made['id']}: near miss {made['near_miss']}, the judge says {near_miss}"
    return None


def main():
    parser = argparse.ArgumentParser(description="Labelled pairs for the comparator.")
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--count", type=int, default=2500)
    parser.add_argument("--cases", action="store_true", help="the pairs written by hand")
    parser.add_argument("--verify", action="store_true", help="check labels, print nothing but mistakes")
    options = parser.parse_args()
    folder = pathlib.Path(__file__).parent / "pairs"
    pairs = cases.read_all(folder) if options.cases else generated(options.seed, options.count)
    if not options.verify:
        for made in pairs:
            print(to_json(made))
        return 0
    mistakes = [m for m in map(disagreement, pairs) if m]
    print("\n".join(mistakes) or "every label stands")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
