"""What is known before a run, in words and as a document."""

from __future__ import annotations

import pytest

from oddsmith.report.forecast import command_text, forecast_document, print_forecast
from oddsmith.run.forecast import Forecast
from oddsmith.solve.outlook import Outlook, Way
from oddsmith.space.estimate import Estimate

LARGE = Estimate(10**9, 1000, 2000, 5000, 1000, False, (1, 2, 4), 10**8, 100, 10, 12)
WAYS = (
    Way("plain", 3 * 10**9, 60.0, ("--solver", "rounds")),
    Way("file", 10**9, 600.0, ("--vector-file", "FILE"), disk=10**10, spare=True),
    Way(
        "4 machines",
        10**9,
        None,
        ("--solver", "petsc"),
        ranks=4,
        machines=4,
        elsewhere=True,
        remark="quick",
        spare=True,
    ),
)
FORECAST = Forecast(LARGE, 2 * 10**9, {"rounds": Outlook("turns", 10**8, WAYS, {"cells": 7}, ("slow",))}, {})
GIVEN = ("my game.yaml", "--set", "N=3")


def test_the_command_says_all_that_was_given() -> None:
    assert command_text(WAYS[0], GIVEN) == "pipeline run 'my game.yaml' --set N=3 --solver rounds"
    assert command_text(WAYS[2], GIVEN).startswith("mpirun -n 4 pipeline run ")


def test_every_way_is_a_row_and_those_that_are_advised_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    print_forecast("large", FORECAST, GIVEN)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "large: 1,000 to 1,000,000,000 states, likely about 100,000,000"
    assert "rounds: turns" in lines
    assert "rounds: slow" in lines
    (row,) = (line for line in lines if line.startswith("4 machines  "))
    assert row.split() == ["4", "machines", "1", "GB", "each", "-", "-", "-", "quick"]
    assert lines[-2:] == [
        "file: pipeline run 'my game.yaml' --set N=3 --vector-file FILE",
        "4 machines: mpirun -n 4 pipeline run 'my game.yaml' --set N=3 --solver petsc",
    ]


def test_reasons_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    print_forecast("large", Forecast(LARGE, 10**6, {}, {"rounds": "nothing goes round"}), GIVEN)
    out = capsys.readouterr().out
    assert "this does not fit: make the game smaller" in out
    assert out.endswith("without storing it (--solver rounds): does not fit: nothing goes round\n")


def test_the_document_has_every_way() -> None:
    document = forecast_document(FORECAST, GIVEN)
    assert [(way["way"], way["fits"], way["advised"]) for way in document["ways"]] == [
        ("stored transitions", False, False),
        ("plain", False, False),
        ("file", True, True),
        ("4 machines", None, True),
    ]
    assert document["unstored"]["rounds"]["cells"] == 7
    assert document["ways"][2]["disk_mb"] == 10_000
