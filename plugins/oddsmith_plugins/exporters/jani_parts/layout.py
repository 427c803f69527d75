"""A document of lists and mappings -> JSON that people can read: what is short stands on one line."""

from __future__ import annotations

import json
from typing import Final

WIDTH: Final = 110
"""Longer lines are broken."""

Value = str | int | bool | list["Value"] | dict[str, "Value"]
"""What JSON can hold, as far as JANI needs it."""


def laid_out(document: Value) -> str:
    """The text, with a line end behind it."""
    return _block(document, 0, 0) + "\n"


def _block(value: Value, depth: int, used: int) -> str:
    """The text of a value that begins after `used` characters of a line indented `depth` times."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + used <= WIDTH and depth > 0:
        return line
    inner, outer = "  " * (depth + 1), "  " * depth
    if isinstance(value, dict) and value:
        parts = []
        for key, item in value.items():
            lead = f"{inner}{json.dumps(key, ensure_ascii=False)}: "
            parts.append(lead + _block(item, depth + 1, len(lead)))
        return "{\n" + ",\n".join(parts) + f"\n{outer}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(inner + _block(item, depth + 1, len(inner)) for item in value) + f"\n{outer}]"
    return line
