"""`sum(i in 1..N: e)` and its like: written out where the values are few and known, else a function with loops."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from oddsmith.plugin import Fold, Items, NotCompilableError, Range
from oddsmith_plugins.kernels.compiled_parts.calls import mentions
from oddsmith_plugins.kernels.compiled_parts.conditions import joined
from oddsmith_plugins.kernels.compiled_parts.prelude import NO_ENTRY, TOO_LARGE
from oddsmith_plugins.kernels.compiled_parts.terms import (
    HIGHEST,
    LOWEST,
    Ratio,
    Term,
    Truth,
    Whole,
    number,
    plus,
    times,
    truth,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddsmith_plugins.kernels.compiled_parts.render import Renderer

MOST_WRITTEN_OUT = 128
MOST_ROUNDS = 1_000_000
"""As in the reference evaluation: longer folds are refused."""


def folded(renderer: Renderer, expr: Fold) -> Term:
    inner = written_out(renderer, expr)
    if inner is None:
        return _looped(renderer, expr)
    if expr.kind in ("any", "all"):
        return joined("or" if expr.kind == "any" else "and", (frame.truth(expr.body) for frame in inner))
    terms = [frame.exact(expr.body) for frame in inner]
    if expr.kind == "count":
        terms = [whole(truth(term)) for term in terms]
    return combined(expr.kind, terms)


def written_out(renderer: Renderer, expr: Fold) -> list[Renderer] | None:
    """One renderer per combination of the binders' values; None if they are many or not known."""
    frames = list(islice(_frames(renderer, expr, 0), MOST_WRITTEN_OUT + 1))
    known = [frame for frame in frames if frame is not None]
    return known if len(known) == len(frames) <= MOST_WRITTEN_OUT else None


def combined(kind: str, terms: list[Term]) -> Term:
    """Halving keeps the text shallow."""
    from oddsmith_plugins.kernels.compiled_parts.render import extreme

    if not terms:
        if kind in ("min", "max"):
            return Whole(f"place(1, 0, 0, {NO_ENTRY}, book)", 0, 0)
        return number(1 if kind == "prod" else 0)
    if len(terms) == 1:
        return terms[0]
    middle = len(terms) // 2
    left, right = combined(kind, terms[:middle]), combined(kind, terms[middle:])
    if kind in ("sum", "count"):
        return plus(left, right)
    return times(left, right) if kind == "prod" else extreme(kind, left, right)


def _frames(renderer: Renderer, expr: Fold, level: int) -> Iterator[Renderer | None]:
    """One renderer per combination of values; None where a value is not known."""
    if level == len(expr.binders):
        yield renderer
        return
    binder = expr.binders[level]
    members = binder.domain.members if isinstance(binder.domain, Items) else (binder.domain,)
    for member in members:
        if not isinstance(member, Range):
            yield from _frames(renderer.bind(binder.name, renderer.exact(member)), expr, level + 1)
            continue
        low, high = renderer.whole(member.low).known, renderer.whole(member.high).known
        if low is None or high is None:
            yield None
            return
        for value in range(low, high + 1):
            yield from _frames(renderer.bind(binder.name, number(value)), expr, level + 1)


def _looped(renderer: Renderer, expr: Fold) -> Term:
    """A function of the free names with one loop per binder."""
    free = [name for name in renderer.names if mentions(expr, name)]
    if any(isinstance(renderer.names[name], Ratio) for name in free) or renderer.following is not None:
        raise NotCompilableError("a long fold over fractions or next(…)")
    program = renderer.program
    inner = replace(
        renderer,
        row="row",
        words=tuple(f"row[{k}]" for k in range(program.words)),
        names={},
        narrowed={},
        depth="depth",
    )
    heads, arguments = ["depth: i64"], [renderer.depth]
    for place, name in enumerate(free):
        term = renderer.names[name]
        text = f"a{place}"
        outer = whole(term)
        bound = Truth(f"({text} != 0)") if isinstance(term, Truth) else Whole(text, outer.low, outer.high)
        inner = inner.bind(name, bound)
        heads.append(f"{text}: i64")
        arguments.append(outer.text)
    name = program.fresh("fold")
    program.parts[name] = ""
    signature = f"def {name}({', '.join([*heads, 'row: Array[u64]', 'book: Array[i64]'])}) -> i64:"
    lines, result = _loops(inner, expr)
    program.parts[name] = "\n".join([signature, *lines, ""])
    text = f"{name}({', '.join([*arguments, renderer.row, 'book'])})"
    return Truth(f"({text} != 0)") if expr.kind in ("any", "all") else replace(result, text=text)


def _loops(inner: Renderer, expr: Fold) -> tuple[list[str], Whole]:
    start = {"sum": 0, "count": 0, "prod": 1, "any": 0, "all": 1, "min": 0, "max": 0}[expr.kind]
    lines = [f"    result = {start}", "    rounds = 0"]
    indent = "    "
    for level, binder in enumerate(expr.binders):
        if not isinstance(binder.domain, Range):
            raise NotCompilableError("a long fold over listed values")
        low, high = inner.whole(binder.domain.low), inner.whole(binder.domain.high)
        lines += [f"{indent}first{level} = {low.text}", f"{indent}last{level} = {high.text}"]
        lines += [f"{indent}for b{level} in range(first{level}, last{level} + 1):"]
        inner = inner.bind(binder.name, Whole(f"b{level}", low.low, high.high))
        indent += "    "
    lines += [f"{indent}rounds = rounds + 1", f"{indent}if rounds > {MOST_ROUNDS}:"]
    lines += [f"{indent}    book[0] = {TOO_LARGE}", f"{indent}    return 0"]
    step, result = _step(inner, expr)
    lines += [indent + line for line in step]
    if expr.kind in ("min", "max"):
        lines += ["    if rounds == 0:", f"        book[0] = {NO_ENTRY}"]
    return [*lines, "    return result"], result


def _step(inner: Renderer, expr: Fold) -> tuple[list[str], Whole]:
    """One round of the innermost loop, and the bounds of the result."""
    if expr.kind in ("any", "all"):
        test = inner.truth(expr.body)
        if expr.kind == "any":
            return [f"if {test.text}:", "    return 1"], Whole("", 0, 1)
        return [f"if not {test.tight}:", "    return 0"], Whole("", 0, 1)
    if expr.kind == "count":
        return [f"if {inner.truth(expr.body).text}:", "    result = result + 1"], Whole("", 0, MOST_ROUNDS)
    value = whole(inner.exact(expr.body))
    if expr.kind in ("min", "max"):
        sign = "<" if expr.kind == "min" else ">"
        lines = [f"value = {value.text}", f"if rounds == 1 or value {sign} result:", "    result = value"]
        return lines, Whole("", min(value.low, 0), max(value.high, 0))
    if expr.kind == "sum":
        low, high = min(0, value.low * MOST_ROUNDS), max(0, value.high * MOST_ROUNDS)
        if low >= LOWEST and high <= HIGHEST:
            return [f"result = result + {value.tight}"], Whole("", low, high)
        return [f"result = checked_add(result, {value.text}, book)"], Whole("")
    return [f"result = checked_multiply(result, {value.text}, book)"], Whole("")
