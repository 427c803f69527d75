"""Large games that never come back, beside the same games with stored transitions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.run.plan import Plan, Step
from oddsmith.run.runner import Tools, run
from oddsmith.solve.bounded import Bounded
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.one_way import OneWay, UnsuitableError

ROUNDS = Path(__file__).parents[3] / "specs" / "incan-gold-rounds.yaml"

HIKE = """
game: hike
type: mdp
variables: {t: 0..6, height: 0..12, wet: bool}
commands:
  - {action: path, when: t < 6 and not wet, then: [1/3: {t: t + 1, wet: true}, 2/3: {t: t + 1, height: height + 1}]}
  - {action: ridge, when: t < 6 and not wet, then: [1/2: {t: t + 1}, 1/2: {t: t + 1, height: height + 2}]}
  - {action: rest, when: t < 6 and wet, then: {t: t + 1, wet: false}}
labels: {top: height >= 5, over: t = 6}
rewards:
  views: [{when: wet, gain: -1}, {action: ridge, gain: height}, {action: path, gain: 1/2}]
questions:
  most: "Rmax{views}=? [F over]"
  least: "Rmin{views}=? [F over]"
  high: "Pmax=? [F top]"
  dry: "Pmin=? [not wet U top]"
  never: "Rmax{views}=? [F height = 12]"
"""


@pytest.fixture(scope="module")
def tools() -> Tools:
    host = load()
    return Tools(host, registry(host), Context())


def test_answers_are_those_of_stored_transitions(tools: Tools, tmp_path: Path) -> None:
    path = tmp_path / "hike.yaml"
    path.write_text(HIKE.replace('  never: "Rmax{views}=? [F height = 12]"\n', ""))
    swept = run(replace(Plan(path), solver=Step("one-way")), tools).outcome
    assert swept.notes[0] == "t only grows: no state comes back, nothing was stored"
    for ours, exact in zip(
        swept.answers, run(replace(Plan(path), solver=Step("exact")), tools).outcome.answers, strict=True
    ):
        assert exact.exact is not None
        assert ours.lower <= exact.exact <= ours.upper
        assert ours.upper - ours.lower < 1e-12


def test_a_goal_that_can_be_missed_is_infinitely_far(tools: Tools) -> None:
    found = OneWay().find(lower(load_text(HIKE, "hike.yaml")), Context()).findings["never"].value
    assert isinstance(found, Bounded)
    assert found.lower == float("inf")


def test_games_that_may_come_back_are_refused() -> None:
    with pytest.raises(UnsuitableError, match="no variables prove"):
        OneWay().find(lower(load_text(HIKE.replace("{t: t + 1, wet: false}", "{wet: false}"), "hike.yaml")), Context())


def test_bounded_questions_are_left_to_others() -> None:
    process = lower(load_text(HIKE.replace("[F top]", "[F<=3 top]"), "hike.yaml"))
    found = OneWay().find(process, Context())
    assert list(found.refused) == ["high"]
    assert "most" in found.findings


@pytest.mark.parametrize(("first", "states"), [(5, 61_838), (4, 500_000)])
def test_the_last_rounds_of_incan_gold(tools: Tools, first: int, states: int) -> None:
    outcome = run(replace(Plan(ROUNDS), overrides=(("first", str(first)),)), tools).outcome
    (answer,) = outcome.answers
    assert answer.solver == "one-way"
    assert answer.ok
    assert outcome.states <= 1.2 * states


def beginning(first: int, three: int, two: int, one: int, relics: int, taken: int) -> float:
    names = {"first": first, "three": three, "two": two, "one": one, "relics": relics, "taken": taken}
    process = lower(load_text(ROUNDS.read_text(), "rounds.yaml", {name: str(value) for name, value in names.items()}))
    value = OneWay().find(process, Context()).findings["best"].value
    assert isinstance(value, Bounded)
    return value.value


@pytest.mark.parametrize(("three", "two", "relics"), [(5, 0, 1), (2, 3, 5), (4, 1, 2)])
def test_losing_the_fourth_round_helps_the_fifth_by_less_than_the_slack(three: int, two: int, relics: int) -> None:
    better = beginning(5, three - 1, two + 1, 0, relics, 0) - beginning(5, three, two, 0, relics, 0)
    assert 0 < better < 3
