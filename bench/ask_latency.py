#!/usr/bin/env python3
"""Latency of a whole `tally ask` process, warm page cache, and where the time goes.

    bench/ask_latency.py TALLY FOLDER [REPEATS]

Questions come from the model's own examples, so this runs on any warehouse. "engine" is what guard and
run stages waited for the engine's worker (its start included); "outside" is all the rest of the process:
start, config, catalog, model, facts, parsing, compiling, printing. Medians of REPEATS runs a question.
"""
import json
import statistics
import subprocess
import sys
import time


def ask(tally, folder, question):
    start = time.perf_counter()
    done = subprocess.run([tally, "-C", folder, "ask", "--json", question], capture_output=True,
                          check=False)
    wall = (time.perf_counter() - start) * 1000
    return wall, json.loads(done.stdout) if done.stdout else None


def main():
    tally, folder = sys.argv[1], sys.argv[2]
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    shown = subprocess.run([tally, "-C", folder, "model", "show", "--json"], capture_output=True, check=True)
    questions = json.loads(shown.stdout)["examples"]
    if not questions:
        sys.exit(f"the model of {folder} has no examples (ai_context.examples): there is nothing to ask")
    ask(tally, folder, questions[0])  # facts and page cache
    walls, engines, outsides, by_stage = [], [], [], {}
    answered = 0
    for question in questions:
        mine = []
        for _ in range(repeats):
            wall, answer = ask(tally, folder, question)
            stages = {s["stage"]: s["ms"] for s in answer["timeline"]}
            engine = stages.get("guard", 0) + stages.get("run", 0)
            mine.append((wall, engine, wall - engine))
            for name, ms in stages.items():
                by_stage.setdefault(name, []).append(ms)
        answered += answer["outcome"] == "answer"
        wall, engine, outside = (statistics.median(x) for x in zip(*mine))
        print(f"  {wall:7.1f} ms  engine {engine:7.1f}  outside {outside:5.1f}  {answer['outcome']:8} {question}")
        walls.append(wall); engines.append(engine); outsides.append(outside)
    print(f"{len(questions)} questions x {repeats}, {answered} answered: median {statistics.median(walls):.1f} ms, "
          f"engine {statistics.median(engines):.1f}, outside the engine {statistics.median(outsides):.1f}")
    print("  stage medians (ms): " + ", ".join(f"{n} {statistics.median(v):.1f}" for n, v in by_stage.items()))


if __name__ == "__main__":
    main()
