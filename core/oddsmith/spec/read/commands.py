"""`commands:` -> Command."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.expr.nodes import TRUE, Expr
from oddsmith.spec.game import Command, Effect, RewardClause
from oddsmith.spec.keys import COMMAND
from oddsmith.spec.read.actions import read_action, read_reference
from oddsmith.spec.read.effects import read_effect
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.read.together import read_together
from oddsmith.spec.tree import Mapping, Node


def read_commands(reader: Reader, node: Node | None) -> tuple[Command, ...]:
    """All commands of the game or of a module."""
    items = reader.items(node, "a list of commands (`- when: … then: …`)")
    return tuple(read_command(reader, item) for item in items)


def read_command(reader: Reader, node: Node) -> Command:
    fields = reader.fields(node, COMMAND)
    action = read_action(reader, fields["action"]) if "action" in fields else None
    player = read_reference(reader, fields["player"], "a player", "ann") if "player" in fields else None
    family = reader.binders(fields.get("for"), "a family")
    choose = reader.binders(fields.get("choose"), "a choice")
    when = reader.expression(fields["when"], "a condition") if "when" in fields else TRUE
    effect = read_effect(reader, fields)
    # After a complaint the rest of the command is still worth checking.
    span = node.entries[0].key.span if isinstance(node, Mapping) and node.entries else node.span
    together = read_together(reader, fields.get("together"))
    gain = _gains(reader, fields.get("gain"))
    return Command(when or TRUE, effect or Effect(), action, player, family, choose, span, together, gain)


def _gains(reader: Reader, node: Node | None) -> tuple[tuple[str, Expr], ...]:
    found: list[tuple[str, Expr]] = []
    for entry in reader.entries(node, "rewards and what they gain (`points: 3 * a`)"):
        name, gain = reader.name(entry.key, "a reward"), reader.expression(entry.value, "a gain")
        if name is not None and gain is not None:
            found.append((name, gain))
    return tuple(found)


def with_gains(rewards: tuple[RewardClause, ...], commands: Iterable[Command]) -> tuple[RewardClause, ...]:
    """The rewards, and those that commands alone speak of."""
    known = dict.fromkeys(reward.name for reward in rewards)
    named = dict.fromkeys(name for command in commands for name, _ in command.gain)
    return (*rewards, *(RewardClause(name, ()) for name in named if name not in known))
