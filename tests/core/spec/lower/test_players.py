"""Who decides on each command of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oddsmith.process.process import Process
from oddsmith.source import Diagnostic

Lower = Callable[..., Process]
Refused = Callable[..., Sequence[Diagnostic]]

GAME = """
type: game
variables: {x: 0..9}
modules:
  hand: {variables: {h: 0..1}, commands: [{action: play, then: {h: 1}}, {action: take, then: {h: 0}}]}
commands:
  - {action: deal, then: {x: 1}}
  - {action: call, player: bob, then: {x: 2}}
players:
  ann: {modules: [hand]}
  bob: {actions: [take]}
"""


def owners(process: Process) -> dict[str, str | None]:
    return {s.action: s.player for s in process.summands}


def test_actions_first_then_commands_then_modules_then_nobody(lowered: Lower) -> None:
    assert owners(lowered(GAME)) == {"deal": None, "call": "bob", "play": "ann", "take": "bob"}


def test_two_owners_are_refused(refused: Refused) -> None:
    (found,) = refused(GAME.replace("ann: {modules: [hand]}", "ann: {actions: [ta*]}"))
    assert found.code == "E405"
    assert "ann and bob" in found.message


def test_synchronised_modules_of_two_players_need_an_owner_of_the_action(refused: Refused, lowered: Lower) -> None:
    text = """
type: game
modules:
  left: {variables: {a: 0..1}, commands: [{action: go, then: {a: 1}}]}
  right: {variables: {b: 0..1}, commands: [{action: go, then: {b: 1}}]}
players:
  ann: {modules: [left]}
  bob: {modules: [right]}
"""
    assert [d.code for d in refused(text)] == ["E405"]
    assert owners(lowered(text.replace("[right]", "[right], actions: [go]"))) == {"go": "bob"}


def test_instances_are_owned_by_their_name_or_their_module(lowered: Lower) -> None:
    text = """
type: game
modules:
  hand: {variables: {h: 0..1}, commands: [{action: play, then: {h: 1}}]}
instances:
  first: {module: hand, rename: {play: one}}
  second: {module: hand, rename: {play: two}}
players:
  ann: {modules: [first]}
  bob: {modules: [second]}
"""
    assert owners(lowered(text)) == {"one": "ann", "two": "bob"}


FAMILY = """
type: game
constants: {n: 2}
players: {"p[i in 1..n]": {wants: "gain[i]"}}
variables:
  card: {array: {i: 1..n}, range: 0..3, init: 1, sees: "p[i]"}
  pot: {range: 0..3, sees: p}
  deck: {range: 0..3, sees: []}
commands:
  - {action: bet, for: {i: 1..n}, player: "p[i]", when: pot = i, then: {pot: 0}}
rewards:
  gain[i in 1..n]: [{action: bet, when: pot = i, gain: i}]
"""


def test_families_of_players_own_and_want_by_index(lowered: Lower) -> None:
    process = lowered(FAMILY)
    assert process.players == ("p[1]", "p[2]")
    assert process.wants == (("p[1]", "gain[1]"), ("p[2]", "gain[2]"))
    assert [s.player for s in process.summands] == ["p[1]", "p[2]"]


def test_a_cell_is_seen_by_whom_its_index_names_and_a_family_means_all_of_it(lowered: Lower) -> None:
    assert lowered(FAMILY).sees == (("card[1]", ("p[1]",)), ("card[2]", ("p[2]",)), ("deck", ()))


def test_indices_that_nobody_has_are_refused(refused: Refused) -> None:
    assert [d.code for d in refused(FAMILY.replace('player: "p[i]"', 'player: "p[i + 1]"'))] == ["E404"]
    assert [d.code for d in refused(FAMILY.replace('sees: "p[i]"', 'sees: "p[i - 1]"'))] == ["E404"]
    assert [d.code for d in refused(FAMILY.replace('wants: "gain[i]"', 'wants: "gain[i + 1]"'))] == ["E502"]
