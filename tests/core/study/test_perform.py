"""Cells are run, kept, and fail alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from oddsmith.context import Context, Limits
from oddsmith.study.cache import Cache
from oddsmith.study.outcome import concluded
from oddsmith.study.perform import Performer, Result, known_code
from oddsmith.study.study import Study
from oddsmith.study.verdict import Verdict

Write = Callable[[str], Study]
BETS = """\
game: bets
type: mdp
variables: {f: {range: 0..2, init: 1}}
commands:
  - {action: bold, when: f = 1, then: [2/3: {f: 2}, 1/3: {f: 0}]}
  - {action: timid, when: f = 1, then: [1/3: {f: 2}, 2/3: {f: 0}]}
questions: {win: "Pmax=? [F f = 2]"}
"""
TEXT = """
stages:
  one:
    spec: walk.yaml
    questions: [win]
    matrix: {set: {n: [4, 5, 0]}}
    published: {columns: [n, win], rows: [[4, 0.25], [5, "-"], [0, 1]]}
"""


def perform(study: Study, folder: Path) -> list[Result]:
    cells = [cell for stage in study.stages for cell in stage.cells]
    return list(Performer(Cache(folder / "cells"), Context(), 2).perform(cells))


def test_what_fails_loses_nothing_else_and_what_is_known_is_not_run_again(study: Write, tmp_path: Path) -> None:
    found = study(TEXT)
    results = perform(found, tmp_path)
    assert len(results) == 3
    assert not any(result.kept for result in results)
    outcome = concluded(found, results, 1.0)
    assert [judged.verdict for judged in outcome.stages[0].judged] == [
        Verdict.AGREES,
        Verdict.FILLED,
        Verdict.MISSING,
    ]
    (failed,) = outcome.stages[0].failed
    assert dict(failed.cell.coordinates) == {"n": "0"}
    assert "walk.yaml:" in failed.problem
    assert outcome.code == 3
    again = perform(found, tmp_path)
    assert sorted(result.kept for result in again) == [False, True, True]


def test_a_run_beyond_its_share_is_run_again_alone(study: Write, tmp_path: Path) -> None:
    found = study("stages: {one: {spec: walk.yaml, set: {n: 50}, limits: {states: 10}}}")
    (result,) = perform(found, tmp_path)
    assert result.code == 5
    assert "more than 10 states" in result.problem


def test_what_was_found_of_a_run_beyond_its_limit_does_not_stand_in_its_way(study: Write, tmp_path: Path) -> None:
    games = "solver: {simulation: {games: 1e12}}, questions: [win], limits: {time: 0.5s}"
    (result,) = perform(study(f"stages: {{one: {{spec: walk.yaml, {games}}}}}"), tmp_path)
    assert result.document is not None, result.problem  # it was run twice: beside others, then alone
    assert [answer["status"] for answer in result.document["answers"]] == ["late"]
    assert result.code == 5


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ([{"status": "done", "ok": True}, {}], 0),
        ([{"status": "loose", "ok": None}], 4),
        ([{"status": "loose", "ok": None}, {"status": "done", "ok": False}], 1),
    ],
)
def test_a_run_that_is_known_has_the_exit_code_that_it_had(answers: list[dict[str, object]], code: int) -> None:
    assert known_code({"answers": answers}) == code


def test_a_single_run_may_be_a_pipeline_of_its_own(study: Write, tmp_path: Path) -> None:
    (tmp_path / "single.yaml").write_text("pipeline: single\nspec: walk.yaml\nquestions: [win]\n")
    (result,) = perform(study("stages: {one: {run: single.yaml}}"), tmp_path)
    assert result.document is not None
    assert result.document["answers"][0]["exact"] == "1/4"


def options_of(study: Study, folder: Path, memory: int, jobs: int) -> list[str]:
    context = Context(Limits(memory=memory), threads=4)
    return Performer(Cache(folder / "cells"), context, jobs)._command(study.cells[0], folder, jobs)


def test_the_limit_of_the_whole_is_divided_among_those_who_run(study: Write, tmp_path: Path) -> None:
    found = study("stages: {one: {spec: walk.yaml, limits: {states: 1e6}}}")
    command = options_of(found, tmp_path, 8_000_000_000, 2)
    share = int(command[command.index("--max-memory") + 1])
    assert 3_000_000_000 < share <= 4_000_000_000
    assert command[command.index("--threads") + 1] == "2"
    own = study("stages: {one: {spec: walk.yaml, limits: {memory: 1GB}}}")
    assert "--max-memory" not in options_of(own, tmp_path, 8_000_000_000, 2)


def test_a_strategy_is_told_in_words_and_kept(study: Write, tmp_path: Path) -> None:
    (tmp_path / "bets.yaml").write_text(BETS)
    found = study("stages: {one: {spec: bets.yaml}}")
    performer = Performer(Cache(tmp_path / "cells"), Context(), 1)
    (result,) = performer.perform(found.cells)
    assert result.document is not None
    told = performer.explain(found.cells[0], "win")
    assert told.title == "how to play for win"
    assert "bold" in " ".join(told.text)
    kept = tmp_path / "cells" / performer.cache.home(found.cells[0]).name / "explained" / "win.json"
    assert kept.is_file()
    assert performer.explain(found.cells[0], "nothing").text[0].startswith("there is no question")
