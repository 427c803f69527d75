"""Actions, players, modules and instances that are mentioned -> complaints about unknown ones (E404)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from oddsmith.source import Span
from oddsmith.spec.check.scopes import outside_names
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.spec.game import ActionPattern, Command, Game, Instance, Module

Shape = tuple[str, int]
"""What kind of value a variable has, and its number of axes."""


def check_references(game: Game, complaints: Complaints) -> None:
    """Whatever is mentioned by name must exist."""
    modules = {module.name: module for module in game.modules}
    players = [player.name for player in game.players]
    actions = sorted(action_names(game))
    owners = [*modules, *(instance.name for instance in game.instances)]
    for player in game.players:
        for name in player.modules:
            _known(complaints, name, owners, "module", player.span)
    for pattern in _patterns(game):
        if not any(fnmatchcase(action, pattern.name) for action in actions) and pattern.name != "*":
            _unknown(complaints, pattern.name, actions, "action", pattern.span)
    for command in _commands(game):
        if command.player is not None:
            _known(complaints, command.player, players, "player", command.span)
    for variable in (*game.variables, *(v for module in game.modules for v in module.variables)):
        for name in variable.sees or ():
            _known(complaints, name, players, "player", variable.span)
    foreign = {name: (kind.kind, axes) for name, (kind, axes) in outside_names(game).items()}
    for instance in game.instances:
        if _known(complaints, instance.module, modules, "module", instance.span):
            _check_instance(instance, modules[instance.module], foreign, complaints)


def action_names(game: Game) -> set[str]:
    """All names of actions as they are outside of modules, after renaming."""
    used = {instance.module for instance in game.instances}
    found = {c.action.name for c in game.commands if c.action is not None}
    modules = {module.name: module for module in game.modules}
    for module in game.modules:
        if module.name not in used:
            found |= {c.action.name for c in module.commands if c.action is not None}
    for instance in game.instances:
        renamed = dict(instance.rename)
        commands = modules[instance.module].commands if instance.module in modules else ()
        found |= {renamed.get(c.action.name, c.action.name) for c in commands if c.action is not None}
    return found


def _check_instance(instance: Instance, module: Module, foreign: Mapping[str, Shape], complaints: Complaints) -> None:
    known = [name for name, _ in module.parameters]
    for name, expr in instance.parameters:
        if name not in known:
            message = f"the module `{module.name}` has no parameter `{name}`"
            complaints.add("E201", message, expr.span, fix=suggestion(name, known, "parameters"))
    names = {v.name for v in module.variables} | {c.action.name for c in module.commands if c.action is not None}
    for old, new in instance.rename:
        if old in names:
            continue
        if old not in foreign:
            message = f"the module `{module.name}` has no action or variable `{old}`"
            complaints.add("E404", message, instance.span, fix=suggestion(old, names))
        elif foreign.get(new) != foreign[old]:
            message = f"`{new}` cannot stand for `{old}` in the instance `{instance.name}`"
            why = "there is no such variable" if new not in foreign else "their types differ"
            complaints.add("E302", message, instance.span, why=why)
    given = {name for name, _ in instance.parameters} | {binder.name for binder in instance.family}
    for name, default in module.parameters:
        if default is None and name not in given:
            message = f"the instance `{instance.name}` gives no value to the parameter `{name}`"
            complaints.add("E203", message, instance.span, fix=f"add `parameters: {{{name}: …}}`")


def _patterns(game: Game) -> Iterator[ActionPattern]:
    yield from game.independent
    yield from game.hide
    for player in game.players:
        yield from player.actions
    for reward in game.rewards:
        for item in reward.items:
            yield from item.actions


def _commands(game: Game) -> Iterator[Command]:
    yield from game.commands
    for module in game.modules:
        yield from module.commands


def _known(complaints: Complaints, name: str, known: Iterable[str], what: str, span: Span | None) -> bool:
    names = list(known)
    if name in names:
        return True
    _unknown(complaints, name, names, what, span)
    return False


def _unknown(complaints: Complaints, name: str, known: Iterable[str], what: str, span: Span | None) -> None:
    fix = suggestion(name, known, f"{what}s") or f"there is no {what} at all"
    complaints.add("E404", f"there is no {what} `{name}`", span, fix=fix)
