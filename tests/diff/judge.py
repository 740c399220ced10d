"""The comparator's specification, read literally and run by brute force.

Not a second comparator: it tries every assignment of columns and finds a perfect matching of rows, which
takes exponential time. It checks the labels of pairs (generate_pairs.py --verify), so that a label is
wrong only if its author and this file misread the specification in the same way.
"""

import datetime
import itertools
import unicodedata
from decimal import ROUND_HALF_UP, Decimal

INTEGERS = {"integer", "hugeint"}
NUMBERS = INTEGERS | {"decimal", "real"}


def as_decimal(value):
    """A number as it is written, or None for NaN and whatever is no number."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        return None
    number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    return number if number.is_finite() else None


def as_instant(value):
    """A date as its midnight."""
    try:
        return datetime.datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None


def numbers_equal(reference, answer, kind, places):
    if reference is None or answer is None:
        return False
    if kind in INTEGERS:
        return reference == answer
    if places is not None:
        unit = Decimal(1).scaleb(-places)
        return reference.quantize(unit, ROUND_HALF_UP) == answer.quantize(unit, ROUND_HALF_UP)
    magnitude = max(abs(reference), abs(answer))
    tolerance = Decimal("0.005") if magnitude >= 1 else Decimal("0.00005")
    return abs(reference - answer) <= tolerance + magnitude * Decimal("1e-12")


def cells_equal(reference, answer, kind, places=None):
    if reference is None or answer is None:
        return reference is None and answer is None
    if kind in NUMBERS:
        return numbers_equal(as_decimal(reference), as_decimal(answer), kind, places)
    if kind in ("date", "timestamp"):
        instant = as_instant(reference)
        return instant is not None and instant == as_instant(answer)
    if kind == "text":
        fold = lambda text: unicodedata.normalize("NFC", text.strip()).casefold()
        return isinstance(answer, str) and fold(reference) == fold(answer)
    return type(reference) is type(answer) and reference == answer


def matching(edges, count):
    """Whether every left row finds its own right row (augmenting paths)."""
    owner = {}

    def place(left, seen):
        for right in edges[left]:
            if right in seen:
                continue
            seen.add(right)
            if right not in owner or place(owner[right], seen):
                owner[right] = left
                return True
        return False

    return all(place(left, set()) for left in range(count))


def ordering_column(table):
    """The one column whose values run one way and not all alike; None if there is none or a choice."""
    found = []
    for column in range(len(table["columns"])):
        values = [row[column] for row in table["rows"]]
        if any(v is None for v in values) or len(set(values)) < 2:
            continue
        if values == sorted(values) or values == sorted(values, reverse=True):
            found.append(column)
    return found[0] if len(found) == 1 else None


def tied(table, ordered):
    """Which rows may stand at which place."""
    rows = table["rows"]
    if not ordered:
        return lambda i, j: True
    column = ordering_column(table)
    if column is None:
        return lambda i, j: i == j
    return lambda i, j: rows[i][column] == rows[j][column]


def covers(reference, answer, assignment, allowed, places):
    kinds = [c["type"] for c in reference["columns"]]
    names = [c["name"] for c in reference["columns"]]
    rows = answer["rows"]
    edges = []
    for i, row in enumerate(reference["rows"]):
        edges.append([
            j for j in range(len(rows)) if allowed(i, j) and all(
                cells_equal(row[c], rows[j][assignment[c]], kinds[c], places.get(names[c]))
                for c in range(len(kinds)))])
    return matching(edges, len(edges))


def candidates(reference, answer, places):
    """For each reference column the answer columns in which each of its values occurs: no others cover it."""
    found = []
    for c, column in enumerate(reference["columns"]):
        occurs = lambda value, a: any(
            cells_equal(value, row[a], column["type"], places.get(column["name"])) for row in answer["rows"])
        found.append([a for a in range(len(answer["columns"]))
                      if all(occurs(row[c], a) for row in reference["rows"])])
    return found


def is_right(reference, answer, ordered=False, places=None):
    if len(reference["rows"]) != len(answer["rows"]):
        return False
    places, allowed = places or {}, tied(reference, ordered)
    return any(
        len(set(assignment)) == len(assignment) and covers(reference, answer, assignment, allowed, places)
        for assignment in itertools.product(*candidates(reference, answer, places)))


def scaled(answer, column, factor):
    """The answer with one column multiplied, or None if it holds no numbers."""
    values = [row[column] for row in answer["rows"]]
    numbers = [as_decimal(v) for v in values]
    if all(n is None for n in numbers) or any(n is None and v is not None for n, v in zip(numbers, values)):
        return None
    rows = [list(row) for row in answer["rows"]]
    for row, number in zip(rows, numbers):
        row[column] = None if number is None else number * factor
    return {"columns": answer["columns"], "rows": rows}


def is_scaled(reference, answer, ordered=False):
    """Right once one column or all columns of numbers are multiplied or divided by 100."""
    width = range(len(answer["columns"]))
    for factor in (Decimal(100), Decimal("0.01")):
        for chosen in itertools.chain(([c] for c in width), [width]):
            other = answer
            for column in chosen:
                other = scaled(other, column, factor) or other
            if is_right(reference, other, ordered):
                return True
    return False


def is_split(reference, answers, ordered=False):
    if len(answers) < 2 or len({len(a["columns"]) for a in answers}) != 1:
        return False
    union = {"columns": answers[0]["columns"], "rows": [row for a in answers for row in a["rows"]]}
    return is_right(reference, union)


def verdict(pair):
    """(label, near miss) as the specification has it."""
    answers = pair.get("answers") or [pair["answer"]]
    ordered = pair["ordered"]
    if len(answers) == 1 and is_right(pair["reference"], answers[0], ordered, pair.get("places")):
        return "right", None
    if is_split(pair["reference"], answers):
        return "wrong", "split"
    if len(answers) == 1 and is_scaled(pair["reference"], answers[0], ordered):
        return "wrong", "scale"
    return "wrong", None
