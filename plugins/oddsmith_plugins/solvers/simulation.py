"""Process -> estimates with confidence intervals, from games that are played at random.

Nothing is explored and nothing is stored: a move samples one successor, and the memory of a game is one state. All
questions are answered from the same games. See `simulation_parts.words` for the random numbers (the same seed gives the
same games for any number of threads and ranks), `program` for the loop, `intervals` for the bounds and `conduct` for
the number of games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import ClassVar, Literal

from oddsmith.plugin import Context, Found, Outlook, Process, ProcessSolver, Promise, Solver, hookimpl


@dataclass(frozen=True)
class Simulation(ProcessSolver):
    """Plays games at random and counts; confidence intervals, no proofs, any size of game."""

    name: ClassVar[str] = "simulation"
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.ESTIMATE})
    spreads: ClassVar[bool] = True

    confidence: float = 0.99
    """With which probability each interval contains the true value."""
    width: float | None = None
    """How wide (from end to end) each interval may be: as many games are played as that takes."""
    relative: bool = False
    """Whether the width is relative to the value."""
    games: float | None = None
    """How many games are played (with a width: at most)."""
    longest: float | None = None
    """Moves after which a game is cut; what is open then counts as unknown."""
    decisions: Literal["none", "uniform"] = "none"
    """What happens where somebody decides: that is refused, or all choices are alike."""
    seed: int | None = None
    """Instead of --seed; in a pipeline several of them make several trials."""
    player: Literal["compiled", "interpreted"] = "compiled"
    """Who plays: machine code, or the slow interpreter in exact numbers."""

    def __post_init__(self) -> None:
        if self.seed is not None and self.seed < 0:
            raise ValueError(f"the seed {self.seed} is negative")
        if not 0 < self.confidence < 1:
            raise ValueError(f"the confidence {self.confidence:g} does not lie between 0 and 1")
        for name in ("width", "games", "longest"):
            value = getattr(self, name)
            if value is not None and not 0 < value < inf:
                raise ValueError(f"{name} is {value:g}, and has to be a finite number above 0")
        for name in ("games", "longest"):
            value = getattr(self, name)
            if value is not None and (value != int(value) or value > 1e15):
                raise ValueError(f"{name} is {value:g}, and has to be a whole number up to 1e15")

    def suits(self, process: Process) -> bool:
        """Never unasked: an estimate is no proof."""
        return False

    def find(self, process: Process, context: Context) -> Found:
        from oddsmith_plugins.solvers.simulation_parts.work import find

        return find(self, process, context)

    def outlook(self, process: Process, context: Context) -> Outlook:
        from oddsmith_plugins.solvers.simulation_parts.work import foresee

        return foresee(self, process, context)


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (Simulation,)
