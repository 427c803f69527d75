"""Commands of several machines -> indices of their actions, and what a machine does not let others do alone.

Processes act together on actions of the same name, whatever the arguments: who can do `step(1)` only keeps the others
from doing `step(2)`. In a spec `step[1]` and `step[2]` are different actions, so each module must have them all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.plugin import Compare, Diagnostic, Expr, Name, SpecError, free_names, show
from oddsmith_plugins.importers.prcrl_parts.machine import Bound, Command, Machine, together
from oddsmith_plugins.importers.prcrl_parts.scope import Scope

Indices = tuple[str, ...]
"""For each argument the range that it comes from, or its value."""


@dataclass
class Indexed:
    """A command whose action has indices that are known before the game begins."""

    command: Command
    families: tuple[Bound, ...]
    """Sums that the indices use: one command per value."""
    arguments: tuple[Expr, ...]
    guard: Expr | None
    covered: Indices | None
    """What the command itself covers; None where an index is a parameter or computed."""
    wanted: Indices
    """What others must know of."""


@dataclass
class Alphabet:
    """The actions of one machine."""

    scope: Scope
    machine: Machine
    fixed: set[str]
    """Parameters that are constants of the module."""
    found: list[Indexed] = field(default_factory=list)

    def read(self) -> None:
        """Every command with its indices."""
        for command in self.machine.commands:
            self.found.append(self._indexed(command))

    def names(self) -> list[str]:
        return list(dict.fromkeys(command.action for command in self.machine.commands if command.action != "tau"))

    def _indexed(self, command: Command) -> Indexed:
        sums = {bound.name: bound for bound in command.sums}
        families: list[Bound] = []
        arguments: list[Expr] = []
        guard = command.guard
        covered: list[str] = []
        wanted: list[str] = []
        for argument in command.arguments:
            reads = free_names(argument)
            varying = sorted(reads & self.machine.variables.keys() - self.fixed)
            if varying:
                bound = self._family(argument, command)
                same = Compare(argument, (("=", Name(bound.name)),))
                guard = together(guard, same)
                families.append(bound)
                arguments.append(Name(bound.name))
                covered.append(self.scope.range_text(bound.domain))
                wanted.append(covered[-1])
                continue
            used = [bound for name, bound in sums.items() if name in reads]
            for bound in used:
                self._check_constant(bound, command)
            families += [bound for bound in used if bound not in families]
            arguments.append(argument)
            wanted.append(self._wanted(argument, sums, command))
            whole = isinstance(argument, Name) and argument.name in sums
            whole = whole or not reads & (sums.keys() | self.machine.variables.keys())
            covered.append(wanted[-1] if whole else "")
        exact = tuple(covered) if all(covered) else None
        return Indexed(command, tuple(families), tuple(arguments), guard, exact, tuple(wanted))

    def _check_constant(self, bound: Bound, command: Command) -> None:
        reads = frozenset().union(*(free_names(limit) for limit in bound.limits or ()))
        if reads & self.machine.variables.keys():
            message = f"the range of `{bound.name}` has no translation"
            why = f"it depends on the state, and `{bound.name}` is an argument of the action `{command.action}`"
            fix = "sum over all values, and say which ones in a condition"
            raise SpecError([Diagnostic("E802", message, command.span, why, fix)])

    def _family(self, argument: Expr, command: Command) -> Bound:
        if isinstance(argument, Name) and self.machine.variables[argument.name].low is not None:
            name = f"the_{argument.name}"
            while name in self.scope.room.taken:
                name += "_"
            domain = self.machine.variables[argument.name]
            return Bound(name, domain, self.scope.limits(domain))
        message = f"the argument `{show(argument)}` of the action `{command.action}` has no translation"
        why = "an argument may be a number, a parameter or a bound name with a range `{low..high}`"
        raise SpecError([Diagnostic("E802", message, command.span, why)])

    def _wanted(self, argument: Expr, sums: dict[str, Bound], command: Command) -> str:
        if isinstance(argument, Name) and argument.name in sums:
            return self.scope.range_text(sums[argument.name].domain)
        if isinstance(argument, Name) and argument.name in self.machine.variables:
            return self.scope.range_text(self.machine.variables[argument.name])
        if not free_names(argument) & (sums.keys() | self.machine.variables.keys()):
            return show(argument)
        self._family(argument, command)
        raise AssertionError("only names have families")


def missing(alphabets: list[Alphabet], mine: Alphabet, action: str) -> list[Indices]:
    """Indices of an action that the others have and this machine does not."""
    known = {item.covered for item in mine.found if item.command.action == action}
    wanted = [item.wanted for a in alphabets for item in a.found if item.command.action == action]
    ranges = {indices for indices in known if indices is not None}
    return [i for i in dict.fromkeys(wanted) if i and not any(_within(i, other) for other in ranges)]


def _within(indices: Indices, other: Indices) -> bool:
    """Whether each index lies in the range of the other; what is no number must be the same."""
    return all(one == two or _inside(one, two) for one, two in zip(indices, other, strict=True))


def _inside(one: str, two: str) -> bool:
    ends = (*one.split(".."), *two.split(".."))
    if not all(end.isdigit() for end in ends):
        return False
    low, high = int(two.split("..", maxsplit=1)[0]), int(two.rsplit("..", maxsplit=1)[-1])
    return all(low <= int(end) <= high for end in one.split(".."))
