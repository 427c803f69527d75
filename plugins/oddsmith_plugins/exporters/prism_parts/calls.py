"""Functions of a process -> which of them call themselves, and which read no variable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from oddsmith.plugin import Call, Expr, Function, free_names, walk


def recursive(functions: Mapping[str, Function]) -> set[str]:
    """Functions that call themselves, directly or through others."""
    called = {name: _calls(function.body) & functions.keys() for name, function in functions.items()}
    return {name for name in functions if name in _reached(called[name], called)}


def stateless(functions: Mapping[str, Function], variables: Iterable[str]) -> set[str]:
    """Functions that read no variable, nor do those that they call."""
    called = {name: _calls(function.body) & functions.keys() for name, function in functions.items()}
    known = set(variables)
    reading = {name for name, f in functions.items() if (free_names(f.body) - set(f.arguments)) & known}
    return {name for name in functions if not _reached({name}, called) & reading}


def _reached(start: set[str], called: Mapping[str, set[str]]) -> set[str]:
    found, waiting = set(start), list(start)
    while waiting:
        more = called[waiting.pop()] - found
        found |= more
        waiting += more
    return found


def _calls(expr: Expr) -> set[str]:
    return {node.function for node in walk(expr) if isinstance(node, Call)}
