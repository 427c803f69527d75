"""A process -> where its names stand in the tuple of values that evaluated expressions read."""

from __future__ import annotations

from oddsmith.expr.layout import Layout
from oddsmith.process.process import Process


def layout_of(process: Process) -> Layout:
    """Parameters in their order, with the arrays, tables and functions of the process."""
    return Layout(
        slots={p.name: place for place, p in enumerate(process.params)},
        size=len(process.params),
        arrays={a.name: a for a in process.arrays},
        tables={t.name: t for t in process.tables},
        functions={f.name: f for f in process.functions},
        call_depth=process.call_depth,
    )
