"""A layer with ends, and where the goal holds at them -> a layer whose ends are worth one or nothing."""

from __future__ import annotations

from dataclasses import replace

from oddsmith.plugin import NOTHING, UNIT, Boolean, Case, Expr, Layer, RowOutcome, joined


def settled(layer: Layer, goal: tuple[Expr, ...]) -> Layer:
    """The same layer for one question; without conditions on its ends they are worth nothing.

    No command is enabled at an end, so its value is known: one if the goal holds there, which may depend on the
    parameters that the layer does not write, else nothing.
    """
    if not goal:
        return layer
    return replace(layer, rows=tuple(tuple(_case(case, goal) for case in row) for row in layer.rows))


def _case(case: Case, goal: tuple[Expr, ...]) -> Case:
    found = list(case.outcomes)
    for end in case.ends:
        reached = joined("and", (end.condition or Boolean(True), goal[end.place]))
        if reached != Boolean(False):
            found.append(RowOutcome(end.weight, None if reached == Boolean(True) else reached, UNIT, NOTHING))
    return replace(case, outcomes=tuple(found))
