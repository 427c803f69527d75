"""Several runs side by side."""

from __future__ import annotations

import json

from oddsmith.report.page.beside import side_by_side

WIN = {"name": "win", "value": 0.5, "lower": 0.4, "upper": 0.6, "exact": None}


def run(name: str, states: int) -> dict[str, str]:
    answers = [{**WIN, "name": name}, {**WIN, "name": "draw"}]
    return {"answers.json": json.dumps({"answers": answers, "states": states, "seconds": {"solve": 2.0}})}


def test_a_question_of_several_runs_is_a_row_and_a_gap_where_it_is_not_asked() -> None:
    html = side_by_side([run("win", 6), run("lose", 0)], ["one", "two"])
    assert "<th>one</th><th>two</th>" in html
    assert "<td>win</td><td>0.5 in [0.4, 0.6]</td><td></td>" in html
    assert "<td>draw</td><td>0.5 in [0.4, 0.6]</td><td>0.5 in [0.4, 0.6]</td>" in html
    assert "<td>states</td><td>6</td><td></td>" in html


def test_one_run_stands_beside_nothing() -> None:
    assert side_by_side([run("win", 6)], ["one"]) == ""


def test_a_pipeline_with_stages_has_tables_of_its_own() -> None:
    assert side_by_side([run("win", 6), {"study.json": "{}"}], ["one", "two"]) == ""
