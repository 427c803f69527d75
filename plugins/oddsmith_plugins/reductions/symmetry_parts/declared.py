"""`symmetry: {exchange: …}` -> columns to begin with, and a complaint where the claim is false."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from oddsmith.plugin import Diagnostic, Process
from oddsmith_plugins.reductions.symmetry_parts.columns import Column, columns_of
from oddsmith_plugins.reductions.symmetry_parts.exchange import Block, Exchanges, blocks_of
from oddsmith_plugins.reductions.symmetry_parts.forms import TooLargeError


def declared_columns(process: Process) -> list[list[Column]]:
    """The arrays that are said to be exchangeable; those with the same indices belong together."""
    names = [name for key, name in process.symmetry if key == "exchange"]
    together: dict[tuple[object, ...], dict[str, Column]] = {}
    for column in columns_of(process):
        if column.name in names and not any(column.name in known for known in together.values()):
            together.setdefault(column.indices, {})[column.name] = column
    return [list(columns.values()) for columns in together.values()]


def complaints(process: Process) -> Iterator[Diagnostic]:
    """Why the claim is false, with the command that breaks it. Questions and rewards need not follow it."""
    names = [name for key, name in process.symmetry if key == "exchange"]
    if not names:
        return
    reason = _unknown(process, names)
    try:
        reason = reason or _false(process)
    except TooLargeError as error:
        reason = f"it cannot be checked: {error}"
    if reason:
        claim = ", ".join(f"{key}: {name}" for key, name in process.symmetry)
        fix = "correct the game, or take the line `symmetry` out"
        yield Diagnostic("E408", f"{process.name} does not have the symmetry {{{claim}}}: {reason}", fix=fix)


def _unknown(process: Process, names: list[str]) -> str:
    known = {column.name for columns in declared_columns(process) for column in columns}
    missing = [name for name in names if name not in known]
    return f"there is no array `{missing[0]}` of several cells" if missing else ""


def _false(process: Process) -> str:
    exchanges = Exchanges(process)
    for columns in declared_columns(process):
        for one, other in pairwise(blocks_of(columns)):
            reason = _hindrance(exchanges, one, other)
            if reason:
                return reason
    return ""


def _hindrance(exchanges: Exchanges, one: Block, other: Block) -> str:
    names = f"{', '.join(one)} and {', '.join(other)}"
    if not exchanges.is_fitting(one, other):
        return f"{names} do not hold the same values, or are not seen by the same players"
    broken = exchanges.broken(exchanges.swap(one, other))
    if broken is not None:
        return f"the command [{broken.summand.action}] is not the same when {names} change places"
    fixed = sorted(exchanges.reader.fixed & {*one, *other})
    return f"where {fixed[0]} is used depends on the state" if fixed else ""
