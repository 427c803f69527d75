"""The types of values: whole numbers, exact numbers, truth values, enumerations."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Type:
    """`kind` is one of int, number, bool, enum."""

    kind: str
    values: tuple[str, ...] = ()
    """The names of an enumeration's values, in order."""

    def text(self, value: int) -> str:
        """How a stored value of this type reads."""
        if self.kind == "bool":
            return "true" if value else "false"
        return self.values[value] if self.kind == "enum" else str(value)


INT = Type("int")
NUMBER = Type("number")
BOOL = Type("bool")
