"""Reads pairs/*.case (the format is told in pairs/README.md)."""

from decimal import Decimal


class Mistake(Exception):
    """A case file that cannot be read; says file and line."""


def cell(text, kind):
    text = text.strip()
    if text == "NULL":
        return None
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1]
    if kind in ("integer", "hugeint"):
        return int(text)
    if kind == "decimal":
        return Decimal(text)
    if kind == "real":
        return text if text == "nan" else float(text)
    return text == "true" if kind == "boolean" else text


def header(text):
    columns = [part.split() for part in text.split(",") if part.strip()]
    return {"columns": [{"name": name, "type": kind} for name, kind in columns], "rows": []}


def read_places(text):
    return {name: int(places) for name, places in (part.strip().split("=") for part in text.split(","))}


def finish(pair, answers, where):
    if not answers or "reference" not in pair or "label" not in pair:
        raise Mistake(f"{where}: {pair['id']} lacks verdict, reference or answer")
    pair["answer"] = answers[-1]
    if len(answers) > 1:
        pair["answers"] = answers
    return pair


def directive(pair, answers, key, value):
    """One `key: value` line; returns the table that following lines belong to, if it opens one."""
    if key == "reference":
        pair["reference"] = header(value)
        return pair["reference"]
    if key == "answer":
        answers.append(header(value))
        return answers[-1]
    if key == "verdict":
        pair["label"] = value
    elif key == "ordered":
        pair["ordered"] = value == "yes"
    elif key == "places":
        pair["places"] = read_places(value)
    elif key == "near":
        pair["near_miss"] = None if value == "none" else value
    elif key == "undecided":
        pair["undecided"] = value
    return None


KEYS = ("verdict", "ordered", "places", "near", "undecided", "reference", "answer")


def add_row(table, line, where):
    cells = line.split(" | ")
    if table is None or len(cells) != len(table["columns"]):
        raise Mistake(f"{where}: a row without a table, or of another width: {line}")
    table["rows"].append([cell(text, column["type"]) for text, column in zip(cells, table["columns"])])


def read(path):
    pair, answers, table = None, [], None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        where = f"{path.name}:{number}"
        if line.startswith("# ") or not line.strip():
            continue
        if line.startswith("== "):
            if pair:
                yield finish(pair, answers, where)
            pair = {"id": f"{path.stem}: {line[3:].strip()}", "ordered": False, "near_miss": None}
            answers, table = [], None
            continue
        key, colon, value = line.partition(":")
        if colon and key in KEYS:
            table = directive(pair, answers, key, value.strip())
        else:
            add_row(table, line, where)
    if pair:
        yield finish(pair, answers, f"{path.name}: end")


def read_all(folder):
    for path in sorted(folder.glob("*.case")):
        yield from read(path)
