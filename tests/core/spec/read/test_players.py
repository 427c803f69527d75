"""Players, as a list or with what they own."""

from __future__ import annotations

from collections.abc import Callable

from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]
SPEC = "type: game\nvariables: {f: 0..3}\ncommands: [{action: go, then: {f: 1}}]\n"


def test_a_list_names_them(read: Read) -> None:
    assert [player.name for player in read(SPEC + "players: [ann, bob]").players] == ["ann", "bob"]


def test_a_mapping_says_what_they_own(read: Read) -> None:
    ann, bob = read(SPEC + "players: {ann: {actions: [go]}, bob: }").players
    assert [pattern.name for pattern in ann.actions] == ["go"]
    assert (bob.name, bob.actions, bob.modules) == ("bob", (), ())


def test_what_is_refused(codes: Codes) -> None:
    assert codes(SPEC + "players: [ann, ann]") == ["E204"]
    assert codes(SPEC + "players: ann") == ["E108"]
    assert codes(SPEC + "players: {ann: {action: [go]}}") == ["E202"]


def test_a_family_is_one_player_per_index(read: Read) -> None:
    (player,) = read(SPEC + 'rewards: {"gain[i in 1..2]": 1}\nplayers: {"p[i in 1..2]": {wants: "gain[i]"}}').players
    assert (player.name, [binder.name for binder in player.family]) == ("p", ["i"])
    assert player.wants is not None
    assert (player.wants.name, len(player.wants.indices)) == ("gain", 1)


def test_what_a_player_cannot_want(codes: Codes) -> None:
    assert codes(SPEC + "players: {ann: {wants: glory}}") == ["E502"]
    assert codes(SPEC + 'rewards: {"gain[i in 1..2]": 1}\nplayers: {ann: {wants: gain}}') == ["E303"]
    assert codes(SPEC + 'rewards: {"gain[i in 1..2]": 1}\nplayers: {ann: {wants: "gain[f]"}}') == ["E304"]
