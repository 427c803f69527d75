"""Rows of a table as text and as a document; a gap where a limit was passed."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.hosting.outcome import Outcome
from oddsmith.report.comparison import comparison_document, print_comparison
from oddsmith.run.plan import Plan
from oddsmith.run.table import Filled, Table

OUTCOME = Outcome("g", "g.yaml", (), 1_200, 3_400, (), {"explore": 0.25, "solve": 0.5}, 1)
TABLE = Table("two ways", (("plain", ()), ("small", ())), (Plan(Path("g.yaml"), "g N=1"),))
ROWS = [Filled(TABLE.rows[0], (None, OUTCOME), ("too large", ""))]


def test_states_and_seconds_of_every_column(capsys: pytest.CaptureFixture[str]) -> None:
    print_comparison(TABLE, ROWS)
    assert capsys.readouterr().out == (
        "two ways\n\n"
        "game   states plain  states small  time plain  time small\n"
        "g N=1             -         1,200           -       0.750\n"
        "\n- g N=1, plain: too large\n"
    )


def test_the_document() -> None:
    sizes = {"states": 1_200, "transitions": 3_400, "seconds": 0.75}
    row: dict[str, object] = {
        "game": "g N=1",
        "spec": "g.yaml",
        "columns": {"plain": None, "small": sizes},
        "answers": {},
    }
    row["gaps"] = {"plain": "too large"}
    assert comparison_document(TABLE, ROWS) == {"table": "two ways", "rows": [row]}


def test_a_row_without_any_outcome_has_no_answers() -> None:
    empty = Filled(TABLE.rows[0], (None, None))
    assert empty.best is None
    assert comparison_document(TABLE, [empty])["rows"][0]["answers"] == {}
