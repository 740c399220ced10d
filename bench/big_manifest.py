#!/usr/bin/env python3
"""How long does a manifest of 100 MB take, and how much memory?

    big_manifest.py TALLY [MEGABYTES]

Writes a manifest as dbt writes it (SQL twice, columns, configs, both maps), plain and gzip, has `tally
catalog stats` read each, and prints seconds, CPU seconds, peak memory, and whether every edge was found.
"""
import gzip
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

SQL = "select c.id, sum(l.amount) as amount -- \"quoted\" {{ ref('x') }}\nfrom a.b.c as c\njoin l on l.id = c.id\n"


def model(number):
    columns = {f"field_{at}": {"name": f"field_{at}", "description": f"What field {at} of model {number} holds.",
                               "meta": {}, "data_type": "bigint", "constraints": [], "quote": None, "tags": []}
               for at in range(12)}
    reads = [f"model.big.m{number - back}" for back in (1, 7) if number >= back]
    return {"database": "d", "schema": "s", "name": f"m{number}", "resource_type": "model", "package_name": "big",
            "original_file_path": f"models/m{number}.sql", "alias": f"m{number}", "tags": ["a"], "columns": columns,
            "config": {"enabled": True, "materialized": "table", "tags": ["a"], "meta": {"owner": "x"}},
            "description": f"Model number {number}.", "raw_code": SQL * 12, "compiled_code": SQL * 20,
            "depends_on": {"macros": ["macro.dbt.is_incremental"], "nodes": reads}}


def write(path, megabytes):
    """The number of edges."""
    parents, size, number = {}, 0, 0
    with open(path, "w", encoding="utf-8") as out:
        out.write('{"metadata": {"project_name": "big", "adapter_type": "duckdb"}, "nodes": {')
        while size < megabytes * 1_000_000 * 0.98:
            node = model(number)
            parents[f"model.big.m{number}"] = node["depends_on"]["nodes"]
            size += out.write((", " if number else "") + f'"model.big.m{number}": {json.dumps(node)}')
            number += 1
        out.write(f'}}, "parent_map": {json.dumps(parents)}}}')
    return sum(len(read) for read in parents.values())


def measure(tally, path):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = ["/usr/bin/env", tally, "catalog", "stats", "--json", "--manifest", path]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, cpu, after.ru_maxrss / 1024, json.loads(done.stdout)["edges"]


def main():
    tally, megabytes = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100
    with tempfile.TemporaryDirectory(prefix="tally-bench-") as folder:
        plain = pathlib.Path(folder, "manifest.json")
        edges = write(plain, megabytes)
        packed = pathlib.Path(folder, "packed.json.gz")
        packed.write_bytes(gzip.compress(plain.read_bytes(), 6))
        size = plain.stat().st_size / 1e6
        for path in (plain, packed):
            seconds, cpu, peak, found = measure(tally, str(path))
            print(f"{path.name}: {size:.0f} MB of JSON in {seconds:.2f} s ({cpu:.2f} s of CPU), "
                  f"peak {peak:.0f} MiB, {found} of {edges} edges")


if __name__ == "__main__":
    main()
