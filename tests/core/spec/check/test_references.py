"""What is mentioned must exist."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.spec.check.references import action_names
from oddsmith.spec.game import Game

Codes = Callable[..., list[str]]
SPEC = """
type: game
players: [ann]
variables: {f: 0..3}
commands: [{action: bet, then: {f: 1}}]
modules:
  coin: {variables: {v: bool}, commands: [{action: toss, then: {v: true}}]}
  free: {variables: {w: bool}, commands: [{action: fly, then: {w: true}}]}
instances:
  left: {module: coin, rename: {toss: flip}}
"""


def test_actions_have_the_names_they_have_outside(read: Callable[..., Game]) -> None:
    assert action_names(read(SPEC)) == {"bet", "flip", "fly"}


@pytest.mark.parametrize(
    "text", ["hide: [bet, flip]", "independent: fly", 'hide: ["*", "b*"]', "rewards: {r: [{action: flip, gain: 1}]}"]
)
def test_known_actions_are_fine(codes: Codes, text: str) -> None:
    assert codes(SPEC + text) == []


@pytest.mark.parametrize(
    "text", ["hide: [toss]", "independent: flyy", 'hide: "x*"', "rewards: {r: [{action: be, gain: 1}]}"]
)
def test_unknown_actions_are_not(codes: Codes, text: str) -> None:
    assert codes(SPEC + text) == ["E404"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[ann]", "{ann: {modules: [coins]}}"),
        ("[ann]", "{ann: {actions: [bets]}}"),
        ("f: 0..3", "f: {range: 0..3, sees: [bob]}"),
        ("{action: bet,", "{action: bet, player: bob,"),
        ("module: coin,", "module: coyn,"),
    ],
)
def test_unknown_players_and_modules(codes: Codes, old: str, new: str) -> None:
    assert codes(SPEC.replace(old, new)) == ["E404"]


def test_players_may_own_instances(codes: Codes) -> None:
    assert codes(SPEC.replace("[ann]", "{ann: {modules: [left, free]}}")) == []


RING = """variables: {y: 0..1, wet: bool}
modules: {one: {variables: {x: 0..1}, commands: [{when: x = y, then: {x: y}}]}}
instances: {first: {module: one, rename: {x: a, y: NEW}}}"""


@pytest.mark.parametrize(("new", "found"), [("y", []), ("a", []), ("wet", ["E302"]), ("nothing", ["E302"])])
def test_what_is_read_may_be_renamed_to_what_is_of_its_type(codes: Codes, new: str, found: list[str]) -> None:
    assert codes(RING.replace("NEW", new)) == found
