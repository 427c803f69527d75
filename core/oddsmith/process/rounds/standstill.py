"""Values of some parameters -> whether the game is over there, whatever the others are."""

from __future__ import annotations

from collections.abc import Mapping

from oddsmith.expr.nodes import FALSE, Expr
from oddsmith.process.process import Process
from oddsmith.process.rounds.exclusive import exclusive
from oddsmith.process.rounds.specialise import Specialiser


class Standstill:
    """Specialises all guards; its specialiser is one of its own, so that nobody else's loses its place."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.specialise = Specialiser(process)
        self.guards: dict[tuple[tuple[str, int], ...], list[Expr]] = {}

    def __call__(self, known: Mapping[str, int], condition: Expr) -> bool:
        """Whether no command is enabled, where a condition on the others holds."""
        key = tuple(known.items())
        if key not in self.guards:
            self.specialise.at(known)
            left = (self.specialise(summand.guard) for summand in self.process.summands)
            self.guards[key] = [guard for guard in left if guard != FALSE]
        return all(exclusive(guard, condition) for guard in self.guards[key])
