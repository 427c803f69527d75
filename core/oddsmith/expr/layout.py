"""Where the names of an expression stand: the tuple of values that compiled expressions read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from oddsmith.expr.nodes import Expr
from oddsmith.expr.values import Value

Axes = tuple[tuple[int, int], ...]
"""Lowest and highest index of each axis."""


class ArrayShape(Protocol):
    """Cells stand row-major from slot `first`."""

    @property
    def axes(self) -> Axes: ...
    @property
    def first(self) -> int: ...


class TableShape(Protocol):
    """Constants, row-major; None where there is no entry."""

    @property
    def axes(self) -> Axes: ...
    @property
    def values(self) -> tuple[Value | None, ...]: ...


class FunctionShape(Protocol):
    @property
    def arguments(self) -> tuple[str, ...]: ...
    @property
    def body(self) -> Expr: ...


@dataclass(frozen=True)
class ArrayLayout:
    axes: Axes
    first: int


@dataclass(frozen=True)
class TableLayout:
    axes: Axes
    values: tuple[Value | None, ...]


@dataclass(frozen=True)
class FunctionLayout:
    arguments: tuple[str, ...]
    body: Expr


@dataclass(frozen=True)
class Layout:
    """The state is a tuple of `size` values; `slots` says where each parameter stands in it."""

    slots: Mapping[str, int] = field(default_factory=dict)
    size: int = 0
    arrays: Mapping[str, ArrayShape] = field(default_factory=dict)
    tables: Mapping[str, TableShape] = field(default_factory=dict)
    functions: Mapping[str, FunctionShape] = field(default_factory=dict)
    call_depth: int = 200
    """How deep functions may call themselves."""


def flat_index(axes: Axes, indices: tuple[int, ...]) -> int | None:
    """The row-major position of a cell; None if it lies outside."""
    position = 0
    for (low, high), index in zip(axes, indices, strict=True):
        if not low <= index <= high:
            return None
        position = position * (high - low + 1) + index - low
    return position


def cell_count(axes: Axes) -> int:
    count = 1
    for low, high in axes:
        count *= max(0, high - low + 1)
    return count
