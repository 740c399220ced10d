#!/usr/bin/env python3
"""Does every path that a document names exist, and is a source folder's README short? Prints file:line and
exits 1 if not.

Looks at the links and the `code` of every *.md file. What stands in backticks counts as a path if it
ends in a file type of ours, or if it has a slash and starts with a folder that is there. It may be
named from the repository's root, from the document's own folder or from src/ (as includes do), and
may hold * and {a,b}. A bare file name must be the name of some file here. Fenced blocks are left
out: they show commands and files of the user.
"""
import fnmatch
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LONGEST_README = 15  # lines, in src/
SKIPPED = {".git", "build", "node_modules", ".tally", "demo"}
# Made by building or using the program, or other people's: never in the repository.
ELSEWHERE = {"tally.yml", "duckdb.h", "libduckdb.so", "row_counts.txt", "dbt_project.yml", "packages.yml", "dependencies.yml", "profiles.yml", "vars.yml",
             "manifest.json", "catalog.json", "semantic_manifest.json", "warehouse.sql", "model.ossie.yml"}
TYPES = (".h", ".cc", ".md", ".py", ".sh", ".txt", ".yml", ".json", ".sql", ".case", ".cmake", ".duckdb")
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"^[\w.*{},/+-]+$")
BRACES = re.compile(r"\{([^{}]*)\}")


def repository_files():
    """-> all files and folders, as paths from the root"""
    paths = set()
    for where, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in SKIPPED]
        for name in names + folders:
            paths.add(os.path.relpath(os.path.join(where, name), ROOT))
    return paths


def spread(text):
    """a.{h,cc} -> a.h, a.cc"""
    found = BRACES.search(text)
    if not found:
        return [text]
    return [one for choice in found.group(1).split(",")
            for one in spread(text[: found.start()] + choice + text[found.end():])]


class Documents:
    def __init__(self, paths):
        self.paths = paths
        self.names = {os.path.basename(path) for path in paths}

    def there(self, path):
        path = os.path.normpath(path)
        if "*" in path:
            return any(fnmatch.fnmatch(one, path) for one in self.paths)
        return path in self.paths or path == "."

    def named(self, text, folder):
        """True if `text` is a path that exists as seen from `folder`, the root or src/."""
        return any(self.there(os.path.join(base, text)) for base in (folder, "", "src"))

    def wrong_code(self, text, folder):
        text = text.split(":")[0] if re.search(r":\d+$", text) else text
        if not PATH.match(text) or text.startswith(("-", "/", ".tally", "*")):
            return False
        first = text.split("/")[0]
        if first in SKIPPED or text in ELSEWHERE or set(text) <= set("./*"):
            return False
        if "/" not in text:
            looks = text.endswith(TYPES) and not text.startswith(".")
            return looks and not all(self.named(one, folder) or one in self.names or
                                     fnmatch.filter(self.names, one) for one in spread(text))
        if not text.endswith(TYPES) and not self.named(first, folder):
            return False  # "and/or", "application/json"
        return not all(self.named(one, folder) for one in spread(text))

    def wrong_link(self, target, folder):
        target = target.split("#")[0]
        if not target or re.match(r"^[a-z]+:", target):
            return False
        return not self.there(os.path.join(folder, target))

    def check(self, document):
        folder = os.path.dirname(document)
        fenced = False
        with open(os.path.join(ROOT, document), encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.lstrip().startswith(("```", "~~~")):
                    fenced = not fenced
                    continue
                if fenced:
                    continue
                wrong = [text for text in CODE.findall(line) if self.wrong_code(text, folder)]
                wrong += [text for text in LINK.findall(CODE.sub("", line)) if self.wrong_link(text, folder)]
                for text in wrong:
                    yield f"{document}:{number}: {text} does not exist"


def too_long(document):
    """Complaints about the README of a source folder that says more than its first page."""
    if not (document.startswith("src/") and os.path.basename(document) == "README.md"):
        return
    with open(os.path.join(ROOT, document), encoding="utf-8") as lines:
        count = sum(1 for _ in lines)
    if count > LONGEST_README:
        yield f"{document}:{count}: longer than {LONGEST_README} lines"


def main():
    paths = repository_files()
    documents = Documents(paths)
    complaints = [complaint for path in sorted(paths) if path.endswith(".md")
                  for complaint in (*documents.check(path), *too_long(path))]
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
