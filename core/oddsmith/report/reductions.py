"""What reductions have done -> a table: how large the game was before and after, and what it took."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.process.reduction import Reduced
from oddsmith.run.quantities import seconds_text

SIZES = ("states", "transitions", "parameters", "commands")


def reduction_table(reductions: Iterable[Reduced]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Head and rows; sizes that no reduction knows are left out."""
    several = tuple(reductions)
    known = [size for size in SIZES if any(getattr(one.before, size) is not None for one in several)]
    followed = ("never stored",) if any(one.followed for one in several) else ()
    rows = [
        (one.name, *(_change(one, size) for size in known), *(_most(one) for _ in followed), seconds_text(one.seconds))
        for one in several
    ]
    return ("reduction", *known, *followed, "time"), rows


def _most(one: Reduced) -> str:
    return f"at most {one.followed:,}" if one.followed else ""


def _change(one: Reduced, size: str) -> str:
    """`5,000 -> 20`, or nothing where it is not known."""
    before, after = getattr(one.before, size), getattr(one.after, size)
    if before is None or after is None:
        return ""
    return f"{before:,} -> {after:,}" if before != after else f"{before:,}"
