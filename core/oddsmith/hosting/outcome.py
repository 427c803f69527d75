"""What a run ends with, as the report and plugins see it."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.process.reduction import Reduced
from oddsmith.solve.answer import Answer
from oddsmith.solve.process_solver import Effort
from oddsmith.spec.game import Constant


@dataclass(frozen=True)
class Outcome:
    """A finished run: the game, its size, its answers, and what they cost."""

    game: str
    spec: str
    """The path as it was given."""
    constants: tuple[Constant, ...]
    states: int
    transitions: int
    answers: tuple[Answer, ...]
    seconds: dict[str, float]
    """By stage, in the order of the run."""
    peak_memory: int
    """Bytes, the most that the process ever held."""
    precision: float = 1e-9
    """The relative width of bounds that was asked for."""
    kernel: str = ""
    """The kernel that explored it."""
    choices: tuple[str, ...] = ()
    """Why each solver was chosen."""
    notes: tuple[str, ...] = ()
    """What the user should know: deadlocks that became ends, plugins that were skipped."""
    effort: Effort | None = None
    """Of a solver that stored nothing."""
    told: tuple[tuple[str, str], ...] = ()
    """Titles and texts of such a solver."""
    reductions: tuple[Reduced, ...] = ()
    """Those of the plan, in the order of the run."""
    about: str = ""
    """What the spec says of the game."""


@dataclass(frozen=True)
class Section:
    """A part of the report that a plugin adds."""

    title: str
    text: str
