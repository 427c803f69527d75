"""What names mean while types are inferred."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from oddsmith.expr.types import Type

UNKNOWN: Final = Type("unknown")
"""The type of what has been complained about already; fits everywhere."""


@dataclass(frozen=True)
class Signature:
    """The types of a function's arguments and of its result.

    `flexible` are the places of arguments that calculate as whole numbers or fractions alike: called with a
    fraction there, a function whose result is a whole number gives a number.
    """

    arguments: tuple[Type, ...]
    result: Type
    flexible: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Scope:
    """The types of all names; arrays and tables with the number of their axes, enumeration values with theirs."""

    names: Mapping[str, Type] = field(default_factory=dict)
    arrays: Mapping[str, tuple[Type, int]] = field(default_factory=dict)
    tables: Mapping[str, tuple[Type, int]] = field(default_factory=dict)
    functions: Mapping[str, Signature] = field(default_factory=dict)
    symbols: Mapping[str, tuple[Type, int]] = field(default_factory=dict)
    allow_next: bool = False

    def bind(self, names: Mapping[str, Type]) -> Scope:
        """The scope with more (or hidden) names."""
        return replace(self, names={**self.names, **names})

    def known(self) -> Iterable[str]:
        """Every name that means something."""
        return [*self.names, *self.arrays, *self.tables, *self.functions, *self.symbols]


def join(left: Type, right: Type) -> Type | None:
    """The smallest type of both; None if there is none. Whole numbers are numbers."""
    if right in (left, UNKNOWN):
        return left
    if left == UNKNOWN:
        return right
    if {left.kind, right.kind} == {"int", "number"}:
        return left if left.kind == "number" else right
    return None


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where the other is wanted."""
    return wanted == UNKNOWN or join(actual, wanted) == wanted


def words(type_: Type) -> str:
    """The type in plain words."""
    match type_.kind:
        case "int":
            return "a whole number"
        case "number":
            return "a number"
        case "bool":
            return "a truth value"
        case "enum":
            return f"one of {', '.join(type_.values)}"
    return "unknown"
