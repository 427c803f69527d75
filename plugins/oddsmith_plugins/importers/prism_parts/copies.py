"""Renamed modules -> instances where our language can say it, else modules of their own.

PRISM expands formulas before it renames: a formula that reads a renamed variable becomes another formula.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from oddsmith.plugin import Diagnostic, Expr, Name, Span, free_names, substitute
from oddsmith_plugins.importers.prism_parts.model import Branch, Command, Formula, Model, Module, Renamed, Variable
from oddsmith_plugins.importers.prism_parts.system import System, compose, usual


@dataclass(frozen=True)
class Instance:
    """One more use of a module, with the new names of what it owns, does and reads."""

    name: str
    module: str
    names: tuple[tuple[str, str], ...]
    comments: tuple[str, ...] = ()


@dataclass
class Copies:
    """What becomes of the modules of a model; `written` are the modules with all their names in place."""

    model: Model
    complaints: list[Diagnostic] = field(default_factory=list)
    written: dict[str, Module] = field(default_factory=dict)
    instances: dict[str, Instance] = field(default_factory=dict)
    formulas: dict[str, Formula] = field(default_factory=dict)

    def run(self) -> None:
        """All modules in order; a module may be renamed before or after it stands there."""
        self.formulas = {formula.name: formula for formula in self.model.formulas}
        waiting = list(self.model.modules)
        while waiting:
            later = [module for module in waiting if not self._enter(module)]
            if len(later) == len(waiting):
                for module in later:
                    assert isinstance(module, Renamed)
                    self._complain(f"there is no module `{module.base}` to be renamed", module.span)
                return
            waiting = later
        if self.model.system is not None:
            self._compose(self.model.system)

    def _compose(self, system: System) -> None:
        if self.model.players and not usual(system):
            message, why = (
                "this `system … endsystem` of a game has no translation",
                "players own actions by their names",
            )
            self.complaints.append(Diagnostic("E802", message, self.model.system_span, why))
        elif not self.complaints:
            compose(self.model, system, self.written, self.complaints)

    def order(self) -> list[str]:
        """The names of all modules as they stand in the file."""
        return [module.name for module in self.model.modules if module.name in self.written]

    def _enter(self, module: Module | Renamed) -> bool:
        if isinstance(module, Renamed):
            base = self.written.get(module.base)
            if base is None:
                return False
            self._rename(module, base)
        elif module.name in self.written:
            self._complain(f"there are two modules `{module.name}`", module.span)
        else:
            self.written[module.name] = module
        return True

    def _rename(self, renamed: Renamed, base: Module) -> None:
        own = {variable.name for variable in base.variables}
        new = dict(renamed.names)
        for name in sorted(own - new.keys()):
            self._complain(f"`{renamed.name}` gives no new name to the variable `{name}`", renamed.span)
        touched = self._touched(new, base)
        changed = {**new, **{name: f"{name}_{renamed.name}" for name in touched}}
        for name in touched:
            old = self.formulas[name]
            value = renaming(old.value, changed)
            self.formulas[changed[name]] = replace(old, name=changed[name], value=value, comments=())
        copy = _copy(base, renamed, changed)
        if renamed.name in self.written:
            self._complain(f"there are two modules `{renamed.name}`", renamed.span)
        self.written[renamed.name] = copy
        if self._simple(renamed, base, new, touched):
            self.instances[renamed.name] = Instance(renamed.name, renamed.base, renamed.names, renamed.comments)

    def _touched(self, new: Mapping[str, str], base: Module) -> list[str]:
        """Formulas of the module whose meaning changes with the names; those renamed themselves do not."""
        used = self._used(base)
        found: set[str] = set()
        while True:
            more = {
                name
                for name in used - new.keys() - found
                if free_names(self.formulas[name].value) & (new.keys() | found)
            }
            if not more:
                return [name for name in self.formulas if name in found]
            found |= more

    def _used(self, module: Module) -> set[str]:
        """The formulas that a module reads, itself or through others."""
        waiting = [name for command in module.commands for name in _names(command)]
        waiting += _fixed_names(module)
        found: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in self.formulas and name not in found:
                found.add(name)
                waiting += free_names(self.formulas[name].value)
        return found

    def _simple(self, renamed: Renamed, base: Module, new: Mapping[str, str], touched: list[str]) -> bool:
        """Whether an instance can say it: only variables and actions are renamed, and no formula depends on them."""
        unusual = self.model.system is not None and not usual(self.model.system)
        if unusual or self.model.players or self.model.init is not None or renamed.base in self.instances:
            return False
        read = set().union(*(_names(command) for command in base.commands)) if base.commands else set()
        actions = {command.action for command in base.commands}
        variables = {variable.name for module in self.model.modules for variable in _variables(module)}
        variables |= {variable.name for variable in self.model.variables}
        used = new.keys() & (read | actions | {v.name for v in base.variables})
        fixed = _fixed_names(base)
        return (
            used <= variables | actions
            and not used & fixed
            and not read & set(touched)
            and not read & (self.formulas.keys() & new.keys())
            and not any(name in variables and name in actions for name in used)
        )

    def _complain(self, message: str, span: Span) -> None:
        self.complaints.append(Diagnostic("E803", message, span))


def renaming(expr: Expr, new: Mapping[str, str]) -> Expr:
    """The expression with new names, all at once."""
    return substitute(expr, {old: Name(name) for old, name in new.items()})


def _names(command: Command) -> set[str]:
    found = set(free_names(command.guard))
    for branch in command.branches:
        found |= free_names(branch.weight) if branch.weight is not None else frozenset()
        for target, value, _ in branch.updates:
            found |= {target} | free_names(value)
    return found


def _fixed_names(module: Module) -> set[str]:
    """What the ranges and first values of a module's variables read."""
    parts = [part for v in module.variables for part in (v.low, v.high, v.init) if part is not None]
    return {name for part in parts for name in free_names(part)}


def _variables(module: Module | Renamed) -> list[Variable]:
    if isinstance(module, Module):
        return list(module.variables)
    return [Variable(new, None, None, None, module.span) for _, new in module.names]


def _copy(base: Module, renamed: Renamed, new: Mapping[str, str]) -> Module:
    def expr(value: Expr | None) -> Expr | None:
        return None if value is None else renaming(value, new)

    variables = tuple(
        replace(v, name=new.get(v.name, v.name), low=expr(v.low), high=expr(v.high), init=expr(v.init), comments=())
        for v in base.variables
    )
    commands = tuple(_copied(command, new) for command in base.commands)
    return Module(renamed.name, variables, commands, renamed.span, renamed.comments)


def _copied(command: Command, new: Mapping[str, str]) -> Command:
    branches = tuple(
        Branch(
            None if branch.weight is None else renaming(branch.weight, new),
            tuple((new.get(name, name), renaming(value, new), span) for name, value, span in branch.updates),
        )
        for branch in command.branches
    )
    action = new.get(command.action, command.action)
    return replace(command, action=action, guard=renaming(command.guard, new), branches=branches)
