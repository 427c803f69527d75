"""Commands: action, player, family, choice, condition, effect."""

from __future__ import annotations

from collections.abc import Callable

from oddsmith.expr.nodes import TRUE, Items, Number
from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]


def test_everything_but_the_effect_is_optional(read: Read) -> None:
    (command,) = read("variables: {f: 0..3}\ncommands: [{then: {f: 1}}]").commands
    assert (command.when, command.action, command.player, command.family, command.choose) == (TRUE, None, None, (), ())


def test_everything_is_kept(read: Read) -> None:
    (command,) = read(
        """
        type: game
        players: [ann]
        variables: {f: 0..9}
        commands:
          - action: take
            player: ann
            for: {p: 1..3, q: {1, 3}}
            choose: {k: p..3}
            when: f = p
            then: {f: k}
        """
    ).commands
    assert command.player is not None
    assert (command.player.name, command.player.indices) == ("ann", ())
    assert [binder.name for binder in command.family] == ["p", "q"]
    assert command.family[1].domain == Items((Number(1), Number(3)))
    assert [binder.name for binder in command.choose] == ["k"]


def test_the_rest_of_a_command_is_checked_after_a_mistake(codes: Codes) -> None:
    assert codes("variables: {f: 0..3}\ncommands:\n  - when: f &&\n    then: {g: 1}") == ["E301", "E201"]


def test_commands_are_a_list(codes: Codes) -> None:
    assert codes("commands: {when: true, then: {}}") == ["E108"]
    assert codes("commands: [go]") == ["E108"]
