"""Rounds against stored transitions: the same answers, within bounds that contain each other's."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.context import Context, LimitError, Limits
from oddsmith.hosting.manager import load as load_plugins
from oddsmith.hosting.registry import registry
from oddsmith.process.process import Process
from oddsmith.run.plan import Ask, Plan, Step
from oddsmith.run.runner import Tools, run
from oddsmith.solve.answer import Answer, Spread
from oddsmith.solve.answering import conclude
from oddsmith.solve.solution import Status
from oddsmith.source import SpecError
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith.testing.random_rounds import random_rounds
from oddsmith_plugins.solvers.rounds import RoundsSolver
from oddsmith_plugins.solvers.rounds_parts.workshop import Workshop

ROOT = Path(__file__).parents[3]
GAMES = ROOT / "tests" / "specs" / "rounds"
HOST = load_plugins()
TOOLS = Tools(HOST, registry(HOST), Context(threads=2, precision=1e-10))


def process_of(path: Path, **constants: str) -> Process:
    return lower(load(path, constants))


def both(path: Path, **constants: str):
    """The answers by rounds and by stored transitions."""
    plan = Plan(path, overrides=tuple(constants.items()), solver=Step("rounds"))
    return run(plan, TOOLS), run(replace(plan, solver=Step("interval-iteration")), TOOLS)


def assert_same(mine: Answer, other: Answer) -> None:
    """The same value, within bounds that meet; of distributions up to where the shorter list ends."""
    if not isinstance(mine.value, Spread):
        assert max(mine.lower, other.lower) <= min(mine.upper, other.upper), mine.question.name
        assert math.isclose(mine.value, other.value, rel_tol=1e-9, abs_tol=1e-12)
        return
    assert math.isclose(mine.value.mean or 0, other.value.mean or 0, rel_tol=1e-9)
    for one, two in zip(_listed(mine.value), _listed(other.value), strict=False):
        assert one[0] == two[0]
        assert max(one[1], two[1]) <= min(one[2], two[2]), (mine.question.name, one, two)
    left = abs(sum(mine.value.probability) - sum(other.value.probability))
    assert left <= 2 * (mine.value.tail + other.value.tail) + 1e-12


def _listed(spread: Spread) -> list[tuple[int, float, float]]:
    return list(zip(spread.support, spread.lower, spread.upper, strict=True))


@pytest.mark.parametrize(
    ("path", "constants"),
    [
        (ROOT / "specs" / "another-game.yaml", {"players": "3", "coins": "2"}),
        (ROOT / "specs" / "ur.yaml", {}),
        (ROOT / "specs" / "snakes-and-ladders.yaml", {}),
        (ROOT / "specs" / "goose2.yaml", {}),
        (ROOT / "specs" / "goose3.yaml", {}),
        (ROOT / "specs" / "goose-simple.yaml", {}),
        (GAMES / "two-writes.yaml", {}),
        (GAMES / "two-writes.yaml", {"N": "2", "last": "17"}),
        (GAMES / "coins.yaml", {}),
        (GAMES / "coins.yaml", {"N": "2", "coins": "3"}),
        (GAMES / "weights.yaml", {}),
    ],
)
def test_answers_are_those_of_stored_transitions(path, constants):
    ours, theirs = both(path, **constants)
    assert ours.space is None
    for mine, other in zip(ours.answers, theirs.answers, strict=True):
        assert mine.solver == "rounds", mine.question.name
        assert mine.status is Status.DONE
        assert_same(mine, other)


EVERY_KIND = (
    "P=? [F<=30 over]",
    "P=? [G<=41 not over]",
    "P=? [at[2] < 50 U win[1]]",
    "P=? [G at[1] < 90]",
    "dist{throws} [F win[2]]",
    "smallest k with P [F<=k over] >= 9/10",
    "largest k with P [F<=k over] < 1/10",
    "largest k with P [G<=k not over] > 1/2",
    "smallest k with P [F<=k win[1]] >= 0.99",
)


def test_race_with_every_kind_of_question():
    """F, U, G and R; steps are bounded with and without a number, and counted."""
    asks = tuple(Ask(f"ask{number}", text) for number, text in enumerate(EVERY_KIND))
    plan = Plan(ROOT / "specs" / "snakes-and-ladders.yaml", asks=asks, solver=Step("rounds"))
    ours, theirs = run(plan, TOOLS), run(replace(plan, solver=None), TOOLS)
    for mine, other in zip(ours.answers, theirs.answers, strict=True):
        assert mine.solver == "rounds", mine.question.name
        assert_same(mine, other)


def test_random_games_have_the_answers_of_exact_arithmetic(tmp_path):
    """All kinds of questions about games of all shapes that have rounds; nothing is left to stored transitions."""
    path = tmp_path / "random.yaml"
    for seed in range(60):
        path.write_text(random_rounds(seed), encoding="utf-8")
        found = RoundsSolver().find(process_of(path), TOOLS.context)
        assert not found.refused, (seed, found.refused)
        for answer in run(Plan(path, solver=Step("exact")), TOOLS).answers:
            mine = conclude(answer.question, found.findings[answer.question.name], "rounds", 0.0)
            assert_same(mine, answer)


def test_rotation_answers_for_all_players_with_one_solve():
    process = process_of(ROOT / "specs" / "goose3.yaml")
    found = RoundsSolver().find(process, Context(precision=1e-12))
    assert len({found.seconds[f"win{p}"] for p in (1, 2, 3)}) <= 3
    assert len({found.findings[f"win{p}"].method for p in (1, 2, 3)}) == 1
    apart = RoundsSolver().find(replace(process, symmetry=()), Context(precision=1e-12))
    for p in (1, 2, 3):
        together, alone = found.findings[f"win{p}"].value, apart.findings[f"win{p}"].value
        assert max(together.lower, alone.lower) <= min(together.upper, alone.upper)


def test_false_symmetry_is_refused_with_the_command_that_breaks_it():
    with pytest.raises(SpecError, match=r"E408.*\[go\] is not the same for turn = 1 and turn = 2"):
        RoundsSolver().find(process_of(GAMES / "false-symmetry.yaml"), Context())


def test_impossible_goal_has_probability_zero_exactly():
    found = RoundsSolver().find(process_of(ROOT / "specs" / "goose3.yaml"), Context())
    bounds = found.findings["draw"].value
    assert bounds.lower == bounds.upper == 0


@pytest.mark.parametrize(
    ("path", "constants"), [(GAMES / "almost.yaml", ()), (ROOT / "specs" / "ur.yaml", (("again", "true"),))]
)
def test_almost_rounds_fall_back_and_say_why(path, constants):
    finished = run(Plan(path, overrides=constants, solver=Step("rounds")), TOOLS)
    assert finished.space is not None
    assert {answer.solver for answer in finished.answers} != {"rounds"}
    assert any("it keeps turn at 1 where the game goes on" in note for note in finished.outcome.notes)


def test_goal_that_is_not_always_reached_leaves_the_expectation_to_others():
    finished = run(Plan(GAMES / "two-writes.yaml", asks=(), questions=("moves",), solver=Step("rounds")), TOOLS)
    assert finished.answers[0].solver == "rounds"
    plan = Plan(GAMES / "unsure.yaml", solver=Step("rounds"))
    finished = run(plan, TOOLS)
    assert finished.answers[0].value == math.inf
    assert any("always reached" in note for note in finished.outcome.notes)


def test_precision_is_honoured():
    process = process_of(ROOT / "specs" / "goose2.yaml")
    rough = RoundsSolver().find(process, Context(precision=1e-3)).findings["win1"]
    fine = RoundsSolver().find(process, Context(precision=1e-12)).findings["win1"]
    assert rough.value.upper - rough.value.lower <= 1e-3 * rough.value.lower
    assert fine.value.upper - fine.value.lower <= 1e-12 * fine.value.lower
    assert rough.value.lower <= 0.39362513739375739140 <= rough.value.upper
    assert fine.value.lower <= 0.39362513739375739140 <= fine.value.upper
    assert int(rough.method.split()[1]) < int(fine.method.split()[1])


def test_more_precision_than_there_is_ends_loose():
    found = RoundsSolver().find(process_of(ROOT / "specs" / "goose2.yaml"), Context(precision=1e-16))
    assert found.findings["win1"].status is Status.LOOSE


def test_threads_do_not_change_the_numbers():
    process = process_of(GAMES / "two-writes.yaml")
    one, two = (RoundsSolver().find(process, Context(threads=t)).findings["win1"].value for t in (1, 2))
    assert (one.lower, one.upper) == (two.lower, two.upper)


def test_answers_survive_when_the_time_is_over(monkeypatch):
    """The first group of questions is answered, the next ones are not."""
    process = process_of(ROOT / "specs" / "goose2.yaml")
    solve, begun = Workshop.solve, []

    def once(self, group):
        if begun:
            raise LimitError("the time is over")
        begun.append(group)
        return solve(self, group)

    monkeypatch.setattr(Workshop, "solve", once)
    found = RoundsSolver().find(process, Context(precision=1e-3))
    assert {"win1", "win2"} <= set(found.findings)
    assert found.refused["throws"] == "the time is over"


def test_memory_is_asked_for_before_it_is_taken():
    process = process_of(ROOT / "specs" / "goose5.yaml")
    process = replace(process, questions=process.questions[:1])
    with pytest.raises(LimitError, match="one vector over"):
        RoundsSolver().find(process, Context(limits=Limits(memory=500_000_000)))
