"""A process -> the same without functions and tables that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from oddsmith.expr.nodes import Call, Expr, Index, Member, Name
from oddsmith.expr.substitute import walk
from oddsmith.process.expressions import expressions
from oddsmith.process.process import Process


def without_unused(process: Process) -> Process:
    """Keeps a function or table if a command, label, reward, question or a kept function uses it."""
    bodies = {f.name: f.body for f in process.functions}
    used: set[str] = set()
    waiting = list(expressions(replace(process, functions=())))
    while waiting:
        for name in _used(waiting.pop()):
            if name not in used:
                used.add(name)
                waiting += [bodies[name]] if name in bodies else []
    return replace(
        process,
        functions=tuple(f for f in process.functions if f.name in used),
        tables=tuple(t for t in process.tables if t.name in used),
    )


def _used(expr: Expr) -> Iterator[str]:
    for node in walk(expr):
        match node:
            case Call(function, _):
                yield function
            case Index(name, _) | Member(_, Name(name)):
                yield name
