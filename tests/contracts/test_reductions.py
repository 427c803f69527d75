"""Every registered reduction keeps the answers: of small games, of specs, and of random games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.outcome import Outcome
from oddsmith.hosting.registry import registry
from oddsmith.process.reduction import Reduction
from oddsmith.run.plan import Ask, Plan, Step
from oddsmith.run.runner import Tools, run
from oddsmith.solve.answer import Answer, Spread
from oddsmith.space.reduction import SpaceReduction
from oddsmith.testing import check_reduction
from oddsmith.testing.random_rounds import random_rounds

ROOT = Path(__file__).parents[2]
HOST = load()
TOOLS = Tools(HOST, registry(HOST), Context(threads=2))
REDUCTIONS: tuple[Reduction | SpaceReduction, ...] = TOOLS.registry.all_of("reduction")
NAMES = [reduction.name for reduction in REDUCTIONS]
SPECS = [ROOT / "specs" / f"{name}.yaml" for name in ("gambler", "ruin", "ruin-hidden", "goose-simple", "goose2")]
SPECS += [ROOT / "specs" / f"{name}.yaml" for name in ("another-game", "combat-dice", "yahtzee", "yahtzee-turns")]
SPECS += sorted((ROOT / "tests" / "specs" / "hidden").glob("*.yaml"))
RANDOM = 12
"""How many random games."""


def outcome(path: Path, reductions: Iterable[str]) -> Outcome:
    return run(Plan(path, reductions=tuple(Step(name) for name in reductions)), TOOLS).outcome


def assert_same(reduced: Outcome, plain: Outcome) -> None:
    """All answers overlap, and none that was expected fails."""
    assert [answer.question.name for answer in reduced.answers] == [a.question.name for a in plain.answers]
    for mine, other in zip(reduced.answers, plain.answers, strict=True):
        assert mine.ok is not False, mine
        assert overlap(mine, other), (mine, other)


def overlap(mine: Answer, other: Answer) -> bool:
    if isinstance(mine.value, Spread):
        assert isinstance(other.value, Spread)
        return mine.value.support == other.value.support and mine.value.probability == pytest.approx(
            other.value.probability, rel=1e-8
        )
    return mine.lower <= other.upper * (1 + 1e-12) and other.lower <= mine.upper * (1 + 1e-12)


@pytest.mark.parametrize("reduction", REDUCTIONS, ids=NAMES)
def test_the_small_games_keep_their_answers(reduction: Reduction | SpaceReduction) -> None:
    check_reduction(reduction)


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_the_specs_keep_their_answers(spec: Path) -> None:
    plain = outcome(spec, [])
    for names in [*([name] for name in NAMES), NAMES]:
        reduced = outcome(spec, names)
        assert_same(reduced, plain)
        assert {one.name for one in reduced.reductions} == set(names)
        assert reduced.states <= plain.states


def test_random_games_keep_their_answers(tmp_path: Path) -> None:
    path = tmp_path / "random.yaml"
    for seed in range(RANDOM):
        path.write_text(random_rounds(seed))
        plain = outcome(path, [])
        for name in NAMES:
            assert_same(outcome(path, [name]), plain)


def test_what_would_change_an_answer_is_skipped_with_a_note() -> None:
    spec = ROOT / "tests" / "specs" / "hidden" / "leader.yaml"
    plan = replace(Plan(spec), reductions=(Step("confluence"),))
    free = run(plan, TOOLS).outcome
    assert free.reductions[0].after.states == free.states < free.reductions[0].before.states
    assert free.reductions[0].followed > 0
    counted = run(replace(plan, asks=(Ask("soon", "Pmax=? [F<=20 over]"),), questions=("first",)), TOOLS).outcome
    assert counted.reductions[0].after == counted.reductions[0].before
    assert counted.reductions[0].followed == 0
    assert "confluence is skipped: soon depends on the number of steps, which it changes" in counted.notes
