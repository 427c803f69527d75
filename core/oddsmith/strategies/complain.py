"""A state of a space in which a strategy does not fit -> a complaint with the state and a shortest way to it."""

from __future__ import annotations

import numpy as np

from oddsmith.kernel.kernel import SemanticError
from oddsmith.process.process import Process
from oddsmith.source import Diagnostic, Span
from oddsmith.space.faults import complaint
from oddsmith.space.paths import shortest_path
from oddsmith.space.raw import RawSpace
from oddsmith.space.space import StateSpace


def at_state(
    code: str, message: str, space: StateSpace, process: Process, state: int, span: Span | None, fix: str = ""
) -> Diagnostic:
    """The complaint about this state."""
    stored = space.transitions
    raw = RawSpace(
        space.rows,
        stored.choice_start,
        stored.row_start,
        stored.column,
        stored.weight,
        space.summand,
        np.zeros((stored.choices, 0)),
    )
    path = shortest_path(raw, state) if space.initial == 0 else None
    error = SemanticError(code, message, space.rows[state], fix=fix, span=span)
    return complaint(error, process, space.encoding, path).diagnostics[0]
