"""Answers side by side: a row for each question and solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from oddsmith.report.side_by_side import print_side_by_side, side_by_side_document
from oddsmith.run.side_by_side import Cell, SideBySide
from oddsmith.solve.answer import Answer
from oddsmith.spec.load import load_text
from oddsmith.testing.games import GAMBLER


@pytest.fixture
def found(answer: Callable[..., Answer]) -> SideBySide:
    low, high = answer(0.25, 0.25, 0.25), answer(0.5, 0.5, 0.5)
    high = replace(high, question=low.question)
    cells = (
        Cell(low.question, "careful", True, low),
        Cell(low.question, "bold", False, high),
        Cell(low.question, "silent", True, None, "it needs: a rest"),
    )
    return SideBySide(load_text(GAMBLER), cells, 1e-9, 6, 16, 0.5)


def test_the_table(found: SideBySide, capsys: pytest.CaptureFixture[str]) -> None:
    print_side_by_side(found)
    out = capsys.readouterr().out
    assert "6 states, 16 transitions, explored in 0.5 s" in out
    assert "0.5 (no proof)" in out
    assert "✗ not bold" in out
    assert "no answer: it needs: a rest" in out
    assert "win: careful and bold do not overlap: not both of them are proved" in out


def test_two_proofs_that_contradict_each_other(found: SideBySide, capsys: pytest.CaptureFixture[str]) -> None:
    print_side_by_side(replace(found, cells=tuple(replace(cell, proved=True) for cell in found.cells)))
    assert "one of the two proofs is wrong" in capsys.readouterr().out


def test_what_was_not_stored_and_not_answered(found: SideBySide, capsys: pytest.CaptureFixture[str]) -> None:
    print_side_by_side(replace(found, cells=found.cells[2:], states=None, transitions=None))
    out = capsys.readouterr().out
    assert ": not stored" in out
    assert "none of these solvers answers win" in out


def test_the_document(found: SideBySide) -> None:
    document = side_by_side_document(found, "gambler.yaml")
    (question,) = document["questions"]
    assert question["apart"] == [["careful", "bold", False]]
    careful, bold, silent = question["answers"]
    assert (careful["value"], careful["proved"], careful["reason"]) == (0.25, True, None)
    assert bold["proved"] is False
    assert silent == {"solver": "silent", "proved": True, "reason": "it needs: a rest"}
