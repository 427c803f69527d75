"""A compiled function and the size of its work -> machine code for much, plain Python for little."""

from __future__ import annotations

from typing import Any

SMALL = 4_000
"""Below so many elementary steps plain Python is done before a compiler is loaded."""


def tempo(function: Any, work: int) -> Any:
    """The function itself, or its plain Python original: small games never wait for a compiler."""
    return function.python if work < SMALL else function
