"""Exact values as text of the dialect, each with bounds that prove 64 bits suffice, or a check where they do not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddsmith.plugin import NotCompilableError

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
ATOM, SUM, CHOICE = 0, 1, 2
"""How tightly a text holds together; anything above ATOM needs parentheses inside other operations."""


@dataclass(frozen=True)
class Whole:
    """A whole number (i64) between `low` and `high`."""

    text: str
    low: int = LOWEST
    high: int = HIGHEST
    level: int = ATOM

    @property
    def tight(self) -> str:
        return self.text if self.level == ATOM else f"({self.text})"

    @property
    def safe(self) -> bool:
        """Whether it has a value in every state; what may fault must be evaluated, even if its value is known."""
        return "book" not in self.text

    @property
    def known(self) -> int | None:
        return self.low if self.low == self.high and self.safe else None


@dataclass(frozen=True)
class Truth:
    """A truth value; `known` where it does not depend on the state. `joint` is the operator of a flat chain."""

    text: str
    known: bool | None = None
    joint: str = ""

    @property
    def tight(self) -> str:
        return f"({self.text})" if self.joint else self.text

    @property
    def safe(self) -> bool:
        return "book" not in self.text


@dataclass(frozen=True)
class Ratio:
    """`top / bottom`; the bottom is never 0 (a check saw to that)."""

    top: Whole
    bottom: Whole

    @property
    def known(self) -> Fraction | None:
        if self.top.known is None or self.bottom.known is None:
            return None
        return Fraction(self.top.known, self.bottom.known)


Term = Whole | Truth | Ratio
YES, NO = Truth("True", True), Truth("False", False)


def number(value: int | Fraction) -> Whole | Ratio:
    """A constant."""
    value = Fraction(value)
    if value.denominator != 1:
        return Ratio(_whole(value.numerator), _whole(value.denominator))
    return _whole(value.numerator)


def _whole(value: int) -> Whole:
    if not LOWEST <= value <= HIGHEST:
        raise NotCompilableError(f"the number {value} does not fit into 64 bits")
    return Whole(str(value) if value >= 0 else f"({value})", value, value)


def whole(term: Term) -> Whole:
    """The term as a whole number; truth values count 0 and 1."""
    if isinstance(term, Truth):
        if term.known is not None:
            return _whole(int(term.known))
        return Whole(f"i64({term.text})", 0, 1)
    if isinstance(term, Ratio):
        value = term.known
        if value is not None and value.denominator == 1:
            return _whole(value.numerator)
        raise NotCompilableError("a fraction stands where a whole number is needed")
    return term


def truth(term: Term) -> Truth:
    """The term as a condition; numbers other than 0 are true."""
    if isinstance(term, Truth):
        return term
    value = whole(term)
    if value.known is not None:
        return YES if value.known else NO
    return Truth(f"({value.tight} != 0)")


def _made(symbol: str, name: str, left: Whole, right: Whole, low: int, high: int) -> Whole:
    """An operation in 64 bits: plain where the bounds prove it, else checked (a fault sends the state to the judge)."""
    if low == high and left.safe and right.safe:
        return _whole(low)
    if low >= LOWEST and high <= HIGHEST:
        if symbol == "*":
            return Whole(f"({left.tight} * {right.tight})", low, high)
        first = left.text if left.level == SUM else left.tight
        return Whole(f"{first} {symbol} {right.tight}", low, high, SUM)
    return Whole(f"{name}({left.text}, {right.text}, book)", min(max(low, LOWEST), 0), max(min(high, HIGHEST), 0))


def plus(left: Term, right: Term) -> Whole | Ratio:
    if isinstance(left, Ratio) or isinstance(right, Ratio):
        a, b = ratio(left), ratio(right)
        if a.bottom == b.bottom:
            return simple(Ratio(_sum(a.top, b.top), a.bottom))
        return simple(Ratio(_sum(_product(a.top, b.bottom), _product(b.top, a.bottom)), _product(a.bottom, b.bottom)))
    return _sum(whole(left), whole(right))


def _sum(left: Whole, right: Whole) -> Whole:
    if left.known == 0:
        return right
    if right.known == 0:
        return left
    return _made("+", "checked_add", left, right, left.low + right.low, left.high + right.high)


def minus(left: Term, right: Term) -> Whole | Ratio:
    if isinstance(left, Ratio) or isinstance(right, Ratio):
        return plus(left, negative(right))
    a, b = whole(left), whole(right)
    if b.known == 0:
        return a
    return _made("-", "checked_subtract", a, b, a.low - b.high, a.high - b.low)


def negative(term: Term) -> Whole | Ratio:
    if isinstance(term, Ratio):
        return Ratio(whole(negative(term.top)), term.bottom)
    return minus(_whole(0), term)


def times(left: Term, right: Term) -> Whole | Ratio:
    if isinstance(left, Ratio) or isinstance(right, Ratio):
        a, b = ratio(left), ratio(right)
        return simple(Ratio(_product(a.top, b.top), _product(a.bottom, b.bottom)))
    return _product(whole(left), whole(right))


def _product(left: Whole, right: Whole) -> Whole:
    if left.known == 1:
        return right
    if right.known == 1:
        return left
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return _made("*", "checked_multiply", left, right, min(corners), max(corners))


def divided(left: Term, right: Term) -> Whole | Ratio:
    """Exact division."""
    a, b = ratio(left), ratio(right)
    bottom = nonzero(b.top)
    return simple(Ratio(_product(a.top, b.bottom), _product(a.bottom, bottom)))


def nonzero(term: Whole) -> Whole:
    """The same number, with a check where it might be 0."""
    if term.low > 0 or term.high < 0:
        return term
    if term.known == 0:
        return Whole("nonzero(0, 1, book)", 1, 1)
    low = 1 if term.low == 0 else term.low
    high = -1 if term.high == 0 else term.high
    return Whole(f"nonzero({term.text}, {1 if high > 0 else -1}, book)", low, high)


def ratio(term: Term) -> Ratio:
    return term if isinstance(term, Ratio) else Ratio(whole(term), _whole(1))


def simple(term: Ratio) -> Whole | Ratio:
    """Constants reduced, and a bottom of 1 dropped."""
    value = term.known
    if value is not None:
        return number(value)
    return term.top if term.bottom.known == 1 else term


def floored(term: Term) -> Whole:
    """The next whole number below; exact also for negative tops and bottoms."""
    if not isinstance(term, Ratio):
        return whole(term)
    top, bottom = term.top, term.bottom
    if top.known is not None and bottom.known is not None:
        return _whole(top.known // bottom.known)
    return Whole(f"({top.tight} // {bottom.tight})", *_quotient_bounds(top, bottom))


def _quotient_bounds(top: Whole, bottom: Whole) -> tuple[int, int]:
    ends = [b for b in (bottom.low, bottom.high, -1, 1) if b and bottom.low <= b <= bottom.high]
    corners = [t // b for t in (top.low, top.high) for b in ends]
    return max(min(corners), LOWEST), min(max(corners), HIGHEST)


def ceiled(term: Term) -> Whole:
    return whole(negative(floored(negative(term))))


def remainder(left: Term, right: Term) -> Whole | Ratio:
    """`left - right * floor(left / right)`: the sign of the divisor."""
    if isinstance(left, Ratio) or isinstance(right, Ratio):
        return minus(left, times(right, floored(divided(left, right))))
    a, b = whole(left), nonzero(whole(right))
    if a.known is not None and b.known is not None:
        return _whole(a.known % b.known)
    return Whole(f"({a.tight} % {b.tight})", min(0, b.low + 1), max(0, b.high - 1))


def chosen(condition: Truth, yes: Term, no: Term) -> Term:
    """`yes` where the condition holds, else `no`; only one of them is evaluated."""
    if condition.known is not None:
        return yes if condition.known else no
    if isinstance(yes, Ratio) or isinstance(no, Ratio):
        one, other = ratio(yes), ratio(no)
        return Ratio(whole(chosen(condition, one.top, other.top)), whole(chosen(condition, one.bottom, other.bottom)))
    if isinstance(yes, Truth) and isinstance(no, Truth):
        if yes.known is not None and yes.known == no.known and condition.safe:
            return yes
        return Truth(f"({yes.tight} if {condition.text} else {no.tight})")
    a, b = whole(yes), whole(no)
    if a.known is not None and a.known == b.known and condition.safe:
        return a
    return Whole(f"{a.tight} if {condition.text} else {b.text}", min(a.low, b.low), max(a.high, b.high), CHOICE)
