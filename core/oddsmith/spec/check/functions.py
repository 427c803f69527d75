"""Functions as written -> functions with types, or complaints: mistakes in bodies, calls that never end (E205)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from oddsmith.expr.nodes import Binary, Call, Compare, Expr, Fold, If
from oddsmith.expr.scope import Signature
from oddsmith.expr.signatures import infer_functions
from oddsmith.expr.substitute import called_functions
from oddsmith.process.process import Function
from oddsmith.spec.check.here import Here
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.read.constants import needs
from oddsmith.spec.read.functions import Written


def type_functions(
    written: Mapping[str, Written], here: Here, broken: set[str], complaints: Complaints
) -> tuple[tuple[Function, ...], dict[str, Signature]]:
    """The functions whose bodies are right; the others become broken."""
    sound: dict[str, Written] = {}
    for name, function in written.items():
        if (needs(function.body, written) - set(function.arguments) | _callees(function, written)) & broken:
            broken.add(name)
        else:
            sound[name] = function
    check_endless(sound, broken, complaints)
    before = len(complaints.found)
    signatures = infer_functions(sound, here.scope, complaints.found)
    if len(complaints.found) > before:
        broken.update(sound)
    functions = tuple(
        Function(f.name, f.arguments, f.body, signatures[f.name].result, signatures[f.name].arguments, f.span)
        for f in sound.values()
    )
    return functions, signatures


def _callees(function: Written, written: Mapping[str, Written]) -> set[str]:
    """Every function that is called, directly or not."""
    found: set[str] = set()
    waiting = list(called_functions(function.body))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            if name in written:
                waiting += called_functions(written[name].body)
    return found


def check_endless(written: Mapping[str, Written], broken: set[str], complaints: Complaints) -> None:
    """A cycle of calls that happen whatever the arguments are never comes to an end."""
    calls = {name: {c for c in certain_calls(f.body) if c in written} for name, f in written.items()}
    while True:
        try:
            TopologicalSorter(calls).prepare()
            return
        except CycleError as error:
            cycle = error.args[1]
            name = cycle[-1]
            loop = " -> ".join(f"`{called}`" for called in reversed(cycle))
            message = f"the function `{name}` calls itself without end: {loop}"
            complaints.add("E205", message, written[name].span, fix="end it with `if … then value else …`")
            broken.update(cycle)
            calls = {caller: called - set(cycle) for caller, called in calls.items() if caller not in cycle}


def certain_calls(expr: Expr) -> Iterator[str]:
    """The functions that are called whenever the expression is evaluated."""
    if isinstance(expr, Call):
        yield expr.function
    certain: Iterator[Expr]
    if isinstance(expr, If):
        certain = iter((expr.condition,))
    elif isinstance(expr, Binary) and expr.operator in ("and", "or", "=>"):
        certain = iter((expr.left,))
    elif isinstance(expr, Compare):
        certain = iter((expr.first, expr.rest[0][1]))
    elif isinstance(expr, Fold):
        certain = iter(expr.binders[:1])
    else:
        certain = expr.children()
    for child in certain:
        yield from certain_calls(child)
