"""The user's functions -> functions of the dialect: (arguments…, depth, row, book) -> i64."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from oddsmith.plugin import Call, Function, NotCompilableError
from oddsmith_plugins.kernels.compiled_parts.prelude import TOO_DEEP
from oddsmith_plugins.kernels.compiled_parts.terms import Ratio, Term, Truth, Whole, truth, whole

if TYPE_CHECKING:
    from oddsmith_plugins.kernels.compiled_parts.render import Renderer

FAR = 1 << 31
"""Arguments of functions, and results of recursive ones, are kept within these bounds (both signs)."""


def called(renderer: Renderer, expr: Call) -> Term:
    """A call; a function of or to fractions is written out in place instead."""
    program = renderer.program
    function = program.functions[expr.function]
    fractions = function.result.kind == "number" or any(t.kind == "number" for t in function.argument_types)
    if fractions and function.name in program.recursive:
        return _checked_call(renderer, function, expr)
    if fractions:
        inner = replace(renderer, names={}, narrowed={}, following=None)
        for name, argument in zip(function.arguments, expr.arguments, strict=True):
            inner = inner.bind(name, renderer.exact(argument))
        return inner.exact(function.body)
    return _checked_call(renderer, function, expr)


def _checked_call(renderer: Renderer, function: Function, expr: Call) -> Term:
    name, low, high = _made(renderer, function)
    arguments = []
    for argument in expr.arguments:
        term = whole(renderer.exact(argument))
        fits = term.low >= -FAR and term.high <= FAR
        arguments.append(term.text if fits else f"within({term.text}, {-FAR}, {FAR}, book)")
    if renderer.program.recursive:
        arguments.append("1" if renderer.depth == "0" else f"{renderer.depth} + 1")
    result = Whole(f"{name}({', '.join([*arguments, renderer.row, 'book'])})", low, high)
    return truth(result) if function.result.kind == "bool" else result


def _made(renderer: Renderer, function: Function) -> tuple[str, int, int]:
    """The name of the compiled function and the bounds of its result."""
    program = renderer.program
    key = ("function", function.name)
    recursive = function.name in program.recursive
    if key not in program.made:
        name = f"function_{list(program.functions).index(function.name)}"
        program.made[key] = name
        program.parts[name] = ""
        result = _body(renderer, function, name, recursive)
        program.made[key] = f"{name} {result.low} {result.high}"
    known = program.made[key].split()
    if len(known) == 1 or recursive:
        return (known[0], 0, 1) if function.result.kind == "bool" else (known[0], -FAR, FAR)
    return known[0], int(known[1]), int(known[2])


def _body(renderer: Renderer, function: Function, name: str, recursive: bool) -> Whole:
    program = renderer.program
    inner = replace(
        renderer,
        row="row",
        words=tuple(f"row[{k}]" for k in range(program.words)),
        names={},
        narrowed={},
        depth="depth",
        following=None,
    )
    heads = []
    for number, argument in enumerate(function.arguments):
        kind = function.argument_types[number].kind
        text = f"a{number}"
        inner = inner.bind(argument, Truth(f"({text} != 0)") if kind == "bool" else Whole(text, -FAR, FAR))
        heads.append(f"{text}: i64")
    if program.recursive:
        heads.append("depth: i64")
    result = inner.exact(function.body)
    if isinstance(result, Ratio):
        raise NotCompilableError(f"function `{function.name}` gives a fraction")
    value = whole(result)
    lines = [f"def {name}({', '.join([*heads, 'row: Array[u64]', 'book: Array[i64]'])}) -> i64:"]
    if recursive:
        # A fault ends everything at once: a doubly recursive function would else run for ever.
        lines += [f"    if depth > {program.process.call_depth}:", f"        book[0] = {TOO_DEEP}"]
        lines += ["    if book[0] != 0:", "        return 0"]
    text = value.text
    if recursive and not (value.low >= -FAR and value.high <= FAR):
        text = f"within({value.text}, {-FAR}, {FAR}, book)"
    program.parts[name] = "\n".join([*lines, f"    return {text}\n"])
    return value
