"""Values of some parameters -> what is left of a process where they hold: expressions, commands, branches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import FALSE, Call, Expr, Name
from oddsmith.expr.substitute import called_functions
from oddsmith.process.access import NOTHING, Names
from oddsmith.process.known import Known
from oddsmith.process.process import Branch, Function, Process, Summand

LARGEST_BODY = 300
"""Nodes of a function, with all that it calls, that is written out to see what is left of it."""


class Settler:
    """Says what is left of expressions for many sets of values; small functions are written out."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._bodies = small_functions(process)
        self.at({})

    def at(self, values: Mapping[str, int]) -> Settler:
        """Know these values from now on."""
        self._known = replace(Known.of(self._process, values), bodies=self._bodies)
        return self

    def left(self, expr: Expr, bound: Names = NOTHING) -> Expr:
        """What is left of an expression; `bound` names are draws, choices or arguments."""
        return self._known(expr, bound)

    def summands(self) -> Iterator[Summand]:
        """The commands that may be enabled, with the branches that may be taken."""
        for summand in self._process.summands:
            if self.left(summand.guard) != FALSE:
                yield replace(summand, branches=tuple(self._branches(summand)))

    def _branches(self, summand: Summand) -> Iterator[Branch]:
        return (branch for branch in summand.branches if value_of(self.left(branch.weight)) != 0)


def small_functions(process: Process) -> dict[str, Function]:
    """The functions that do not call themselves, not even through others, and stay small when written out."""
    waiting = {f.name: f for f in process.functions}
    sizes: dict[str, Counter[str]] = {}
    changed = True
    while changed:
        changed = False
        for name, function in list(waiting.items()):
            if not called_functions(function.body) & waiting.keys():
                sizes[name] = _size(function.body, process, sizes)
                del waiting[name]
                changed = True
    return {f.name: f for f in process.functions if f.name in sizes and sizes[f.name].total() < LARGEST_BODY}


def _size(expr: Expr, process: Process, sizes: Mapping[str, Counter[str]]) -> Counter[str]:
    """How often each name stands in an expression when all calls are written out; other nodes count as ``."""
    if isinstance(expr, Name):
        return Counter({expr.name: 1})
    parts = [_size(child, process, sizes) for child in expr.children()]
    if not isinstance(expr, Call) or expr.function not in sizes:
        return sum(parts, Counter({"": 1}))
    arguments = next(f.arguments for f in process.functions if f.name == expr.function)
    given = dict(zip(arguments, parts, strict=True))
    found: Counter[str] = Counter()
    for name, times in sizes[expr.function].items():
        for other, count in given.get(name, Counter({name: 1})).items():
            found[other] += times * count
    return found
