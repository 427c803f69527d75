"""What an expression mentions: functions (those that may call themselves need their depth counted) and names."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.plugin import Call, Expr, Function, Name, Process


def called_functions(expr: Expr) -> frozenset[str]:
    """All functions called in an expression, built-in ones included."""
    found: set[str] = set()
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Call):
            found.add(node.function)
        waiting.extend(node.children())
    return frozenset(found)


def recursive_functions(functions: Iterable[Function]) -> frozenset[str]:
    """The functions that can reach themselves."""
    reached = {f.name: set(called_functions(f.body)) for f in functions}
    changed = True
    while changed:
        changed = False
        for name, others in reached.items():
            more = others.union(*(reached.get(other, ()) for other in others))
            changed |= len(more) > len(others)
            reached[name] = more
    return frozenset(name for name, others in reached.items() if name in others)


def mentions(expr: Expr, name: str) -> bool:
    """Whether a name stands in an expression."""
    if isinstance(expr, Name) and expr.name == name:
        return True
    return any(mentions(child, name) for child in expr.children())


def looks_ahead(expr: Expr) -> bool:
    """Whether a gain depends on the successor."""
    return "next" in called_functions(expr)


def is_stepped(process: Process) -> bool:
    return any(looks_ahead(gain.value) for summand in process.summands for gain in summand.gains)


def is_gainful(process: Process) -> bool:
    """Whether any command gains anything by itself."""
    return any(not looks_ahead(gain.value) for summand in process.summands for gain in summand.gains)
