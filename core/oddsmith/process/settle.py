"""Values of some parameters -> what is left of a process where they hold: expressions, commands, branches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import FALSE, Expr
from oddsmith.expr.substitute import called_functions, walk
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
    sizes: dict[str, int] = {}
    changed = True
    while changed:
        changed = False
        for name, function in list(waiting.items()):
            called = called_functions(function.body)
            if not called & waiting.keys():
                own = sum(1 for _ in walk(function.body))
                sizes[name] = own + sum(sizes.get(other, 0) for other in called)
                del waiting[name]
                changed = True
    return {f.name: f for f in process.functions if sizes.get(f.name, LARGEST_BODY) < LARGEST_BODY}
