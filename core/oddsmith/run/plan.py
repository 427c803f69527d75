"""What a run is to do: spec, constants, plugins with their options, questions, limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from oddsmith.context import Limits
from oddsmith.source import Span
from oddsmith.spec.read.bound import Binding

if TYPE_CHECKING:
    from oddsmith.run.foreign import Foreign
    from oddsmith.run.learning.experiment import Experiment
    from oddsmith.run.translated import Translated


@dataclass(frozen=True)
class Step:
    """A plugin by name, with its options as texts."""

    name: str
    options: tuple[tuple[str, str], ...] = ()
    span: Span | None = None


@dataclass(frozen=True)
class Ask:
    """A question that the spec does not have."""

    name: str
    text: str


@dataclass(frozen=True)
class Plan:
    """One run, before it begins. None and () stand for: the automatic choice, all questions."""

    spec: Path
    name: str = ""
    overrides: tuple[tuple[str, str], ...] = ()
    bindings: tuple[Binding, ...] = ()
    """Values for tables of the spec."""
    reductions: tuple[Step, ...] = ()
    kernel: Step | None = None
    solver: Step | None = None
    questions: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    limits: Limits = field(default_factory=Limits)
    precision: float | None = None
    estimates: bool = True
    """Whether a game is refused when an estimate says that it cannot fit."""
    strategies: bool | None = None
    """Whether strategies are looked for and checked; None: where the game is small."""
    strategy: Path | None = None
    """A strategy file that is followed: rules, or an exported table."""
    properties: Path | None = None
    """What is asked of a model in another language; None: what stands beside it, if anything does."""
    partial: bool = False
    """Whether properties that cannot be translated are left out with a remark; else they are errors."""
    learning: Experiment | None = None
    """Where hands are to be played: who learns, and against whom."""
    texts: tuple[tuple[str, str], ...] = ()
    """(file name, text) of the pipeline file, if there was one."""
    foreign: Foreign | None = field(default=None, compare=False, repr=False)
    """The spec, where it is a file of states and transitions: there is nothing to lower and to explore."""
    translated: Translated | None = field(default=None, compare=False, repr=False)
    """The spec, where it is a model in another language."""
