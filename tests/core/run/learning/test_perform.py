"""Experiments: limits exactly, the same gains for any number of processes, third parties who learn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from core.learn.poker import chances, match
from core.run.learning.small import TEXT, experiment_of, outcome, plan, tools
from oddsmith.context import Context, LimitError, Limits
from oddsmith.hosting.manager import Origin, PluginError
from oddsmith.hosting.registry import Offer, Registry
from oddsmith.learn.learner import Learner, Mind
from oddsmith.learn.match import Match, Turn
from oddsmith.run.learning.experiment import Experiment
from oddsmith.run.learning.perform import limit, perform
from oddsmith.run.pipeline import plan_of
from oddsmith.run.runner import Tools
from oddsmith.source import SpecError

SHI = Path(__file__).parents[4] / "pipelines" / "shi-kuhn.yaml"
CONSERVATIVE = chances((0, 0, 0, 0.05, 1), name="C")
BLUFFING = chances((0.3, 0.3, 0.5, 0.8, 1), (0.1, 0.3, 0.6, 0.9, 1), name="B")
LIMITS = {"BBB": 254, "BBC": 181, "BCB": 182, "BCC": 151, "CBB": 181, "CBC": 158, "CCB": 163, "CCC": 337}
"""Chips in 1,000 hands, to the next whole number."""


@pytest.mark.parametrize("name", LIMITS)
def test_the_upper_limits_of_four_player_kuhn_poker(name: str) -> None:
    found = match(4, *(CONSERVATIVE if letter == "C" else BLUFFING for letter in name))
    assert round(limit(found, Experiment((), (), (), hands=1000))) == LIMITS[name]


def test_the_experiment_of_the_paper_in_small() -> None:
    made = plan_of(SHI)
    whole = experiment_of(made)
    assert [(c.name, c.styles) for c in whole.companies] == [(name, tuple(name)) for name in LIMITS]
    assert (whole.hands, whole.games, whole.rotate) == (1000, 10, True)
    some = replace(whole, hands=200, games=1, learners=tuple(x for x in whole.learners if x[0] in ("paper", "founded")))
    found = perform(made, some, tools(threads=2)).outcome
    assert (found.histories, found.information_sets, found.plays) == (7886, 160, 3960)
    assert [round(one.limit * 1000 / 200) for one in found.companies] == list(LIMITS.values())
    for place in range(2):
        assert 0 < found.mean_gain(place) < 2 * found.mean_limit


def test_a_limit_counts_the_seats_that_were_sat_at() -> None:
    found = match(2, chances((0, 0, 1)))
    each = [limit(found, Experiment((), (), (), hands=hands)) for hands in (1, 2, 3, 4)]
    assert each[2] - each[1] == pytest.approx(each[0])
    assert each[3] == pytest.approx(2 * each[1])
    assert limit(found, Experiment((), (), (), hands=4, rotate=False)) == pytest.approx(4 * each[0])


def gains(found: object) -> list[list[list[float]]]:
    return [[each.totals.tolist() for each in one.gains] for one in found.companies]  # type: ignore[attr-defined]


def test_gains_are_the_same_for_any_number_of_processes_and_differ_by_seed(tmp_path: Path) -> None:
    alone = outcome(tmp_path, threads=1, seed=4)
    assert gains(outcome(tmp_path, threads=3, seed=4)) == gains(alone)
    assert gains(outcome(tmp_path, threads=1, seed=5)) != gains(alone)
    assert (alone.histories, alone.information_sets, alone.plays) == (58, 12, 30)


def test_learners_get_the_same_cards(tmp_path: Path) -> None:
    text = TEXT.replace("founded: {posterior: {strength: 2}}", "again: shi")
    for one in outcome(tmp_path, text, threads=1).companies:
        first, second = one.gains
        assert np.array_equal(first.hands, second.hands)


class Always(Mind):
    def __init__(self, match: Match, name: str) -> None:
        self.match, self.name = match, name

    def decide(self, turn: Turn) -> int:
        names = self.match.tree.information.names
        return next((move for move in turn.moves if names[move] == self.name), turn.moves[-1])


@dataclass(frozen=True)
class Stubborn(Learner):
    """Always the same."""

    name: ClassVar[str] = "stubborn"
    move: str = "bet"

    def begin(self, match: Match) -> Mind:
        if self.move == "nothing":
            raise ValueError("no move at all")
        return Always(match, self.move)


@pytest.fixture
def third_party() -> Tools:
    origin = Origin("learner-stubborn", __name__, "stubborn", "1.0")
    found = tools(threads=1)
    return replace(found, registry=Registry((Offer("learner", "stubborn", Stubborn, origin),), host=found.host))


def stubborn(folder: Path, found: Tools, move: str = "bet", against: str = "careful: [C]") -> object:
    text = TEXT.replace("    paper: shi\n    founded: {posterior: {strength: 2}}\n", "").replace(
        "learners:\n", f"learners: {{mine: {{stubborn: {{move: {move}}}}}}}\n"
    )
    made = plan(folder, text.replace("{careful: [C], bold: [B]}", f"{{{against}}}"))
    return perform(made, experiment_of(made), found).outcome


def test_a_learner_of_a_third_party_plays(tmp_path: Path, third_party: Tools) -> None:
    (one,) = stubborn(tmp_path, third_party).companies  # type: ignore[attr-defined]
    assert one.gains[0].learner == "mine"
    assert set(np.unique(one.gains[0].hands)) <= {-2.0, 1.0, 2.0}


@pytest.mark.parametrize("threads", [1, 2])
def test_a_learner_that_fails_is_named(tmp_path: Path, third_party: Tools, threads: int) -> None:
    found = replace(third_party, context=replace(third_party.context, threads=threads))
    with pytest.raises(PluginError, match=r"learner-stubborn \(stubborn 1.0\): failed with ValueError: no move at all"):
        stubborn(tmp_path, found, "nothing")


def test_every_seat_needs_a_style(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="has 2 persons, and 1 seats are free"):
        outcome(tmp_path, TEXT.replace("bold: [B]", "bold: [B, C]"))


def test_seats_are_counted_before_a_game_is_explored_that_would_take_for_ever(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="the company `bold` has 1 persons, and 11 seats are free"):
        outcome(tmp_path, TEXT.replace("n: 2", "n: 12"))


def test_unknown_learners_are_answered_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="there is no learner named shy") as error:
        outcome(tmp_path, TEXT.replace("paper: shi", "paper: shy"))
    assert "did you mean shi" in str(error.value)


def test_players_have_to_want_something(tmp_path: Path) -> None:
    (tmp_path / "aimless.yaml").write_text(
        "game: aimless\ntype: game\nplayers: [ann, bob]\nvariables: {x: 0..2}\ncommands:\n"
        "  - {action: go, player: ann, choose: {k: 1..2}, when: x = 0, then: {x: k}}\n"
    )
    text = TEXT.partition("spec:")[0] + "spec: aimless.yaml\n" + TEXT[TEXT.index("learn:") :]
    with pytest.raises(SpecError, match="nobody knows what ann, bob wants"):
        outcome(tmp_path, text)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_time_ends_it(tmp_path: Path, threads: int) -> None:
    made = plan(tmp_path, TEXT.replace("hands: 60", "hands: 100000"))
    context = Context(Limits(seconds=0.5), threads=threads)
    with pytest.raises(LimitError, match="time limit"):
        perform(made, experiment_of(made), replace(tools(), context=context))
