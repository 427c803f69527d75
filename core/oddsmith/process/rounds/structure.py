"""What a process with rounds looks like: axes, layers, rows of branches, and the conditions between them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod

from oddsmith.expr.nodes import Expr

NOTHING = -1
"""A target that contributes nothing: the game ends there without the goal."""
UNIT = -2
"""A target that contributes one: the goal, or (times a weight) a gain."""

FAULT = -3
"""A target outside the range of a parameter: a mistake of the game if it can be reached."""


class NoRoundsError(Exception):
    """The process has no such structure; the text says which command or expression is in the way."""


@dataclass(frozen=True)
class Axis:
    """A parameter of the box and the values it can ever hold, in order."""

    name: str
    values: tuple[int, ...]
    init: int


@dataclass(frozen=True)
class RowOutcome:
    """One tuple of written values with its probability, or, where `condition` fails, another one.

    Targets are places among the rows of the layer, NOTHING, UNIT or FAULT.
    """

    weight: Fraction
    condition: Expr | None
    yes: int
    no: int


@dataclass(frozen=True)
class End:
    """A state in which the game is over although the control parameter did not go on: its value, and what was written.

    No command is enabled there, whatever the other parameters are, so it needs no cell of the box.
    """

    control: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class RowEnd:
    """The game ends with this probability, where `condition` holds; `place` is one among the ends of the layer."""

    weight: Fraction
    condition: Expr | None
    place: int


@dataclass(frozen=True)
class Case:
    """Where `condition` holds (None: everywhere), the command `action` is taken, with these outcomes and gains."""

    action: str
    condition: Expr | None
    outcomes: tuple[RowOutcome, ...]
    gains: tuple[tuple[str, Fraction, Expr | None], ...] = ()
    """(reward, amount, where it is gained)."""
    ends: tuple[RowEnd, ...] = ()


@dataclass(frozen=True)
class Layer:
    """The turn `value` of the control parameter: the axes it writes, and a row of cases for each tuple of their values.

    The cases of a row exclude each other; where none of them holds the game ends.
    """

    value: int
    writes: tuple[int, ...]
    """Places among the axes."""
    rows: tuple[tuple[Case, ...], ...]
    """Row-major over the values of the written axes."""
    ends: tuple[End, ...] = ()


@dataclass(frozen=True)
class Rounds:
    """The process as rounds. The state is the control parameter's value and a cell of the box of the axes."""

    control: str
    axes: tuple[Axis, ...]
    layers: tuple[Layer, ...]
    """In the order of play, beginning with the initial value of the control parameter."""
    refused: tuple[tuple[str, str], ...] = ()
    """Rewards whose gains do not fit this form, and why."""
    fault: str = ""
    """What goes wrong in some cell, if anything does; that is no mistake of the game if the cell cannot be reached."""

    @property
    def cells(self) -> int:
        """The size of the box."""
        return prod(len(axis.values) for axis in self.axes)
