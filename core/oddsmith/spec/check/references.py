"""Actions, players, modules and instances that are mentioned -> complaints about unknown ones (E404)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from oddsmith.source import Span
from oddsmith.spec.check.scopes import outside_names
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.spec.game import ActionPattern, Command, Game, Instance, Module, Reference

STEPS = "steps"
Shape = tuple[str, int]
"""What kind of value a variable has, and its number of axes."""


def check_references(game: Game, complaints: Complaints) -> None:
    """Whatever is mentioned by name must exist."""
    modules = {module.name: module for module in game.modules}
    players = {player.name: len(player.family) for player in game.players}
    rewards = {reward.name: len(reward.family) for reward in game.rewards} | {STEPS: 0}
    actions = sorted(action_names(game))
    owners = [*modules, *(instance.name for instance in game.instances)]
    for player in game.players:
        for name in player.modules:
            _known(complaints, name, owners, "module", player.span)
        if player.wants is not None:
            _refers(complaints, player.wants, rewards, "reward")
    for pattern in _patterns(game):
        if not any(fnmatchcase(action, pattern.name) for action in actions) and pattern.name != "*":
            _unknown(complaints, pattern.name, actions, "action", pattern.span)
    for command in _commands(game):
        if command.player is not None:
            _refers(complaints, command.player, players, "player")
    for variable in (*game.variables, *(v for module in game.modules for v in module.variables)):
        for reference in variable.sees or ():
            _refers(complaints, reference, players, "player", whole=True)
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


def _refers(
    complaints: Complaints, reference: Reference, known: Mapping[str, int], what: str, *, whole: bool = False
) -> None:
    """The name must exist, with as many indices as its family has; `whole`: or with none, which means all of it."""
    if not _known(complaints, reference.name, known, what, reference.span):
        return
    wanted, given = known[reference.name], len(reference.indices)
    if given != wanted and not (whole and given == 0):
        shown = f"{reference.name}[{', '.join('ijkl'[:wanted])}]" if wanted else reference.name
        message = f"the {what} `{reference.name}` has {wanted or 'no'} ind{'ex' if wanted == 1 else 'ices'}"
        complaints.add("E303", message, reference.span, fix=f"write `{shown}`")


def _known(complaints: Complaints, name: str, known: Iterable[str], what: str, span: Span | None) -> bool:
    names = list(known)
    if name in names:
        return True
    _unknown(complaints, name, names, what, span)
    return False


def _unknown(complaints: Complaints, name: str, known: Iterable[str], what: str, span: Span | None) -> None:
    fix = suggestion(name, known, f"{what}s") or f"there is no {what} at all"
    code = "E502" if what == "reward" else "E404"
    complaints.add(code, f"there is no {what} `{name}`", span, fix=fix)
