"""Several solvers are asked the same; who does not fit says why, and contradictions are found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from oddsmith.context import Limits
from oddsmith.expr.nodes import TRUE
from oddsmith.process.question import Path, Probability, Question
from oddsmith.run.plan import Ask, Plan
from oddsmith.run.runner import Tools
from oddsmith.run.side_by_side import Apart, Cell, SideBySide, overlap, side_by_side
from oddsmith.run.stages import load
from oddsmith.solve.answer import Answer, Spread
from oddsmith.source import SpecError

QUESTION = Question("win", "P=? [F true]", Probability(Path("F", TRUE)))


def answer(lower: float, upper: float, value: Spread | None = None) -> Answer:
    return Answer(QUESTION, value or (lower + upper) / 2, lower, upper, "by hand", "hand")


def compared(plan: Plan, cells: Iterable[Cell]) -> SideBySide:
    return SideBySide(load(plan), tuple(cells), 1e-9, 6, 16, 0.0)


def test_all_who_fit_agree(plan: Plan, tools: Tools) -> None:
    found = side_by_side(plan, ["exact", "policy-iteration"], tools)
    assert {cell.solver for cell in found.cells if cell.answer is not None} == {"exact", "policy-iteration"}
    assert found.states == 6
    assert found.apart == found.unanswered == ()


def test_who_does_not_fit_says_why_and_the_others_go_on(plan: Plan, tools: Tools) -> None:
    found = side_by_side(plan, ["acyclic", "rounds", "exact"], tools)
    reasons = {cell.solver: cell.reason for cell in found.cells}
    assert reasons["acyclic"] == "it needs: no cycle but loops at single states"
    assert reasons["rounds"] == "somebody decides in this game"
    assert found.unanswered == ()


def test_nobody_takes_the_place_of_a_solver_that_cannot_count_steps(plan: Plan, tools: Tools) -> None:
    plan = replace(plan, asks=(Ask("soon", "Pmax=? [F<=3 won]"),))
    found = side_by_side(plan, ["policy-iteration", "stepwise"], tools)
    by_name = {cell.solver: cell for cell in found.cells}
    assert by_name["policy-iteration"].reason == "it needs: no number of steps is given"
    assert by_name["stepwise"].answer is not None


def test_what_nobody_answers_is_named(plan: Plan, tools: Tools) -> None:
    names = [cell.question.name for cell in side_by_side(plan, ["acyclic"], tools).cells]
    assert side_by_side(plan, ["acyclic"], tools).unanswered == tuple(names)


def test_a_limit_is_a_reason_too(plan: Plan, tools: Tools) -> None:
    small = replace(tools, context=replace(tools.context, limits=Limits(states=2)))
    assert "more than 2 states" in side_by_side(plan, ["exact"], small).cells[0].reason


def test_an_unknown_solver_is_an_error(plan: Plan, tools: Tools) -> None:
    with pytest.raises(SpecError, match="no solver named guess"):
        side_by_side(plan, ["guess"], tools)


@pytest.mark.parametrize(("second", "both"), [(True, True), (False, False)])
def test_intervals_that_do_not_overlap_are_found(plan: Plan, second: bool, both: bool) -> None:
    low = Cell(QUESTION, "low", True, answer(0.1, 0.2))
    high = Cell(QUESTION, "high", second, answer(0.3, 0.4))
    silent = Cell(QUESTION, "silent", True, None, "it is tired")
    assert compared(plan, [low, silent, high]).apart == (Apart("win", "low", "high", both),)


def test_intervals_that_touch_overlap() -> None:
    assert overlap(answer(0.1, 0.2), answer(0.2, 0.3))
    assert not overlap(answer(0.1, 0.2), answer(0.2000001, 0.3))


def test_distributions_overlap_where_all_their_values_do() -> None:
    def spread(first: float) -> Answer:
        ends = (first, 1 - first)
        return answer(1, 1, Spread((0, 1), ends, ends, ends))

    assert overlap(spread(0.25), spread(0.25))
    assert not overlap(spread(0.25), spread(0.5))
