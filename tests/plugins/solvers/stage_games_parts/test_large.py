"""Large crowds without stored transitions, beside the same games stored and beside a search written for one game."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from math import comb
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.process.process import Process
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.request import Finding
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.stage_games_parts import large
from oddsmith_plugins.solvers.stage_games_parts.large import Swept, fits, options_of, swept
from oddsmith_plugins.solvers.stage_games_parts.work import Work

SPEC = Path(__file__).parents[4] / "specs" / "incan-gold-table.yaml"
GEMS, COPIES, HAZARDS = (3, 5, 8), (1, 1, 2), 2


def small(players: int, shortcut: bool = True) -> Process:
    """The game of the spec with two kinds of hazards and four treasures."""
    text = SPEC.read_text().replace("1..12", "1..3").replace("(5 - hazards)", "(2 - hazards)")
    text = text.replace("15 - hazards", "6 - hazards").replace("range: 0..5", "range: 0..2")
    text = re.sub(r"gems:   \[.*\]", f"gems: {list(GEMS)}", text)
    text = re.sub(r"copies: \[.*\]", f"copies: {list(COPIES)}", text)
    if not shortcut:
        text = text.replace("not is_enough()", "true").replace("is_enough()\n    together", "false\n    together")
    return lower(load_text(text, "small.yaml", {"players": str(players)}))


def stored(process: Process) -> Finding:
    return Work(process, Context(), best=True, shown=0).answer(process.questions[0])


def found(process: Process, best: bool = True) -> Swept:
    result = swept(process, conditions_of(process.questions), best, Context(threads=2))
    assert result is not None
    return result


@pytest.fixture(autouse=True)
def _all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "LARGE", 0)


def shares(others: int, p: float) -> list[float]:
    """How many of the others leave, each with probability p."""
    return [comb(others, j) * p**j * (1 - p) ** (others - j) for j in range(others + 1)]


def crossings(gap: Callable[[float], float]) -> list[float]:
    """Where it changes its sign on a grid that hits no simple fraction."""
    found = []
    for k in range(197):
        low, high = k / 197, (k + 1) / 197
        if gap(low) * gap(high) < 0:
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (low, middle) if gap(low) * gap(middle) <= 0 else (middle, high)
            found.append((low + high) / 2)
    return found


@cache
def searched(players: int) -> float:
    """The same round, written down once more: cards in hand, symmetric mixtures by bisection."""

    @cache
    def draw(inside: int, seen: int, deck: tuple[int, ...], relic: str, hand: int, way: int) -> float:
        cards = 3 * HAZARDS - seen + len(deck) + (relic == "deck")
        total = 3 * (HAZARDS - seen) * (decide(inside, seen + 1, deck, relic, hand, way) if seen < HAZARDS else 0.0)
        for k, gem in enumerate(deck):
            rest = (*deck[:k], *deck[k + 1 :])
            total += decide(inside, seen, rest, relic, hand + gem // inside, way + gem % inside)
        if relic == "deck":
            total += decide(inside, seen, deck, "way", hand, way)
        return total / cards

    @cache
    def decide(inside: int, seen: int, deck: tuple[int, ...], relic: str, hand: int, way: int) -> float:
        leave = [hand + way // (j + 1) + (5 if j == 0 and relic == "way" else 0) for j in range(inside)]
        stay = []
        for j in range(inside):
            gone = "gone" if relic == "way" and j == 1 else relic
            stay.append(draw(inside - j, seen, deck, gone, hand, way % j if j else way))

        def gap(p: float) -> float:
            weights = shares(inside - 1, p)
            return sum(w * (a - b) for w, a, b in zip(weights, leave, stay, strict=True))

        def value(p: float) -> float:
            weights = shares(inside - 1, p)
            return sum(w * (p * a + (1 - p) * b) for w, a, b in zip(weights, leave, stay, strict=True))

        candidates = [0.0] * (gap(0.0) <= 0) + [1.0] * (gap(1.0) >= 0)
        candidates += crossings(gap) if inside > 1 else []
        return max(value(p) for p in candidates)

    deck = tuple(gem for gem, count in zip(GEMS, COPIES, strict=True) for _ in range(count))
    return draw(players, 0, deck, "deck", 0, 0)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_both_ways_and_a_search_of_its_own_agree(players: int) -> None:
    process = small(players)
    assert fits(process)
    result, other = found(process), stored(process).value
    assert result.lower <= searched(players) + 1e-9
    assert result.upper >= searched(players) - 1e-9
    assert result.upper - result.lower < 1e-11
    assert other.lower - 1e-9 <= result.lower <= result.upper <= other.upper + 1e-9
    assert 0 <= result.most - result.lower < 1e-9


@pytest.mark.parametrize("players", [2, 3])
def test_leaving_where_nobody_can_gain_changes_no_answer(players: int) -> None:
    short, long = found(small(players)), found(small(players, shortcut=False))
    assert short.states < long.states
    assert abs(short.lower - long.lower) < 1e-9


def test_the_options_are_named_as_in_the_spec() -> None:
    assert options_of(small(2)) == ("leave", (0, 1))
    shares = found(small(3)).shares
    assert shares.min() == -1
    assert ((shares > 0) & (shares < 1)).any()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("choose: {leave: 0..1}", "choose: {leave: 0..2}"),
        ("equilibrium R{gems}", "social R{gems}"),
        ("choose: {leave: 0..1}, others", "choose: {leave: 0..1}, when: leave = 0 or hand > 1, others"),
    ],
)
def test_other_games_are_left_to_stored_transitions(old: str, new: str) -> None:
    text = SPEC.read_text()
    assert old in text
    text = text.replace(old, new).replace("weight: 1 - leave", "weight: 1 - min(1, leave)")
    text = text.replace("weight: leave\n", "weight: min(1, leave)\n")
    assert not fits(lower(load_text(text, "other.yaml")))


def test_games_that_lead_back_are_left_to_the_one_who_refuses_them() -> None:
    text = """
game: again
type: game
players: {ann: {wants: points}}
variables: {x: 0..3}
commands:
  - action: go
    when: x < 3
    together: {ann: {among: 2, choose: {a: 0..1}, others: {ones: a = 1}}}
    gain: {points: a}
    then: {x: if a + ones = 0 then 0 else x + 1}
questions: {it: "equilibrium R{points}=? [F x = 3]"}
"""
    process = lower(load_text(text, "again.yaml"))
    assert fits(process)
    assert swept(process, conditions_of(process.questions), True, Context()) is None
