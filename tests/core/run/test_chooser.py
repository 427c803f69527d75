"""Which solver is taken, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from oddsmith.context import BrokenOfferError
from oddsmith.run import stages
from oddsmith.run.chooser import Chooser
from oddsmith.run.plan import Ask, Plan, Step
from oddsmith.run.runner import Tools
from oddsmith.solve.answer import Answer
from oddsmith.source import SpecError


def solved(plan: Plan, tools: Tools, keeps: bool = False) -> tuple[tuple[Answer, ...], Chooser]:
    process = stages.lower(plan, stages.load(plan), tools.host)
    space, _ = stages.explore(plan, process, tools.registry, tools.context)
    choose = stages.chooser(plan, tools.host, tools.registry, keeps)
    return stages.solve(space, process, choose, tools.context), choose


def test_the_chooser_keeps_its_reasons(plan: Plan, tools: Tools) -> None:
    answers, choose = solved(plan, tools, keeps=True)
    assert [answer.ok for answer in answers] == [True, True]
    assert {posed.solver.name for posed in choose.posed} == {answer.solver for answer in answers} == {"exact"}
    assert choose.reasons()[0].startswith("exact, expected to be quickest: about ")


def test_problems_are_kept_only_to_be_looked_at(plan: Plan, tools: Tools) -> None:
    _, choose = solved(replace(plan, solver=Step("exact")), tools)
    assert not choose.posed
    assert choose.reasons() == ("exact, as asked",)


def test_a_named_solver_that_does_not_fit_is_refused_with_those_that_do(plan: Plan, tools: Tools) -> None:
    with pytest.raises(SpecError) as caught:
        solved(replace(plan, solver=Step("acyclic")), tools)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("E703", "the solver acyclic does not fit all questions")
    assert found.why == "it needs: no cycle but loops at single states"
    assert "take one that fits: exact, interval-iteration" in found.fix


def test_a_named_solver_need_not_count_steps(plan: Plan, tools: Tools) -> None:
    asks = (Ask("soon", "Pmax=? [F<=3 over]"), Ask("ever", "Pmax=? [F over]"))
    answers, choose = solved(replace(plan, asks=asks, solver=Step("interval-iteration")), tools)
    assert answers[0].solver != "interval-iteration" == answers[1].solver
    reasons = sorted(choose.reasons())
    assert "where a number of steps is given, which interval-iteration cannot take" in reasons[0]
    assert reasons[1] == "interval-iteration, as asked"


@pytest.mark.parametrize("cost", [float("nan"), -1.0, "cheap", None])
def test_a_guess_of_the_cost_is_a_number_of_seconds(
    plan: Plan, tools: Tools, monkeypatch: pytest.MonkeyPatch, cost: object
) -> None:
    monkeypatch.setattr(type(tools.registry.make("solver", "exact", {})), "cost", lambda self, problem: cost)
    with pytest.raises(BrokenOfferError, match="the solver exact guesses a cost of"):
        solved(plan, tools)
