#!/usr/bin/env python3
"""Does every folder include only what tools/layers.txt allows? Prints file:line and exits 1 if not.

A file belongs to the longest folder of the table that its path starts with; so does an included
header. A folder may include itself, `base` and what its line lists, and a line may list only
folders above it: that keeps the dependencies one-way. Lines that start with `<` are for headers of
other people: which folders may see them, or `*.cc` for any source file but no header.
Tests (*_test.cc, *_fuzz.cc) and their fixtures (*_fixture.h, *_fixture.cc) may include what they like.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|(<[^>]+>))')
TESTS = re.compile(r"_(test|fuzz|fixture)\.(cc|h)$")


def read_table(path, complain):
    """-> {folder: allowed folders}, [(header prefix, allowed folders)]"""
    layers, foreign = {}, []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0].startswith("<"):
                foreign.append((words[0].rstrip(">"), words[1:]))
                continue
            for name in words[1:]:
                if name not in layers:
                    complain(f"tools/layers.txt:{number}: {words[0]} may include only folders above it, not {name}")
            layers[words[0]] = {words[0], "base", *words[1:]}
    return layers, foreign


def folder_of(path, layers):
    """The longest listed folder that `path` (below src/) lies in; None if there is none."""
    parts = path.split("/")[:-1]
    while parts:
        if "/".join(parts) in layers:
            return "/".join(parts)
        parts.pop()
    return None


def check_own(source, header, folder, layers):
    target = folder_of(header, layers)
    if target is None:
        return f'"{header}" is in no folder of tools/layers.txt (includes start below src/)'
    if target not in layers[folder]:
        return f"{folder} may not include {target} (\"{header}\")"
    return None


def check_foreign(source, header, folder, foreign):
    for prefix, allowed in foreign:
        if header.startswith(prefix) and folder not in allowed:
            if "*.cc" not in allowed:
                return f"{folder} may not include {header}: that is for {', '.join(allowed)}"
            if not source.endswith(".cc"):
                return f"{header} belongs in a .cc file, not in a header"
    return None


def check_file(source, layers, foreign, complain):
    folder = folder_of(source, layers)
    if folder is None:
        complain(f"src/{source}:1: this folder is not in tools/layers.txt")
        return
    with open(os.path.join(ROOT, "src", source), encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            own, other = found.groups()
            wrong = check_own(source, own, folder, layers) if own else check_foreign(source, other, folder, foreign)
            if wrong:
                complain(f"src/{source}:{number}: {wrong}")


def main():
    complaints = []
    layers, foreign = read_table(os.path.join(ROOT, "tools", "layers.txt"), complaints.append)
    checked = 0
    for where, _, names in sorted(os.walk(os.path.join(ROOT, "src"))):
        for name in sorted(names):
            if name.endswith((".h", ".cc")) and not TESTS.search(name):
                source = os.path.relpath(os.path.join(where, name), os.path.join(ROOT, "src"))
                check_file(source, layers, foreign, complaints.append)
                checked += 1
    if checked == 0:
        complaints.append("src: there is nothing to check")
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
