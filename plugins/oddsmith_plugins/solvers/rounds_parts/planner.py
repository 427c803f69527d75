"""Memory at hand -> which method sums up the rounds, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from oddsmith_plugins.solvers.rounds_parts.accelerate import Steps, anderson, bicgstab, gmres
from oddsmith_plugins.solvers.rounds_parts.accelerator import Accelerator
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector
from oddsmith_plugins.solvers.rounds_parts.vectors import Vectors

PLAIN_VECTORS = 1.5
"""The newest term, and the upper halves of the one before."""
ROUNDING = 200.0
"""The bound after acceleration is some tens of rounding errors of a round wide, at least."""
WORTH_WHILE = 400
"""Missing rounds from which on an accelerator, which begins again, is quicker."""


@dataclass(frozen=True)
class Method:
    """An accelerator and what it takes."""

    name: str
    run: Callable[[Vectors, Vector, int], Steps]
    depth: int
    vectors: int

    def __str__(self) -> str:
        return f"{self.name}({self.depth})" if self.depth else self.name


def methods(depth: int) -> tuple[Method, ...]:
    """All accelerators, in the order in which they are preferred."""
    return (
        Method("bicgstab", bicgstab, 0, 6),
        Method("gmres", gmres, depth, depth + 2),
        Method("anderson", anderson, 3, 9),
        Method("anderson", anderson, 1, 5),
    )


@dataclass(frozen=True)
class Planner:
    """Chooses for one game."""

    wanted: Accelerator
    depth: int
    available: int
    """Bytes for vectors."""
    vector: int
    """Bytes of one of them."""
    within_reach: bool = True
    """Whether the asked precision is well above what one round's rounding does to a bound after acceleration."""

    @classmethod
    def of(cls, wanted: Accelerator, depth: int, operator: Operator) -> Planner:
        vector = operator.length * operator.kind().itemsize
        reach = operator.context.precision > ROUNDING * operator.error
        return cls(wanted, depth, operator.context.available_memory(), vector, reach)

    def at_once(self) -> Method | None:
        """The accelerator that was asked for, whether it fits or not; None: begin with plain rounds."""
        return next((m for m in methods(self.depth) if m.name == self.wanted), None)

    def best(self) -> Method | None:
        """The first accelerator that fits."""
        return next((m for m in methods(self.depth) if m.vectors * self.vector <= self.available), None)

    def instead(self, missing: int) -> Method | None:
        """The accelerator to take over from plain rounds, because so many are missing; None: go on."""
        if self.wanted != "auto" or missing < WORTH_WHILE or not self.within_reach:
            return None
        return self.best()

    def reason(self, method: Method, missing: int) -> str:
        """One line for the user."""
        need, have = method.vectors * self.vector / 1e9, self.available / 1e9
        return (
            f"about {missing:,} plain rounds are missing: {method} takes over "
            f"({method.vectors} vectors, {need:,.2f} GB of {have:,.2f} GB)"
        )
