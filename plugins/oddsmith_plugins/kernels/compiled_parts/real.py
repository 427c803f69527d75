"""Expressions -> floating-point text: the nearest float where 53 bits suffice, else rounded step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from oddsmith.plugin import Binary, Call, Expr, Fold, If, NotCompilableError, Unary
from oddsmith_plugins.kernels.compiled_parts.terms import Ratio, Term, Truth, number, times, whole

if TYPE_CHECKING:
    from oddsmith_plugins.kernels.compiled_parts.render import Renderer

EXACT = 1 << 53
"""Whole numbers up to here are floats."""


@dataclass(frozen=True)
class Real:
    """A float as text; `term` is the exact value behind it, where there is one."""

    text: str
    term: Term | None = None

    @property
    def known(self) -> Fraction | None:
        term = self.term
        if isinstance(term, Ratio):
            return term.known
        if term is None or term.known is None:
            return None
        return Fraction(term.known)


def constant(value: Fraction) -> Real:
    return Real(repr(float(value)), number(value))


def real(renderer: Renderer, expr: Expr) -> Real:
    """The value of an expression as a float."""
    try:
        term = renderer.exact(expr)
    except NotCompilableError:
        return Real(_rounded(renderer, expr))
    made = of_term(term)
    return made if made is not None else Real(_rounded(renderer, expr))


def of_term(term: Term) -> Real | None:
    """The nearest float to an exact value; None if its parts may exceed 53 bits."""
    if isinstance(term, Truth):
        term = whole(term)
    value = term.known
    if value is not None:
        return Real(repr(float(value)), term)
    if isinstance(term, Ratio):
        if not (_narrow(term.top.low, term.top.high) and _narrow(term.bottom.low, term.bottom.high)):
            return None
        return Real(f"(f64({term.top.text}) / f64({term.bottom.text}))", term)
    return Real(f"f64({term.text})", term) if _narrow(term.low, term.high) else None


def _narrow(low: int, high: int) -> bool:
    return low >= -EXACT and high <= EXACT


def product(left: Real, right: Real) -> Real:
    """Exact as long as both are; else one rounding."""
    if left.term is not None and right.term is not None:
        try:
            made = of_term(times(left.term, right.term))
        except NotCompilableError:
            made = None
        if made is not None:
            return made
    return Real(f"({left.text} * {right.text})")


def _rounded(renderer: Renderer, expr: Expr) -> str:
    """Step by step; for values whose fractions do not fit into 64 bits."""
    match expr:
        case Binary("/", left, right):
            return f"({real(renderer, left).text} / real_nonzero({real(renderer, right).text}, book))"
        case Binary(operator, left, right) if operator in ("+", "-", "*"):
            return f"({real(renderer, left).text} {operator} {real(renderer, right).text})"
        case Unary("-", operand):
            return f"(-{real(renderer, operand).text})"
        case If(condition, yes, no):
            test = renderer.truth(condition)
            return f"({real(renderer, yes).text} if {test.text} else {real(renderer, no).text})"
        case Call(("min" | "max" | "abs") as name, arguments):
            return f"{name}({', '.join(real(renderer, a).text for a in arguments)})"
        case Binary("^", base, exponent):
            return f"real_power({real(renderer, base).text}, {renderer.whole(exponent).text})"
        case Call("pow", (base, exponent)):
            return f"real_power({real(renderer, base).text}, {renderer.whole(exponent).text})"
        case Call(function) if function in renderer.program.functions:
            return _written_out(renderer, expr)
        case Fold(("sum" | "prod") as kind):
            return _fold(renderer, expr, " + " if kind == "sum" else " * ")
    exact = renderer.whole(expr)
    return f"f64({exact.text})"


def _written_out(renderer: Renderer, expr: Call) -> str:
    function = renderer.program.functions[expr.function]
    if expr.function in renderer.program.recursive:
        return f"f64({renderer.whole(expr).text})"
    inner = replace(renderer, names={}, narrowed={}, following=None)
    for name, argument in zip(function.arguments, expr.arguments, strict=True):
        inner = inner.bind(name, renderer.exact(argument))
    return real(inner, function.body).text


def _fold(renderer: Renderer, expr: Fold, sign: str) -> str:
    from oddsmith_plugins.kernels.compiled_parts.folds import written_out

    frames = written_out(renderer, expr)
    if frames is None:
        raise NotCompilableError("a long fold over fractions")
    texts = [real(frame, expr.body).text for frame in frames]
    return f"({sign.join(texts)})" if texts else ("0.0" if expr.kind == "sum" else "1.0")
