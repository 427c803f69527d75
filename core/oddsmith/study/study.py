"""What a pipeline of many runs is to do: stages, the cells of their sweeps, published values, tables, figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from oddsmith.source import Span

Text = str | list["Text"] | dict[str, "Text"]
"""What YAML holds, every scalar as the text that was written."""
Coordinates = tuple[tuple[str, str], ...]
"""Where a cell stands in its sweep: (`N`, `3`), (`reductions`, `original`)."""


@dataclass(frozen=True)
class Choice:
    """One value of an axis: where it puts a cell, and the keys of a pipeline file that it stands for."""

    coordinates: Coordinates
    keys: dict[str, Text]


@dataclass(frozen=True)
class Axis:
    """What varies in a sweep."""

    name: str
    choices: tuple[Choice, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The coordinates that it gives: `N` and `d` for a list of pairs."""
        return tuple(dict.fromkeys(name for choice in self.choices for name, _ in choice.coordinates))


@dataclass(frozen=True)
class Printed:
    """One number as a paper prints it; `gap` where it has none (out of memory, not computed)."""

    quantity: str
    text: str
    where: Coordinates
    source: str = ""
    tolerance: str = ""
    """Empty: half a unit of the last printed digit."""
    wrong: str = ""
    """Why the paper is wrong there, where it is known to be."""
    gap: bool = False
    span: Span | None = None
    claim: Claim | None = None
    """What the paper says of the number in words; `text` is then the number beside it, if that is none of ours."""


@dataclass(frozen=True)
class Claim:
    """A sentence of a paper that numbers can decide: `quantity relation other`."""

    says: str
    relation: str
    other: str = ""
    """The quantity on the other side; empty: the number that is written there."""
    beside: Coordinates = ()
    """Where in the sweep the other side stands."""


@dataclass(frozen=True)
class Drawing:
    """A figure that a stage asks for: what lies along its axes."""

    title: str
    kind: str
    fields: dict[str, str] = field(default_factory=dict)
    span: Span | None = None


@dataclass(frozen=True)
class Layout:
    """How the table of a stage is laid out."""

    across: str = ""
    """The coordinate whose values stand side by side."""
    show: tuple[str, ...] = ()
    """The quantities that are shown; () for all answers."""


@dataclass(frozen=True)
class Cell:
    """One run of a sweep."""

    stage: str
    coordinates: Coordinates
    document: dict[str, Text]
    """The pipeline file that runs it."""
    home: Path
    """The folder that paths are relative to."""
    options: tuple[tuple[str, str], ...] = ()
    """Options of `pipeline run` that no pipeline file has."""
    alone: bool = False
    """Whether it wants the whole machine."""
    file: Path | None = None
    """A pipeline file of its own, in place of the document."""
    places: tuple[tuple[str, Span], ...] = field(default=(), compare=False)
    """Where the keys of the stage stand in its file."""

    @property
    def key(self) -> tuple[str, Coordinates]:
        """What tells it apart from all other cells of the study."""
        return self.stage, self.coordinates

    def place(self, key: str) -> Span | None:
        """Where a key stands, in the stage or in its `matrix`; else where the stage begins."""
        places = dict(self.places)
        return places.get(key, places.get(""))

    @property
    def name(self) -> str:
        return " ".join([self.stage, *(f"{name}={value}" for name, value in self.coordinates)])


@dataclass(frozen=True)
class Stage:
    """One sweep with all that is to be said about it."""

    name: str
    title: str
    about: str
    cells: tuple[Cell, ...]
    printed: tuple[Printed, ...] = ()
    layout: Layout = Layout()
    drawings: tuple[Drawing, ...] = ()
    exports: tuple[str, ...] = ()
    explain: tuple[str, ...] = ()
    """The questions whose strategies are told in words."""
    fractions: tuple[str, ...] = ()
    """The questions whose exact answers are told digit by digit."""


@dataclass(frozen=True)
class Study:
    """A pipeline of many runs."""

    name: str
    about: str
    path: Path
    text: str
    stages: tuple[Stage, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All runs, in the order in which they are numbered (from 0)."""
        return tuple(cell for stage in self.stages for cell in stage.cells)
