"""The runner goes through all stages, times them, and names the plugin that fails."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import oddsmith as od
from oddsmith.context import LimitError, Limits
from oddsmith.hosting.manager import Host
from oddsmith.run import runner
from oddsmith.run.outcome import exit_code
from oddsmith.run.plan import Plan, Step
from oddsmith.run.runner import Tools, run
from oddsmith.run.unstored import Unstored
from oddsmith.solve.solution import Status


def test_a_run_makes_every_form(plan: Plan, tools: Tools) -> None:
    finished = run(plan, tools)
    assert finished.game.name == "gambler"
    assert finished.space.size == finished.outcome.states == 6
    assert [str(answer.exact) for answer in finished.answers] == ["21/31", "135/211"]
    assert list(finished.outcome.seconds) == ["load", "lower", "explore", "solve"]
    assert finished.outcome.peak_memory > 10**7
    assert finished.outcome.choices


def test_plugins_hear_of_every_stage(plan: Plan, tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []
    notify = Host.notify

    def listen(self: Host, hook: str, *rest: Any, **arguments: Any) -> object:
        if hook == "oddsmith_stage_done":
            heard.append(arguments["stage"])
        return notify(self, hook, *rest, **arguments)

    monkeypatch.setattr(Host, "notify", listen)
    run(plan, tools)
    assert heard == ["load", "lower", "reduce", "explore", "reduce space", "solve"]


@pytest.mark.parametrize("solver", ["exact", "interval-iteration", "policy-iteration"])
def test_every_fitting_solver_gives_the_same_answers(plan: Plan, tools: Tools, solver: str) -> None:
    for answer in run(replace(plan, solver=Step(solver)), tools).answers:
        assert answer.ok, (solver, answer)


def test_a_limit_ends_the_run(plan: Plan, tools: Tools) -> None:
    context = replace(tools.context, limits=Limits(states=3))
    with pytest.raises(LimitError, match="3"):
        run(plan, replace(tools, context=context))


def test_answers_without_states_survive_a_limit_of_states(
    plan: Plan, tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = run(plan, tools).answers
    early = Unstored({first.question.name: first}, 6, notes=("only the first",))
    monkeypatch.setattr(runner, "candidates", lambda *arguments: ("somebody",))
    monkeypatch.setattr(runner, "answer_unstored", lambda *arguments: early)
    finished = run(plan, replace(tools, context=replace(tools.context, limits=Limits(states=3))))
    known, lost = finished.answers
    assert (known, lost.question, lost.status, lost.value) == (first, second.question, Status.MISSING, None)
    assert "more than 3 states" in lost.method
    assert "--max-states" in lost.method
    assert finished.outcome.notes[0] == "only the first"
    assert f"no answer for {second.question.name}" in finished.outcome.notes[1]
    assert exit_code(finished.outcome) == 5


MIXED = """\
game: mixed
type: game
players: {a: {wants: ra}, b: {wants: rb}}
variables: {x: 0..3}
commands:
  - {action: left, player: a, when: x = 0, then: {x: 1}}
  - {action: right, player: a, when: x = 0, then: {x: 2}}
  - {action: stay, player: b, when: x = 2, then: {x: 3}}
  - {action: back, player: b, when: x = 2, then: {x: 1}}
rewards: {ra: [{action: stay, gain: 1}], rb: [{action: back, gain: 1}]}
questions:
  equilibrium: "equilibrium P=? [F x = 3]"
  alone: "<<a>> Pmax=? [F x = 1]"
  together: "<<a, b>> Pmax=? [F x = 3]"
"""


def test_questions_about_what_players_want_do_not_change_the_answers_to_others() -> None:
    game = od.loads(MIXED)
    together = game.answers()
    assert {name: float(result) for name, result in together.items()} == {"equilibrium": 0, "alone": 1, "together": 1}
    assert all(float(game.ask(name)) == float(result) for name, result in together.items())
