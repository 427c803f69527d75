"""A template of this folder and values -> a text.

Templates are plain text with `@{name}` where something is filled in, and `@@` for a single @. A name that stands alone
in its line is replaced by all lines of its value, indented as the name is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

_PLACE = re.compile(r"^(?P<indent> *)@\{(?P<lines>\w+)\}$|@(?:@|\{(?P<name>\w+)\})", re.MULTILINE)


def filled(template: str, values: Mapping[str, object]) -> str:
    """The text; KeyError where a value is missing."""
    text = files("oddsmith.run.cluster").joinpath("templates", template).read_text("utf-8")

    def place(match: re.Match[str]) -> str:
        if match["lines"] is not None:
            lines = str(values[match["lines"]]).splitlines()
            return "\n".join(match["indent"] + line if line else "" for line in lines)
        return "@" if match["name"] is None else str(values[match["name"]])

    return _PLACE.sub(place, text)
