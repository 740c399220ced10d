"""Which columns a question needs, as its SQL uses them: labels that the data sets do not carry."""
import re

TOKEN = re.compile(r"""'(?:[^']|'')*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|[A-Za-z_][A-Za-z_0-9$#]*|--[^\n]*|\d[\w.]*|\s+|.""", re.S)
NOT_ALIASES = {"on", "where", "join", "inner", "left", "right", "full", "cross", "outer", "natural", "group", "order",
               "limit", "union", "intersect", "except", "having", "using", "as", "set", "window", "qualify"}


def tokens(sql):
    for found in TOKEN.finditer(sql):
        text = found.group()
        if text.isspace() or text.startswith(("'", "--")):
            continue
        quoted = text[0] in "\"`["
        yield text[1:-1].lower() if quoted else text.lower(), quoted or text[0].isalpha() or text[0] == "_"


def used_columns(sql, tables):
    """tables: {name: its columns}, in lower case -> {name: set of the columns that the SQL names}"""
    words = list(tokens(sql))
    alias_of, uses = {}, []
    at = 0
    while at < len(words):
        word, is_name = words[at]
        if word in ("from", "join", ",") and at + 1 < len(words):
            parts = name_at(words, at + 1)
            table = ".".join(part for part in parts)
            table = table if table in tables else parts[-1] if parts else ""
            if table in tables:
                end = at + 2 * len(parts)
                if end < len(words) and words[end][0] == "as":
                    end += 1
                if end < len(words) and words[end][1] and words[end][0] not in NOT_ALIASES:
                    alias_of[words[end][0]] = table
                alias_of.setdefault(parts[-1], table)
                at += 2 * len(parts)
                continue
        if is_name:
            parts = name_at(words, at)
            uses.append(parts)
            at += 2 * len(parts) - 1
        else:
            at += 1
    found = {name: set() for name in tables}
    for parts in uses:
        column = parts[-1]
        if len(parts) > 1 and parts[-2] in alias_of:
            owners = [alias_of[parts[-2]]]
        else:
            owners = [name for name in set(alias_of.values()) if column in tables[name]]
        if len(owners) == 1 and column in tables[owners[0]]:
            found[owners[0]].add(column)
    return found


def name_at(words, at):
    """-> the parts of a name that begins there: a.b.c"""
    parts = []
    while at < len(words) and words[at][1]:
        parts.append(words[at][0])
        if at + 1 < len(words) and words[at + 1][0] == ".":
            at += 2
        else:
            break
    return parts


def column_queries(questions, catalogs, least):
    """One query a question and wanted table of `least` columns or more, with the columns of it that the SQL names."""
    queries = []
    for question in questions:
        dataset = question.get("catalog_dataset") or question["dataset"]
        tables = catalogs.get((dataset, question["db"]), {})
        if not question.get("sql") or not tables:
            continue
        for table, columns in used_columns(question["sql"], tables).items():
            if columns and len(tables[table]) >= least:
                queries.append({"qid": f"{question['id']}:{table}", "query": question["question"], "model": table,
                                "db": question["db"], "dataset": dataset, "expected": sorted(columns)})
    return queries


def columns_of(catalogs):
    """-> {(dataset, db): {table: its columns}} of the lines of a catalog file, in lower case"""
    return {(one["dataset"], one["db"]): {table["name"].lower(): {column["name"].lower() for column in table["columns"]}
                                          for table in one["tables"]} for one in catalogs}
