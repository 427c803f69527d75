"""Closures for operators: from functions of a tuple to a function of a tuple."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from oddsmith.expr.values import EvaluationError, Value, checked, divide, floor_divide, modulo, power
from oddsmith.source import Span

State = tuple[Any, ...]
Closure = Callable[[State], Any]

LARGE: Final = 1 << 62
COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def constant(value: Value) -> Closure:
    return lambda state: value


def located(closure: Closure, span: Span | None) -> Closure:
    """The same; errors without a place get this one."""
    if span is None:
        return closure

    def run(state: State) -> Any:
        try:
            return closure(state)
        except EvaluationError as error:
            error.span = error.span or span
            raise

    return run


def arithmetic(sign: str, left: Closure, right: Closure) -> Closure:
    match sign:
        case "+":
            return _plus(left, right)
        case "-":
            return _minus(left, right)
        case "*":
            return _times(left, right)
        case "/":
            return lambda state: divide(left(state), right(state))
        case "//":
            return lambda state: floor_divide(left(state), right(state))
        case "%":
            return lambda state: modulo(left(state), right(state))
        case "^":
            return lambda state: power(left(state), right(state))
    raise EvaluationError("E301", f"there is no operator `{sign}`")


def _plus(left: Closure, right: Closure) -> Closure:
    def plus(state: State) -> Value:
        result = left(state) + right(state)
        return result if type(result) is int and -LARGE < result < LARGE else checked(result)

    return plus


def _minus(left: Closure, right: Closure) -> Closure:
    def minus(state: State) -> Value:
        result = left(state) - right(state)
        return result if type(result) is int and -LARGE < result < LARGE else checked(result)

    return minus


def _times(left: Closure, right: Closure) -> Closure:
    def times(state: State) -> Value:
        result = left(state) * right(state)
        return result if type(result) is int and -LARGE < result < LARGE else checked(result)

    return times


def comparison(first: Closure, signs: Sequence[str], rest: Sequence[Closure]) -> Closure:
    """`first sign rest[0] sign rest[1] …`; stops at the first pair that fails."""
    if len(signs) == 1:
        return _compare(signs[0], first, rest[0])
    pairs = [(COMPARISONS[sign], operand) for sign, operand in zip(signs, rest, strict=True)]

    def chain(state: State) -> bool:
        left = first(state)
        for compare, operand in pairs:
            right = operand(state)
            if not compare(left, right):
                return False
            left = right
        return True

    return chain


def _compare(sign: str, left: Closure, right: Closure) -> Closure:
    match sign:
        case "=":
            return lambda state: left(state) == right(state)
        case "!=":
            return lambda state: left(state) != right(state)
        case "<":
            return lambda state: left(state) < right(state)
        case "<=":
            return lambda state: left(state) <= right(state)
        case ">":
            return lambda state: left(state) > right(state)
        case _:
            return lambda state: left(state) >= right(state)


def conjunction(operands: Sequence[Closure]) -> Closure:
    if len(operands) == 2:
        first, second = operands
        return lambda state: bool(first(state)) and bool(second(state))

    def every(state: State) -> bool:
        for operand in operands:  # noqa: SIM110 (a plain loop is faster)
            if not operand(state):
                return False
        return True

    return every


def disjunction(operands: Sequence[Closure]) -> Closure:
    if len(operands) == 2:
        first, second = operands
        return lambda state: bool(first(state)) or bool(second(state))

    def some(state: State) -> bool:
        for operand in operands:  # noqa: SIM110 (a plain loop is faster)
            if operand(state):
                return True
        return False

    return some


def whole(value: Value) -> int:
    """The value as an integer; E302 if it is none."""
    if isinstance(value, Fraction):
        raise EvaluationError("E302", f"{value} is not a whole number")
    return int(value)
