"""`system … endsystem` -> modules whose commands synchronise by the names of their actions alone.

Every way to act together becomes an action of its own, which only those who take part use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from oddsmith.plugin import Diagnostic, Span
from oddsmith_plugins.importers.prism_parts.model import Command, Model, Module, Reward, RewardItem

Part = tuple[str, str]
"""A module and its action."""


@dataclass(frozen=True)
class Alone:
    """A module."""

    name: str
    span: Span


@dataclass(frozen=True)
class Together:
    """Both sides; `actions` are those that they do together, None: all that both have."""

    left: System
    right: System
    actions: frozenset[str] | None


@dataclass(frozen=True)
class Renaming:
    """A part with new names for actions; "" hides one."""

    inner: System
    names: tuple[tuple[str, str], ...]


System = Alone | Together | Renaming


@dataclass(frozen=True)
class Way:
    """What happens under the name `result` ("": hidden), and who takes part with which action."""

    result: str
    parts: tuple[Part, ...]


def modules_of(system: System) -> list[Alone]:
    """The modules in order."""
    if isinstance(system, Alone):
        return [system]
    if isinstance(system, Renaming):
        return modules_of(system.inner)
    return modules_of(system.left) + modules_of(system.right)


def usual(system: System) -> bool:
    """Whether it says what PRISM does anyway: all modules act together on what they share."""
    if isinstance(system, Together):
        return system.actions is None and usual(system.left) and usual(system.right)
    return isinstance(system, Alone)


def compose(model: Model, system: System, modules: dict[str, Module], complaints: list[Diagnostic]) -> None:
    """Give the commands of the modules, and the rewards of the model, the actions that the system makes of theirs."""
    names = [alone.name for alone in modules_of(system)]
    for alone in modules_of(system):
        if alone.name not in modules or names.count(alone.name) > 1:
            reason = "stands twice in `system … endsystem`" if alone.name in modules else "is no module"
            complaints.append(Diagnostic("E803", f"`{alone.name}` {reason}", alone.span))
    left_out = [name for name in modules if name not in names]
    if left_out:
        message = f"`system … endsystem` leaves out {', '.join(left_out)}"
        complaints.append(Diagnostic("E803", message, model.system_span, fix="name every module once"))
    if complaints:
        return
    known = _named(list(_ways(system, modules)))
    for name, module in modules.items():
        modules[name] = replace(module, commands=tuple(_commands(module, known)))
        taken = {part for parts in known for part in parts}
        for action in dict.fromkeys(c.action for c in module.commands if c.action):
            if (name, action) not in taken:
                model.remarks.append(f"{action} of {name} waits for somebody for ever: it never happens")
    model.rewards = [_reward(reward, known) for reward in model.rewards]


def _ways(system: System, modules: Mapping[str, Module]) -> Iterator[Way]:
    if isinstance(system, Alone):
        for action in dict.fromkeys(c.action for c in modules[system.name].commands if c.action):
            yield Way(action, ((system.name, action),))
    elif isinstance(system, Renaming):
        new = dict(system.names)
        for way in _ways(system.inner, modules):
            yield replace(way, result=new.get(way.result, way.result))
    else:
        left, right = list(_ways(system.left, modules)), list(_ways(system.right, modules))
        both = {way.result for way in left} & {way.result for way in right} - {""}
        common = both if system.actions is None else system.actions
        yield from (way for way in (*left, *right) if way.result not in common)
        for one in left:
            for other in right:
                if one.result == other.result and one.result in common:
                    yield Way(one.result, one.parts + other.parts)


def _named(ways: list[Way]) -> dict[tuple[Part, ...], tuple[str, str]]:
    """Who takes part -> a name of its own for what they do, and the name that rewards know it by."""
    taken = {way.result for way in ways}
    seen: set[str] = set()
    found = {}
    for way in ways:
        name = way.result or ("" if len(way.parts) == 1 else f"hidden_{way.parts[0][1]}")
        number = 2
        unique = name
        while unique and (unique in seen or (unique in taken and unique != way.result)):
            unique, number = f"{name}_{number}", number + 1
        seen.add(unique)
        found[way.parts] = (unique, way.result)
    return found


def _commands(module: Module, known: Mapping[tuple[Part, ...], tuple[str, str]]) -> Iterator[Command]:
    for command in module.commands:
        if not command.action:
            yield command
        for parts, (name, _) in known.items():
            if command.action and (module.name, command.action) in parts:
                yield replace(command, action=name)


def _reward(reward: Reward, known: Mapping[tuple[Part, ...], tuple[str, str]]) -> Reward:
    """Rewards of an action are gained by all that happens under its name."""
    items: list[RewardItem] = []
    for item in reward.items:
        names = [name for name, result in known.values() if result == item.action]
        if item.action is None or (item.action and not names):
            items.append(item)
            continue
        actions = dict.fromkeys([*names, ""] if item.action == "" else names)
        items += [replace(item, action=name) for name in actions]
    return replace(reward, items=tuple(items))
