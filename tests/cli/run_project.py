#!/usr/bin/env python3
"""What a dbt project adds to the answers of a warehouse: names, values, keys, metrics; and what it never tells.

    run_project.py TALLY HARBOUR_FOLDER

HARBOUR_FOLDER is tests/dbt/harbour. Prints each failure, then "N passed, N failed".
"""
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from runner import run_all

TALLY, HARBOUR = (os.path.abspath(p) for p in sys.argv[1:3])
ANSWERED, NOT_ANSWERED = 0, 3


def build(folder):
    """The warehouse, with the model beside it."""
    environment = {**os.environ, "TALLY_DATA_DIR": os.path.join(HARBOUR, "data")}
    done = subprocess.run([TALLY, "demo", "harbour", "--dir", folder], env=environment, capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    shutil.copy(os.path.join(HARBOUR, "data/warehouses/harbour/model.ossie.yml"), folder)


@contextlib.contextmanager
def harbour(project="project", model=True):
    """A folder with the warehouse, its model (unless told otherwise) and a project of its own."""
    with tempfile.TemporaryDirectory(prefix="tally-project-") as name:
        folder = pathlib.Path(name)
        shutil.copy(BUILT / "harbour.duckdb", folder)
        shutil.copy(BUILT / "model.ossie.yml", folder)
        lines = ["warehouse: harbour.duckdb"]
        lines += ["model: model.ossie.yml"] if model else []
        if project:
            shutil.copytree(os.path.join(HARBOUR, project), folder / "dbt")
            lines.append("dbt: {project: dbt}")
        (folder / "tally.yml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        yield folder


def run(folder, *words):
    done = subprocess.run([TALLY, *words], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def ask(folder, question, code=ANSWERED):
    got, out, err = run(folder, "ask", question, "--json")
    assert got == code, f"{question}: exit {got}, not {code}\n{out}{err}"
    return json.loads(out)


def cells(answer):
    return answer["table"]["rows"]


def reasons(answer):
    return " ".join(reason["text"] for reason in answer["trust"]["reasons"])


def check(folder, code=0):
    got, out, err = run(folder, "model", "check", "--json")
    assert got == code, f"model check: exit {got}\n{out}{err}"
    return json.loads(out)


def names_of_the_project_are_understood():
    with harbour() as folder:
        assert cells(ask(folder, "fees by building material")) == [["steel", 2500], ["wood", 2000]], "synonym in meta"
        assert cells(ask(folder, "fees by billing state")) == [["closed", 2700], ["open", 1800]], "label in meta"


def without_the_project_they_are_not():
    with harbour(project=None) as folder:
        ask(folder, "fees by building material", NOT_ANSWERED)


def a_value_that_no_row_has_is_answered_with_none():
    with harbour() as folder:
        answer = ask(folder, "fees of aluminium vessels")
        assert cells(answer) == [[None]], cells(answer)
        assert "aluminium" in reasons(answer) and "recorded: steel, wood" in reasons(answer), reasons(answer)
        answer = ask(folder, "fees with state disputed")
        assert answer["entries"][0]["request"]["filters"][0]["values"] == ["disputed"], answer["entries"][0]["request"]


def keys_come_from_tests():
    with harbour() as folder:
        texts = [warning["message"] for warning in check(folder)["warnings"]]
        assert len(texts) == 1 and 'relationship "call_vessel" joins to vessel_id' in texts[0], texts
        project = folder / "dbt/models/models.yml"
        text = project.read_text(encoding="utf-8")
        project.write_text(text.replace("name: vessel_name\n", "name: vessel_id\n"), encoding="utf-8")
        assert check(folder)["warnings"] == [], "a test makes it a key"


def a_relationship_may_lead_to_a_key_that_only_tests_know():
    with harbour() as folder:
        model = folder / "model.ossie.yml"
        text = model.read_text(encoding="utf-8")
        model.write_text(text.replace("source: ports\n", "source: ports\n        primary_key: [port_name]\n"),
                         encoding="utf-8")
        check(folder)
        (folder / "tally.yml").write_text("warehouse: harbour.duckdb\nmodel: model.ossie.yml\n", encoding="utf-8")
        mistakes = check(folder, 1)["complaints"]
        assert "joins to port_id" in mistakes[0]["message"], mistakes


def descriptions_fill_what_nobody_said():
    with harbour() as folder:
        _, out, _ = run(folder, "model", "show", "--json")
        said = {f"{d['dataset']}.{d['field']}": d["description"] for d in json.loads(out)["dimensions"]}
        assert said["vessel.hull"] == "What it is made of.", said
        assert said["port.berths"] == "Said by the warehouse.", said


def a_changed_project_is_read_again():
    with harbour() as folder:
        ask(folder, "fees by building material")
        project = folder / "dbt/models/models.yml"
        text = project.read_text(encoding="utf-8")
        project.write_text(text.replace("building material", "plating"), encoding="utf-8")
        ask(folder, "fees by building material", NOT_ANSWERED)
        assert len(cells(ask(folder, "fees by plating"))) == 2, "the new name"


def a_broken_project_costs_only_what_it_adds():
    with harbour() as folder:
        (folder / "dbt/dbt_project.yml").write_text("name: [", encoding="utf-8")
        for _ in range(2):  # read, and known to be broken
            code, out, err = run(folder, "ask", "fees", "--json")
            assert code == 0 and cells(json.loads(out)) == [[4500]], out
            assert "nothing is known of the dbt project" in err, err


def main():
    global BUILT
    with tempfile.TemporaryDirectory(prefix="tally-harbour-") as name:
        BUILT = pathlib.Path(name)
        build(name)
        return run_all((
            names_of_the_project_are_understood, without_the_project_they_are_not,
            a_value_that_no_row_has_is_answered_with_none, keys_come_from_tests,
            a_relationship_may_lead_to_a_key_that_only_tests_know, descriptions_fill_what_nobody_said,
            a_changed_project_is_read_again, a_broken_project_costs_only_what_it_adds))


if __name__ == "__main__":
    sys.exit(main())
