"""Commands -> steps: families unrolled, constants in place, effects flat, not yet synchronised."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from oddsmith.expr.nodes import Expr
from oddsmith.process.process import Branch, Party, Sum
from oddsmith.source import Span
from oddsmith.spec.game import ActionPattern, Command
from oddsmith.spec.lower.choices import chosen_by
from oddsmith.spec.lower.constants import ordinal
from oddsmith.spec.lower.effects import Flattener, Setting
from oddsmith.spec.lower.families import MOST_COMMANDS, combinations, full_name, indexed_name, too_many
from oddsmith.spec.lower.logic import conjunction
from oddsmith.spec.lower.scope import Scope


@dataclass(frozen=True)
class Action:
    """`step[2]`: a name and its indices."""

    name: str
    indices: tuple[Expr, ...] = ()

    @property
    def text(self) -> str:
        return indexed_name(self.name, self.indices)

    def matches(self, pattern: ActionPattern) -> bool:
        if not fnmatchcase(self.name, pattern.name):
            return False
        return pattern.indices is None or pattern.indices == tuple(ordinal(i) for i in self.indices)


@dataclass(frozen=True)
class Step:
    """One unrolled command of one module, or several that were synchronised."""

    action: Action | None
    sums: tuple[Sum, ...]
    guard: Expr
    branches: tuple[Branch, ...]
    players: tuple[str, ...] = ()
    """Whom the commands name."""
    modules: tuple[str, ...] = ()
    """The modules and instances that take part."""
    origin: Span | None = None
    parties: tuple[Party, ...] = ()
    """Who decides at the same time."""
    gains: tuple[tuple[str, Expr], ...] = ()
    """What the commands themselves add to rewards."""

    def matches(self, patterns: tuple[ActionPattern, ...]) -> bool:
        """Whether one of the patterns means this step; only `*` means a step without an action."""
        if self.action is None:
            return any(p.name == "*" for p in patterns)
        return any(self.action.matches(p) for p in patterns)


@dataclass(frozen=True)
class Component:
    """One use of a module (or the commands outside of modules) with what names mean in it."""

    names: tuple[str, ...]
    """The names by which players own it: instance and module."""
    scope: Scope
    commands: tuple[Command, ...]
    actions: tuple[tuple[str, str], ...] = ()
    """Renamed actions."""


def unroll(component: Component, setting: Setting) -> list[Step]:
    """All steps of a component, the impossible ones included: their actions still synchronise."""
    steps: list[Step] = []
    for command in component.commands:
        found = setting.complaints.attempt(lambda c=command: list(_command(c, component, setting)))  # type: ignore[misc]
        steps += found or []
        if len(steps) > MOST_COMMANDS:
            raise too_many("this family", command.span)
    return steps


def _command(command: Command, component: Component, setting: Setting) -> Iterator[Step]:
    renamed = dict(component.actions)
    for count, (scope, _) in enumerate(combinations(command.family, component.scope, setting.constants)):
        if count >= MOST_COMMANDS:
            raise too_many("this family", command.span)
        action = None
        if command.action is not None:
            indices = tuple(setting.constants.literal(i, scope) for i in command.action.indices)
            action = Action(renamed.get(command.action.name, command.action.name), indices)
        yield _step(command, action, component, scope, setting)


def _step(command: Command, action: Action | None, component: Component, scope: Scope, setting: Setting) -> Step:
    chosen = chosen_by(command, scope, setting)
    constants, inner = setting.constants, chosen.inner
    guard = conjunction([constants.simplified(command.when, inner), *chosen.conditions])
    taken = setting.reserved | {s.name for s in chosen.sums}
    branches = tuple(Flattener(setting).branches(command.effect, inner, taken))
    players = () if command.player is None else (full_name(command.player, scope, constants),)
    gains = tuple((name, constants.simplified(gain, inner)) for name, gain in command.gain)
    parties = tuple(chosen.parties)
    return Step(action, tuple(chosen.sums), guard, branches, players, component.names, command.span, parties, gains)
