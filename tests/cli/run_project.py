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
    """A folder with the warehouse, its model (unless told otherwise) and a project of its own, or its artifacts."""
    with tempfile.TemporaryDirectory(prefix="tally-project-") as name:
        folder = pathlib.Path(name)
        shutil.copy(BUILT / "harbour.duckdb", folder)
        shutil.copy(BUILT / "model.ossie.yml", folder)
        lines = ["warehouse: harbour.duckdb"]
        lines += ["model: model.ossie.yml"] if model else []
        if project:
            shutil.copytree(os.path.join(HARBOUR, project), folder / "dbt")
            lines.append("dbt: {manifest: dbt/manifest.json}" if project == "artifacts" else "dbt: {project: dbt}")
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
        ask(folder, "fees")
        (folder / "dbt/dbt_project.yml").write_text("name: [", encoding="utf-8")
        for _ in range(2):  # read, and known to be broken
            code, out, err = run(folder, "ask", "fees", "--json")
            assert code == 0 and cells(json.loads(out)) == [[4500]], out
            assert "nothing is known of the dbt project" in err, err


def rewrite(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def total(folder, question):
    rows = cells(ask(folder, question))
    assert len(rows) == 1 and len(rows[0]) == 1, f"{question}: {rows}"
    return rows[0][0]


def groups(folder, question):
    return {row[0]: row[-1] for row in cells(ask(folder, question))}


def not_taken(folder):
    return {one["what"]: one["reason"] for one in check(folder)["not_taken"]}


def a_semantic_layer_is_a_model():
    with harbour("layer", model=False) as folder:
        assert total(folder, "harbour dues") == 4500
        assert groups(folder, "harbour dues by country") == {"Denmark": 2200, "Germany": 900, "Norway": 1400}
        assert groups(folder, "harbour dues by hull") == {"steel": 2500, "wood": 2000}
        assert groups(folder, "harbour dues by cargo class") == {"big": 3500, "small": 1000}
        assert total(folder, "harbour dues in February 2024") == 700
        assert groups(folder, "harbour dues by window") == {"tide": 4500}, "a column called like a word of SQL"
        assert total(folder, "harbour dues with state code open") == 1800
        assert groups(folder, "calls by state code") == {"closed": 6, "open": 3}
        assert "the dbt project harbour_project" in reasons(ask(folder, "calls")), "whose model it is"


def every_kind_of_metric_means_what_it_means_in_dbt():
    with harbour("layer", model=False) as folder:
        wanted = {
            "median fee": 500, "emergencies": 2, "ports called": 3, "high fee": 700, "emergency fees": 1000,
            "danish fees": 2200, "late fees": 900, "fee per ton": 10, "emergency fee per ton": 10,
            "calm fees": 3500, "filled fees": 4500, "cargo": 450}
        got = {question: total(folder, question) for question in wanted}
        assert got == wanted, got
        assert total(folder, "fees") == 4500, "not the metric that is labelled Fees %"
        assert abs(total(folder, "danish part") - 2200 / 4500) < 1e-9
        months = [row[-1] for row in cells(ask(folder, "departures by month"))]
        assert months == [1, 3, 1, 3, 1], f"dated by when they left: {months}"
        assert "periods without rows" in reasons(ask(folder, "filled fees")), "what is otherwise is said"


def no_time_is_told_finer_than_the_project_does():
    with harbour("layer", model=False) as folder:
        rewrite(folder / "dbt/models/semantics.yml", "- {name: arrived_at, type: time, type_params: {time_granularity: day}}",
                "- {name: arrived_at, type: time, type_params: {time_granularity: MONTH}}")
        assert len(cells(ask(folder, "harbour dues by month"))) == 5
        refused = ask(folder, "harbour dues by week", NOT_ANSWERED)
        assert "month" in refused["reason"], refused


def what_cannot_be_said_is_listed_with_its_reason():
    with harbour("layer", model=False) as folder:
        refused = not_taken(folder)
        for metric, reason in {"running_fees": "cumulative", "debt": "added up over time",
                               "fee_growth": "another period", "stray_filter": "without Dimension()",
                               "snake": "made of it", "skippers": "the project hides"}.items():
            assert reason in refused[f'metric "{metric}"'], (metric, refused)
        assert 'no column "lost_column"' in refused['dimension "calls.lost_column"'], refused
        assert len(refused) == 7, refused
        ask(folder, "running fees", NOT_ANSWERED)


def nothing_of_a_hidden_model_is_told():
    with harbour("layer", model=False) as folder:
        for words in (("model", "check", "--json"), ("model", "show"), ("ask", "letters"), ("ask", "grievance", "--json")):
            _, out, err = run(folder, *words)
            told = (out + err).replace("grievance", "", 2 if words[0] == "ask" else 0)  # the question is repeated
            assert "letter_count" not in told and "letters_twice" not in told and "cold soup" not in told, told
            assert "grievance" not in told, told
        _, out, _ = run(folder, "model", "show", "--json")
        assert "skipper" not in out, "a column that is hidden"


def metrics_of_the_project_join_a_model():
    with harbour("layer") as folder:
        assert total(folder, "emergency fees") == 1000 and total(folder, "calm fees") == 3500
        assert groups(folder, "danish fees by hull") == {"steel": 1600, "wood": 600}
        assert "\"emergency_fees\" is defined by the dbt project" in reasons(ask(folder, "emergency fees"))
        answer = ask(folder, "fees")
        assert total(folder, "fees") == 4500 and "is defined by" not in reasons(answer), "the author's own"
        assert total(folder, "harbour dues") == 4500, "the label of the same metric"
        assert "no time of" in not_taken(folder)['metric "departures"'], not_taken(folder)


def annotations_of_models_are_a_semantic_layer_too():
    with harbour("annotated", model=False) as folder:
        assert groups(folder, "harbour dues by country") == {"Denmark": 2200, "Germany": 900, "Norway": 1400}
        assert groups(folder, "calls by billing state") == {"closed": 6, "open": 3}
        wanted = {"mid fee": 500, "settled fees": 2700, "unsettled fees": 1800, "fee per call": 500,
                  "known fees": 1000}
        got = {question: total(folder, question) for question in wanted}
        assert got == wanted, got
        assert list(not_taken(folder)) == ['metric "running_fees"'], not_taken(folder)
        assert len(cells(ask(folder, "harbour dues by month"))) == 5


def what_the_model_calls_personal_stays_so():
    with harbour("annotated") as folder:
        assert "is personal" in not_taken(folder)['metric "known_fees"'], not_taken(folder)
        assert total(folder, "settled fees") == 2700


def artifacts_are_a_semantic_layer_too():
    with harbour("artifacts", model=False) as folder:
        assert groups(folder, "harbour dues by country") == {"Denmark": 2200, "Germany": 900, "Norway": 1400}
        assert total(folder, "norse fees") == 1400 and total(folder, "fee range") == 3100
        assert not_taken(folder) == {}, not_taken(folder)


def a_project_without_a_layer_is_no_model():
    with harbour(model=False) as folder:
        code, out, err = run(folder, "ask", "fees")
        assert code != ANSWERED and "has no semantic models" in out + err, out + err


def a_layer_that_cannot_be_read_is_not_told_as_none():
    with harbour("layer", model=False) as folder:
        rewrite(folder / "dbt/models/semantics.yml", "semantic_models:\n", "\t- x\nsemantic_models:\n")
        _, out, err = run(folder, "ask", "harbour dues")
        assert "models/semantics.yml:" in out + err and "has no semantic models" not in out + err, out + err


def a_word_of_the_warehouse_is_pointed_at():
    with harbour() as folder:
        for question in ("average water level by port", "how high is the water level"):
            answer = ask(folder, question, NOT_ANSWERED)
            assert "tides.water_level_cm looks like it, but the model does not describe it" in answer["reason"], answer
        answer = ask(folder, "total cargo tons by hull", NOT_ANSWERED)
        assert "port_calls.cargo_tons" in answer["reason"], answer
        for question in ("grievances by hull", "crew letters by hull", "fees by email", "fees by colour"):
            answer = ask(folder, question, NOT_ANSWERED)
            assert "looks like" not in answer["reason"], answer


def a_resource_is_shown_with_its_table():
    with harbour() as folder:
        code, out, err = run(folder, "show", "fct_port_calls", "--json")
        assert code == 0, err
        table = json.loads(out)["table"]
        assert table["name"].endswith(".main.port_calls") and table["primary_key"] == ["call_id"], table
        assert table["references"][0]["target"].endswith(".main.ports") and table["estimated_rows"] == 9, table
        _, out, _ = run(folder, "show", "fct_port_calls", "--project", "dbt", "--json")
        assert json.loads(out)["table"] is None, "a project by itself has no warehouse"
        code, out, _ = run(folder, "doctor", "--json")
        dbt = next(one for one in json.loads(out) if one["check"] == "dbt")
        assert dbt["passed"] and "4 of 5 tables known to it" in dbt["text"], dbt
        assert "it hides 1 table and 0 columns" in dbt["text"], dbt


def a_broken_property_file_is_told_by_doctor():
    with harbour() as folder:
        file = folder / "dbt/models/models.yml"
        file.write_text("models:\n\t- name: ports\n" + file.read_text(encoding="utf-8").partition("models:\n")[2],
                        encoding="utf-8")
        code, out, _ = run(folder, "doctor", "--json")
        dbt = next(one for one in json.loads(out) if one["check"] == "dbt")
        assert code != 0 and not dbt["passed"] and "models/models.yml:2:" in dbt["text"], dbt
        _, out, _ = run(folder, "ask", "grievance", "--json")
        assert "crew_letters" not in out, "what the file may have hidden is not pointed at"
        code, out, err = run(folder, "show", "crew_letters")
        assert code != 0 and "grievance" not in out + err, "nor shown"


def forget_tides(folder):
    """The project without its model of the tides: a table that no resource is."""
    (folder / "dbt/models/tides.sql").unlink()
    text = (folder / "dbt/models/models.yml").read_text(encoding="utf-8")
    begin, end = text.index("  - name: tides"), text.index("  - name: crew_letters")
    (folder / "dbt/models/models.yml").write_text(text[:begin] + text[end:], encoding="utf-8")


def tables_that_no_resource_is_are_found():
    with harbour() as folder:
        before = json.loads(run(folder, "catalog", "stats", "--json")[1])
        assert "table" not in before["kinds"], "each table is a resource of the project"
        forget_tides(folder)
        after = json.loads(run(folder, "catalog", "stats", "--json")[1])
        assert after["kinds"]["table"] == 1 and after["kinds"]["model"] == before["kinds"]["model"] - 1
        code, out, err = run(folder, "show", "tides")
        assert code == 0 and "harbour.main.tides" in out and "water_level_cm" in out and "rows" in out, out + err
        assert run(folder, "search", "letters grievance")[0] == NOT_ANSWERED, "a table that is hidden"
        code, out, err = run(folder, "search", "water level", "--json")
        assert code == 0 and json.loads(out)["results"][0]["kind"] == "table", out + err
        assert run(folder, "show", "tides", "--project", "dbt")[0] == NOT_ANSWERED, "the project alone was named"


def where_nobody_knows_what_is_hidden_no_table_is_added():
    with harbour() as folder:
        forget_tides(folder)
        (folder / "dbt/models/more.yml").write_text("models:\n\t- {name: x\n", encoding="utf-8")
        assert run(folder, "show", "tides")[0] == NOT_ANSWERED


def a_warehouse_that_is_gone_costs_only_its_tables():
    with harbour() as folder:
        (folder / "harbour.duckdb").unlink()
        code, out, err = run(folder, "search", "vessels", "--json")
        assert code == 0 and json.loads(out)["results"][0]["name"] == "vessels", out + err


def hide_column(folder, column):
    """A column of port_calls, tagged."""
    rewrite(folder / "dbt/models/models.yml", "      - name: fee_eur\n",
            f"      - name: {column}\n        config: {{tags: [private]}}\n      - name: fee_eur\n")


def refused_sql(folder, sql):
    """The rule, and all that is said."""
    code, out, err = run(folder, "sql", sql, "--json")
    assert code == NOT_ANSWERED, f"{sql}: exit {code}\n{out}{err}"
    return json.loads(out)["error"]["code"], out + err


def a_hidden_table_is_not_there_for_sql():
    with harbour() as folder:
        for sql in ("SELECT * FROM crew_letters", "SELECT * FROM harbour.main.crew_letters", "FROM crew_letter"):
            rule, told = refused_sql(folder, sql)
            assert rule == "unknown_table" and "grievance" not in told, told
            assert "crew_letters" not in told.replace(sql.split("FROM ")[1], ""), told
        code, out, _ = run(folder, "guard", "SELECT letter_id FROM crew_letters")
        assert code == 1 and "unknown_table" in out, out
        code, out, err = run(folder, "sql", "SELECT count(*) AS n FROM port_calls", "--json")
        assert code == 0 and json.loads(out)["table"]["rows"] == [[9]], out + err
        (folder / "tally.yml").write_text("warehouse: harbour.duckdb\ndbt: {project: dbt, hide: {tags: []}}\n",
                                          encoding="utf-8")
        code, out, err = run(folder, "sql", "SELECT grievance FROM crew_letters", "--json")
        assert code == 0 and json.loads(out)["table"]["rows"] == [["cold soup"]], "to whoever says so"


def a_hidden_column_is_not_read():
    with harbour() as folder:
        hide_column(folder, "skipper_email")
        for sql in ("SELECT skipper_email FROM port_calls", "SELECT * FROM port_calls", "FROM port_calls",
                    "SELECT count(*) FROM port_calls p WHERE p.skipper_email = 'a@x'"):
            assert refused_sql(folder, sql)[0] == "hidden_column", sql
        rule, told = refused_sql(folder, "SELECT skipper_emai FROM port_calls")
        assert rule == "does_not_bind" and "skipper_email" not in told, told
        code, _, err = run(folder, "sql", "SELECT * EXCLUDE (skipper_email) FROM port_calls")
        assert code == 0, err


def a_hidden_column_is_not_shown():
    with harbour() as folder:
        hide_column(folder, "skipper_email")
        for words in (("show", "fct_port_calls"), ("show", "fct_port_calls", "--json"), ("schema", "fct_port_calls"),
                      ("columns", "fct_port_calls", "skipper", "--json"), ("search", "skipper email", "--json"),
                      ("lineage", "fct_port_calls", "--json"), ("catalog", "check", "--json"), ("model", "show")):
            _, out, err = run(folder, *words)
            told = (out + err).replace("skipper email", "")  # the words asked for
            assert "skipper_email" not in told, f"{words}: {told}"
        _, out, _ = run(folder, "show", "fct_port_calls", "--include-hidden")
        assert "skipper_email" in out, out
        _, out, _ = run(folder, "catalog", "stats", "--json")
        assert json.loads(out)["hidden"] == {"resources": 1, "edges": 0, "columns": 1}, out


def a_model_says_nothing_of_what_is_hidden():
    with harbour() as folder:
        rewrite(folder / "model.ossie.yml", "    relationships:\n", """      - name: letters
        source: crew_letters
        fields:
          - name: grievance
            expression: {dialects: [{dialect: ANSI_SQL, expression: grievance}]}
            dimension: {}
    relationships:
      - {name: letter_vessel, from: letters, to: vessel, from_columns: [vessel_id], to_columns: [vessel_id]}
""")
        rewrite(folder / "model.ossie.yml", "    metrics:\n", """    metrics:
      - name: letter_count
        expression: {dialects: [{dialect: ANSI_SQL, expression: COUNT(letters.grievance)}]}
      - name: emergencies
        expression: {dialects: [{dialect: ANSI_SQL, expression: COUNT(calls.state)}]}
""")
        hide_column(folder, "arrived_at")
        rewrite(folder / "dbt/models/models.yml", "      - name: state_code\n",
                "      - name: state_code\n        tags: [privacy:high]\n")
        left = {one["what"]: (one["reason"], one["line"] > 0) for one in check(folder)["not_taken"]}
        assert set(left) == {'dataset "letters"', 'relationship "letter_vessel"', 'metric "letter_count"',
                             'metric "emergencies"', 'field "calls.state"', 'field "calls.arrived"',
                             'time "calls.arrival"'}, left
        assert all(line for _, line in left.values()) and "hidden" in left['dataset "letters"'][0], left
        for question in ("letter count", "grievances", "emergencies", "fees by state", "fees by month"):
            ask(folder, question, NOT_ANSWERED)
        assert cells(ask(folder, "fees by hull")) == [["steel", 2500], ["wood", 2000]], "the rest stands"
        _, out, _ = run(folder, "model", "show")
        assert "letter" not in out and "grievance" not in out, out


def a_hidden_key_still_joins():
    with harbour() as folder:
        hide_column(folder, "vessel_id")
        assert cells(ask(folder, "fees by hull")) == [["steel", 2500], ["wood", 2000]]
        assert refused_sql(folder, "SELECT vessel_id FROM port_calls")[0] == "hidden_column"


def of_a_name_that_two_have_only_the_hidden_one_is_hidden():
    with harbour() as folder:
        (folder / "dbt/models/sources.yml").write_text(
            "sources:\n  - name: raw\n    tables:\n      - {name: ports, tags: [private]}\n", encoding="utf-8")
        code, _, err = run(folder, "sql", "SELECT * FROM ports")
        assert code == 0, "the model's, not the source's of schema raw: " + err
        rewrite(folder / "dbt/models/sources.yml", "name: raw", "name: main")
        assert refused_sql(folder, "SELECT * FROM ports")[0] == "unknown_table", "the source's schema decides"


def where_nobody_knows_what_is_hidden_nothing_is_suggested():
    with harbour() as folder:
        ask(folder, "fees")
        (folder / "dbt/dbt_project.yml").write_text("name: [", encoding="utf-8")
        rule, told = refused_sql(folder, "SELECT * FROM crew_letter")
        assert rule == "unknown_table" and "crew_letters" not in told and "Did you mean" not in told, told
        rule, told = refused_sql(folder, "SELECT skipper_emai FROM port_calls")
        assert rule == "does_not_bind" and "skipper_email" not in told, told


def what_was_hidden_stays_so_while_the_project_is_broken():
    for broken in ("dbt/dbt_project.yml", "dbt/models/models.yml"):
        with harbour() as folder:
            hide_column(folder, "skipper_email")
            assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table"
            (folder / broken).write_text("models: [", encoding="utf-8")
            for _ in range(2):  # read, and known
                assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", broken
                assert refused_sql(folder, "SELECT skipper_email FROM port_calls")[0] == "hidden_column", broken
            assert cells(ask(folder, "fees")) == [[4500]]


def what_is_disabled_or_has_no_file_hides_its_table():
    for change in ("enabled", "no file", "artifact"):
        with harbour("artifacts" if change == "artifact" else "project") as folder:
            if change == "enabled":
                rewrite(folder / "dbt/models/models.yml", "config: {tags: [private]}",
                        "config: {tags: [private], enabled: false}")
            elif change == "no file":
                (folder / "dbt/models/crew_letters.sql").unlink()
            else:
                manifest = json.loads((folder / "dbt/manifest.json").read_text(encoding="utf-8"))
                manifest["disabled"] = {"model.h.crew_letters": [{
                    "resource_type": "model", "name": "crew_letters", "package_name": "h", "schema": "main",
                    "database": "harbour", "alias": "crew_letters", "unique_id": "model.h.crew_letters",
                    "config": {"enabled": False, "tags": ["private"]}, "tags": ["private"]}]}
                manifest["nodes"].pop("model.harbour_project.crew_letters", None)
                (folder / "dbt/manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
            assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", change
            for words in (("search", "letters"), ("show", "crew_letters"), ("catalog", "check")):
                _, out, err = run(folder, *words)
                assert "grievance" not in out + err, (change, words, out + err)
                assert words[0] == "show" or "crew_letters" not in out + err, (change, words, out + err)


def what_is_wrong_with_a_model_names_nothing_hidden():
    with harbour() as folder:
        hide_column(folder, "skipper_email")
        model = folder / "model.ossie.yml"
        whole = model.read_text(encoding="utf-8")
        for source, expression in (("crew_letters", "nope"), ("crew_letterz", "letter_id"), ("port_calls", "skipper_emai")):
            model.write_text(whole.replace("    relationships:\n", f"""      - name: more
        source: {source}
        fields:
          - name: one
            expression: {{dialects: [{{dialect: ANSI_SQL, expression: {expression}}}]}}
    relationships:
""", 1), encoding="utf-8")
            for words in (("model", "check"), ("ask", "fees")):
                _, out, err = run(folder, *words)
                told = out + err
                assert "grievance" not in told and "skipper_email" not in told, told
                assert source == "crew_letters" or "crew_letters" not in told, told


def a_file_that_cannot_be_read_hides_what_it_hid():
    with harbour() as folder:
        assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table"
        file = folder / "dbt/models/models.yml"
        file.unlink()
        file.symlink_to("gone.yml")
        assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table"
        code, out, _ = run(folder, "doctor", "--json")
        dbt = next(one for one in json.loads(out) if one["check"] == "dbt")
        assert code != 0 and not dbt["passed"] and "models.yml" in dbt["text"], dbt


def another_setting_does_not_open_a_broken_project():
    with harbour() as folder:
        assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table"
        (folder / "dbt/dbt_project.yml").write_text("name: [", encoding="utf-8")
        rewrite(folder / "tally.yml", "{project: dbt}", "{project: dbt, target: prod}")
        assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table"
        rewrite(folder / "tally.yml", "target: prod", "hide: {tags: []}")
        _, _, err = run(folder, "sql", "SELECT * FROM crew_letters")
        assert "nothing is known of the dbt project, nor what it hides" in err, err


PRIVATE = "    config: {tags: [private]}\n    columns:\n"


def what_cannot_be_known_to_be_visible_is_hidden():
    """Forms that dbt refuses or cannot evaluate, each in the place of `config: {tags: [private]}`."""
    for said in ("config: {tags: [\"{{ var('t') }}\"]}", "config: {tags: \"{{ env_var('DBT_NONE') }}\"}",
                 "config: {tags: [\"{{ gone.gone }}\"]}", "config: {tags: {a: private}}", "config: [tags: private]",
                 "config: {tags: 'daily, private'}", "config: {tags: [[private]]}", "meta: [expose: false]",
                 "config: {meta: {exposed: \"{{ var('t') }}\"}}", "config: \"{{ var('t') }}\"", "config: {+tags: private}",
                 "config: {tags: [' private ']}", "config: {meta: {expose: 0}}"):
        with harbour() as folder:
            rewrite(folder / "dbt/models/models.yml", PRIVATE, f"    {said}\n    columns:\n")
            assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", said
            for words in (("search", "letters"), ("lineage", "crew_letters"), ("show", "crew_letters")):
                _, out, err = run(folder, *words)
                assert "grievance" not in out + err and "model.harbour_project.crew_letters" not in out, (said, words)
    for config in ("tags=[var('t')]", "tags=['a' ~ env_var('DBT_NONE')]", "tags=gone()", "**gone", "{'tags': var('t')}",
                   "meta={'expose': var('t')}"):
        with harbour() as folder:
            rewrite(folder / "dbt/models/models.yml", PRIVATE, "    columns:\n")
            (folder / "dbt/models/crew_letters.sql").write_text("{{ config(%s) }} select 1" % config, encoding="utf-8")
            assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", config
            _, out, _ = run(folder, "catalog", "check")
            assert "1 resource is hidden" in out and "models/crew_letters.sql" in out, out
    with harbour() as folder:  # what is only unlike these stays in sight
        rewrite(folder / "dbt/models/models.yml", PRIVATE, "    columns:\n")
        (folder / "dbt/models/crew_letters.sql").write_text(
            "{{ config(tags=['a', 'b'], meta={'n': 1}, schema=var('t')) }} select 1", encoding="utf-8")
        code, _, err = run(folder, "sql", "SELECT * FROM crew_letters")
        assert code == 0, err


def what_yaml_passes_over_hides_what_it_names():
    for change in (lambda text: "models: []\n---\n" + text, lambda text: text + "---\nmodels: []\n",
                   lambda text: text + "models: []\n", lambda text: text.replace("crew_letters", "\"{{ 'crew_letters' }}\""),
                   lambda text: text.replace("crew_letters", "Crew_Letters")):
        with harbour() as folder:
            file = folder / "dbt/models/models.yml"
            file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
            for _ in range(2):
                assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", file.read_text("utf-8")
            _, out, _ = run(folder, "search", "letters", "--json")
            assert "crew_letters" not in out, out


def of_a_broken_file_every_word_may_be_a_name():
    for old, new in (("- name: crew_letters", "- \"name\": \"crew_letters\""), ("- name: crew_letters", "- name : crew_letters"),
                     ("- name: crew_letters\n", "- name: letters\n    config: {alias: crew_letters}\n"),
                     ("- name: crew_letters", "- name: &n crew_letters")):
        with harbour() as folder:
            file = folder / "dbt/models/models.yml"
            rewrite(file, old, new)
            file.write_text(file.read_text(encoding="utf-8") + "  bad: [\n", encoding="utf-8")
            assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", new
            _, out, _ = run(folder, "search", "letters", "--json")
            assert "crew_letters" not in out, (new, out)


def what_hides_all_tables_is_told_by_doctor():
    with harbour() as folder:
        project = folder / "dbt/dbt_project.yml"
        project.write_text(project.read_text(encoding="utf-8") +
                           "models:\n  +tags: \"{{ env_var('DBT_NONE') }}\"\n", encoding="utf-8")
        code, out, _ = run(folder, "doctor", "--json")
        dbt = next(one for one in json.loads(out) if one["check"] == "dbt")
        assert code != 0 and "4 resources are hidden" in dbt["text"] and "catalog check" in dbt["hint"], dbt
        _, out, _ = run(folder, "catalog", "check")
        assert "env_var('DBT_NONE')" in out, out


def tables_of_a_hidden_source_are_hidden_in_any_form():
    for tables in ("{crew_letters: {description: x}}", "[crew_letters]", "{name: crew_letters}"):
        with harbour() as folder:
            rewrite(folder / "dbt/models/models.yml", PRIVATE, "    columns:\n")
            (folder / "dbt/models/crew_letters.sql").unlink()
            (folder / "dbt/models/sources.yml").write_text(
                "sources: [{name: main, tags: private, tables: %s}]" % tables, encoding="utf-8")
            assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", tables


def an_entry_that_is_none_hides_what_it_names():
    for old, new in (("  - name: crew_letters\n", "  - nmae: crew_letters\n"), ("columns:\n      - name: grievance", "columns:\n      grievance: x\n      more:")):
        with harbour() as folder:
            rewrite(folder / "dbt/models/models.yml", old, new)
            assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", new
    with harbour() as folder:
        (folder / "dbt/models/more.yml").write_text("models:\n  ports: {config: {tags: [private]}}\n", encoding="utf-8")
        assert refused_sql(folder, "SELECT * FROM ports")[0] == "unknown_table", "a map for a list"
    with harbour() as folder:
        (folder / "dbt/models/more.yml").write_text(
            "models:\n  - name: vessels\n    columns:\n      hull: {tags: [private]}\n", encoding="utf-8")
        rewrite(folder / "dbt/models/models.yml", "  - name: vessels\n", "  - name: vessels_too\n")
        assert refused_sql(folder, "SELECT hull FROM vessels")[0] == "hidden_column"


def a_hidden_name_that_cannot_be_evaluated_hides_what_nobody_knows():
    for how in ("alias", "macro", "identifier"):
        with harbour() as folder:
            rewrite(folder / "dbt/models/models.yml", PRIVATE, "    columns:\n")
            (folder / "dbt/models/crew_letters.sql").unlink()
            secret = folder / "dbt/models/secret.sql"
            if how == "identifier":
                (folder / "dbt/models/sources.yml").write_text(
                    "sources: [{name: main, tables: [{name: s, tags: [private], identifier: \"{{ var('t') }}\"}]}]",
                    encoding="utf-8")
            elif how == "alias":
                secret.write_text("{{ config(tags=['private'], alias=env_var('DBT_NONE')) }} select 1", encoding="utf-8")
            else:
                secret.write_text("{{ config(tags=['private'], alias='x') }} select 1", encoding="utf-8")
                (folder / "dbt/macros").mkdir()
                (folder / "dbt/macros/names.sql").write_text(
                    "{% macro generate_alias_name(custom_alias_name=none, node=none) -%}"
                    "{{ env_var('DBT_NONE') if custom_alias_name else node.name }}{%- endmacro %}", encoding="utf-8")
            assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", how
            code, _, err = run(folder, "sql", "SELECT * FROM ports")
            assert code == 0, f"{how}: what the project shows is there: {err}"
            _, out, _ = run(folder, "doctor", "--json")
            assert "cannot be evaluated" in next(one for one in json.loads(out) if one["check"] == "dbt")["text"], out


def what_was_hidden_stays_so_until_the_project_shows_it():
    def typo(folder):
        (folder / "dbt/dbt_project.yml").write_text("name: harbour_project\nmodel-paths: [modles]\n", encoding="utf-8")

    def gone(folder):
        forget = (folder / "dbt/models/models.yml").read_text(encoding="utf-8")
        (folder / "dbt/models/models.yml").write_text(forget[:forget.index("  - name: crew_letters")], encoding="utf-8")
        (folder / "dbt/models/crew_letters.sql").unlink()

    for change in (typo, gone):
        with harbour() as folder:
            assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table"
            change(folder)
            for _ in range(2):
                assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", change
            _, out, _ = run(folder, "doctor", "--json")
            assert "1 by what it said before" in next(o for o in json.loads(out) if o["check"] == "dbt")["text"], out
    with harbour("artifacts") as folder:
        manifest = folder / "dbt/manifest.json"
        hidden = json.loads(manifest.read_text(encoding="utf-8"))
        hidden["nodes"]["model.harbour_project.crew_letters"] = {
            "resource_type": "model", "name": "crew_letters", "schema": "main", "alias": "crew_letters",
            "package_name": "harbour_project", "tags": ["private"]}
        manifest.write_text(json.dumps(hidden), encoding="utf-8")
        assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table"
        for text in ('{"nodes": {}}', '{"metadata": {}, "nodes": {}}', "{"):
            manifest.write_text(text, encoding="utf-8")
            assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table", text
    with harbour() as folder:
        assert refused_sql(folder, "SELECT * FROM crew_letters")[0] == "unknown_table"
        rewrite(folder / "dbt/models/models.yml", PRIVATE, "    columns:\n")
        code, _, err = run(folder, "sql", "SELECT * FROM crew_letters")
        assert code == 0, "the project shows it now: " + err


def the_catalog_commands_know_what_was_hidden():
    with harbour() as folder:
        hide_column(folder, "skipper_email")
        (folder / "dbt/models/more.yml").write_text(
            "metrics: [{name: letter_metric, label: x, type: simple, type_params: {measure: m}}]\n"
            "exposures: [{name: board, type: dashboard, depends_on: [ref('crew_letters')], owner: {name: o}}]\n",
            encoding="utf-8")
        run(folder, "search", "letters")  # read once
        (folder / "dbt/models/models.yml").write_text("models: [", encoding="utf-8")
        _, out, _ = run(folder, "search", "ports", "--json")
        assert '"name":"ports"' in out, "what was in sight stays so: else the rest of this would say nothing " + out
        for words in (("show", "crew_letters"), ("search", "crew letters"), ("lineage", "board"), ("catalog", "check"),
                      ("catalog", "stats"), ("catalog", "edges"), ("search", "crew letters", "--json"),
                      ("show", "crew_letters", "--vars", "{a: 1}"), ("search", "crew letters", "--target", "prod"),
                      ("search", "crew letters", "--project", "dbt")):
            _, out, err = run(folder, *words)
            told = (out + err).replace('"crew_letters" in the catalog', "").replace("crew letters", "")
            assert "crew_letters" not in told, (words, told)


def where_nobody_ever_knew_what_is_hidden_nothing_is_shown():
    with harbour() as folder:
        (folder / "dbt/dbt_project.yml").write_text("name: [", encoding="utf-8")
        for _ in range(2):
            for words in (("sql", "SELECT * FROM ports"), ("ask", "fees")):
                code, out, err = run(folder, *words)
                assert code != 0 and "nobody knows which" in out + err and "hide: {tags: [], meta: []}" in out + err, err
        rewrite(folder / "tally.yml", "{project: dbt}", "{project: dbt, hide: {tags: [], meta: []}}")
        assert cells(ask(folder, "fees")) == [[4500]], "the owner says that nothing is hidden"
    with harbour() as folder:
        (folder / "dbt/models/models.yml").unlink()
        (folder / "dbt/models/models.yml").symlink_to("gone.yml")
        code, out, err = run(folder, "sql", "SELECT * FROM ports")
        assert code != 0 and "nobody knows which" in out + err, out + err
    with harbour() as folder:  # no word of it hides
        rewrite(folder / "dbt/models/models.yml", PRIVATE, "    access: private\n    columns:\n")
        (folder / "dbt/dbt_project.yml").write_text("name: [", encoding="utf-8")
        assert cells(ask(folder, "fees")) == [[4500]]


def main():
    global BUILT
    with tempfile.TemporaryDirectory(prefix="tally-harbour-") as name:
        BUILT = pathlib.Path(name)
        build(name)
        return run_all((
            names_of_the_project_are_understood, without_the_project_they_are_not,
            a_value_that_no_row_has_is_answered_with_none, keys_come_from_tests,
            a_relationship_may_lead_to_a_key_that_only_tests_know, descriptions_fill_what_nobody_said,
            a_changed_project_is_read_again, a_broken_project_costs_only_what_it_adds, a_semantic_layer_is_a_model,
            every_kind_of_metric_means_what_it_means_in_dbt, no_time_is_told_finer_than_the_project_does, what_cannot_be_said_is_listed_with_its_reason,
            nothing_of_a_hidden_model_is_told, metrics_of_the_project_join_a_model,
            annotations_of_models_are_a_semantic_layer_too, what_the_model_calls_personal_stays_so,
            artifacts_are_a_semantic_layer_too,
            a_project_without_a_layer_is_no_model, a_layer_that_cannot_be_read_is_not_told_as_none, a_word_of_the_warehouse_is_pointed_at,
            a_resource_is_shown_with_its_table, a_broken_property_file_is_told_by_doctor,
            tables_that_no_resource_is_are_found, where_nobody_knows_what_is_hidden_no_table_is_added,
            a_warehouse_that_is_gone_costs_only_its_tables, a_hidden_table_is_not_there_for_sql,
            a_hidden_column_is_not_read, a_hidden_column_is_not_shown, a_model_says_nothing_of_what_is_hidden,
            a_hidden_key_still_joins, of_a_name_that_two_have_only_the_hidden_one_is_hidden,
            where_nobody_knows_what_is_hidden_nothing_is_suggested,
            what_was_hidden_stays_so_while_the_project_is_broken,
            what_is_wrong_with_a_model_names_nothing_hidden, what_is_disabled_or_has_no_file_hides_its_table, a_file_that_cannot_be_read_hides_what_it_hid,
            another_setting_does_not_open_a_broken_project, what_cannot_be_known_to_be_visible_is_hidden,
            of_a_broken_file_every_word_may_be_a_name, what_hides_all_tables_is_told_by_doctor,
            what_yaml_passes_over_hides_what_it_names, tables_of_a_hidden_source_are_hidden_in_any_form,
            an_entry_that_is_none_hides_what_it_names, a_hidden_name_that_cannot_be_evaluated_hides_what_nobody_knows,
            what_was_hidden_stays_so_until_the_project_shows_it, the_catalog_commands_know_what_was_hidden,
            where_nobody_ever_knew_what_is_hidden_nothing_is_shown))


if __name__ == "__main__":
    sys.exit(main())
