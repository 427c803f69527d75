"""`pipeline table`: the published tables, with the states that the paper counts, and what reductions leave of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PIPELINES = Path(__file__).parents[4] / "pipelines"
Call = Callable[..., Any]


def rows(call: Call, table: str, *words: str) -> list[dict[str, Any]]:
    called = call("table", str(PIPELINES / f"{table}.yaml"), *words, "--json", "--quiet")
    assert called.code == 0, called.err
    found: list[dict[str, Any]] = json.loads(called.out)["rows"]
    return found


@pytest.mark.parametrize(
    ("players", "fortune", "static", "dynamic", "length"),
    [(3, 3, 28, 53, 3.409), (3, 10, 196, 585, 14.115), (5, 5, 376, 937, 5.004), (10, 5, 5_005, 14_300, 5.0)],
)
def test_table_1(call: Call, players: int, fortune: int, static: int, dynamic: int, length: float) -> None:
    found = rows(call, "bloemen-ruin", f"N={players}", f"d={fortune}")
    assert [row["columns"]["original"]["states"] for row in found] == [static, dynamic]
    for row in found:
        assert row["answers"]["length"] == pytest.approx(length, abs=5e-4)
        sizes = [column["states"] for column in row["columns"].values() if column is not None]
        assert sizes[1] < sizes[0]  # nobody asks whether the last action has happened
        assert sizes[2] <= sizes[0]


@pytest.mark.parametrize(("turns", "states", "chance"), [(3, 2_598, 0.04603), (10, 9_150, 0.55553)])
def test_table_2(call: Call, turns: int, states: int, chance: float) -> None:
    (row,) = rows(call, "bloemen-yahtzee", "N=5", f"turns={turns}")
    assert row["columns"]["original"]["states"] == states
    assert row["columns"]["symmetric"]["states"] * 10 < states
    assert row["answers"]["yahtzee"] == pytest.approx(chance, abs=5e-6)


def test_table_3(call: Call) -> None:
    (row,) = rows(call, "bloemen-goose", "dice=1", "wells=true")
    assert row["columns"]["reduced"]["states"] == row["columns"]["original"]["states"]
    assert row["answers"]["win1"] == pytest.approx(0.36758, abs=5e-6)
    assert row["answers"]["win2"] == pytest.approx(0.34864, abs=5e-6)


def test_the_table_as_text(call: Call) -> None:
    called = call("table", str(PIPELINES / "bloemen-ruin.yaml"), "N=3", "d=3", "--quiet")
    head, _, *lines = called.out.splitlines()
    assert head == "N-player ruin (Bloemen 2012, Table 1)"
    assert lines[0].split()[:3] == ["game", "states", "original"]
    assert lines[1].split()[:5] == ["ruin", "N=3", "d=3", "flag=true", "28"]
    assert lines[1].split()[-2:] == ["3.40909", "0.142045"]


def test_a_row_beyond_the_limits_is_a_gap(call: Call) -> None:
    called = call("table", str(PIPELINES / "bloemen-ruin.yaml"), "N=3", "d=10", "--max-states", "190")
    line = called.out.splitlines()[3].split()
    assert line[4:7] == ["-", "166", "-"]
    assert "ruin N=3 d=10 flag=true: " in called.err


def test_an_unknown_row_is_a_usage_error_that_lists_the_rows(call: Call) -> None:
    called = call("table", str(PIPELINES / "bloemen-ruin.yaml"), "N=4")
    assert called.code == 2
    assert "ruin N=3 d=3 flag=true" in called.err


def test_the_pipeline_that_does_what_scoop_did(call: Call) -> None:
    called = call("run", str(PIPELINES / "scoop.yaml"), "--json", "--no-save", "--quiet")
    found = json.loads(called.out)
    names = [reduction["name"] for reduction in found["reductions"]]
    four = ["constant-elimination", "summation-elimination", "simplification", "dead-variables"]
    assert names == [*four, "constant-elimination"]
    assert found["states"] == 12_131  # 12,417 in the paper
