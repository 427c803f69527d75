"""Text -> expression: a Pratt parser whose cursor other parsers may build upon."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from oddsmith.expr.cursor import Cursor, shown
from oddsmith.expr.hints import MISPLACED
from oddsmith.expr.lexer import KEYWORDS, NOT_NUMBERS, Token, number
from oddsmith.expr.nodes import (
    Binary,
    Binder,
    Boolean,
    Call,
    Compare,
    Expr,
    Fold,
    If,
    Index,
    Items,
    Member,
    Name,
    Number,
    Range,
    Unary,
)
from oddsmith.source import Source, Span, SpecError

DEEPEST: Final = 100
"""How deep brackets and the like may be nested: each level takes several calls of this parser."""

HIGHEST: Final = 200
"""How high the tree may be (a chain of 200 sums, say), so that no later walk runs out of stack."""

COMPARISONS: Final = ("=", "==", "!=", "<", "<=", ">", ">=")
FOLDS: Final = ("sum", "prod", "min", "max", "count", "any", "all")
LOWEST, NOT, COMPARISON, ADDITIVE, UNARY, POWER = 0, 5, 6, 7, 9, 10

INFIX: Final = {
    "<=>": 1,
    "=>": 2,
    "or": 3,
    "and": 4,
    **dict.fromkeys((*COMPARISONS, "in"), COMPARISON),
    "+": ADDITIVE,
    "-": ADDITIVE,
    **dict.fromkeys(("*", "/", "//", "%"), 8),
    "^": POWER,
}
"""How tightly the operators between two operands bind."""

RIGHT: Final = ("=>", "^")
"""Operators that group to the right."""


def parse(span: Span) -> Expr:
    """The expression that stands in this stretch of a source; raises SpecError (E301)."""
    parser = Parser(span)
    parser.refuse_foreign()
    expression = parser.expression()
    parser.finish()
    return expression


def parse_text(text: str, name: str = "expression") -> Expr:
    return parse(Span(Source(name, text), 0, len(text)))


def parse_domain(span: Span) -> Range | Items:
    """`low..high` or `{a, b, c..d}`, as in families and ranges of variables."""
    parser = Parser(span)
    parser.refuse_foreign()
    domain = parser.domain()
    parser.finish()
    return domain


class Parser(Cursor):
    """The expression parser; `ask` and others build upon it. Every method consumes what it returns."""

    def expression(self, power: int = LOWEST, *, calls_with_space: bool = True) -> Expr:
        """The longest expression whose outermost operators bind tighter than `power`.

        With `calls_with_space=False` a leading `k (a or b)` is read as `k` alone, as in `F<=k (a or b)`.
        """
        start = self.peek()
        if self.depth >= DEEPEST:
            raise self._too_deep(start)
        self.depth += 1
        try:
            left = self._prefix(calls_with_space)
            while (binding := self._binding()) > power:
                left = self._infix(left, binding)
        finally:
            self.depth -= 1
        if self.depth == 0 and height(left) > HIGHEST:
            raise self._too_deep(start)
        return left

    def domain(self) -> Range | Items:
        """`low..high` or `{a, b, c..d}`."""
        found = self._domain()
        if isinstance(found, Name):
            raise self.failure(self.peek(), "`..` is missing in a range", fix="write `low..high` or `{a, b, c}`")
        return found

    def binders(self) -> tuple[Binder, ...]:
        """`i in 1..N, j in {1, 2}`."""
        found: list[Binder] = []
        while not found or self.accept(","):
            token = self.name("of what runs through a range")
            self.expect("in", f"behind `{token.text}`")
            domain = self.domain()
            found.append(Binder(token.text, domain, span=self.since(token)))
        return tuple(found)

    def _binding(self) -> int:
        token = self.peek()
        if token.is_one_of("not") and self.peek(1).is_one_of("in"):
            return COMPARISON
        return INFIX.get(token.text, LOWEST) if token.is_one_of(token.text) else LOWEST

    def _infix(self, left: Expr, binding: int) -> Expr:
        if binding == COMPARISON:
            return self._comparison(left)
        operator = self.advance().text
        right = self.expression(binding - 1 if operator in RIGHT else binding)
        span = self.since(left)
        if operator == "/" and isinstance(left, Number) and isinstance(right, Number) and right.value != 0:
            value = Fraction(left.value) / right.value
            return Number(value.numerator if value.denominator == 1 else value, span=span)
        return Binary(operator, left, right, span=span)

    def _comparison(self, left: Expr) -> Expr:
        result: Expr
        if negated := self.accept("not"):
            self.expect("in", "behind `not`")
        if negated or self.accept("in"):
            domain = self._domain()
            result = Member(left, domain, span=self.since(left))
            result = Unary("not", result, span=self.since(left)) if negated else result
        else:
            rest: list[tuple[str, Expr]] = []
            while token := self.accept(*COMPARISONS):
                rest.append(("=" if token.text == "==" else token.text, self.expression(COMPARISON)))
            result = Compare(left, tuple(rest), span=self.since(left))
        if self.peek().is_one_of("in", "not", *COMPARISONS):
            raise self.failure(
                self.peek(), "`in` and comparisons cannot follow each other", fix="put one into parentheses"
            )
        return result

    def _domain(self) -> Range | Items | Name:
        start = self.peek()
        if self.accept("{"):
            members: list[Expr] = []
            while not self.peek().is_one_of("}") and (not members or self.accept(",")):
                members.append(self._range_or_value())
            self.expect("}", "at the end of the set")
            return Items(tuple(members), span=self.since(start))
        found = self._range_or_value()
        if isinstance(found, Range | Name):
            return found
        raise self.failure(
            self.peek(), "a range, a set or the name of a table must follow `in`", fix="write `x in 1..6`"
        )

    def _range_or_value(self) -> Expr:
        start = self.peek()
        low = self.expression(COMPARISON)
        if not self.accept(".."):
            return low
        return Range(low, self.expression(COMPARISON), span=self.since(start))

    def _prefix(self, calls_with_space: bool) -> Expr:
        token = self.advance()
        if token.kind == "number":
            return Number(number(token), span=token.span)
        if token.is_one_of("true", "false"):
            return Boolean(token.text == "true", span=token.span)
        if token.is_one_of("-", "not"):
            return self._unary(token)
        if token.is_one_of("if"):
            return self._if(token)
        if token.is_one_of("("):
            inner = self.expression()
            self.expect(")", "to close this parenthesis")
            return inner
        if token.kind == "quoted" or (token.kind == "name" and token.text not in KEYWORDS):
            return self._named(token, calls_with_space)
        message = "the expression ends too early" if token.kind == "end" else f"{shown(token)} is not expected here"
        raise self.failure(
            token, message, "a value is needed here", MISPLACED.get(token.text, "write a number or a name")
        )

    def _unary(self, token: Token) -> Expr:
        operand = self.expression(UNARY if token.text == "-" else NOT)
        if token.text == "-" and isinstance(operand, Number):
            return Number(-operand.value, span=self.since(token))
        return Unary(token.text, operand, span=self.since(token))

    def _if(self, token: Token) -> Expr:
        condition = self.expression()
        self.expect("then", "behind the condition of `if`")
        yes = self.expression()
        self.expect("else", "behind the value of `then`")
        no = self.expression()
        return If(condition, yes, no, span=self.since(token))

    def _named(self, token: Token, calls_with_space: bool) -> Expr:
        following = self.peek()
        touching = following.span.start == token.span.end
        if token.kind == "name" and following.is_one_of("(") and (calls_with_space or touching):
            self.advance()
            return self._call(token)
        if token.kind == "name" and token.text.lower() in NOT_NUMBERS:
            why = "every number of a game is finite and exact"
            raise self.failure(
                token, f"`{token.text}` is not a number here", why, "use a finite number, or a range that ends"
            )
        if not following.is_one_of("["):
            return Name(token.text, span=token.span)
        indices: list[Expr] = []
        while self.accept("["):
            indices += self._list("]")
        return Index(token.text, tuple(indices), span=self.since(token))

    def _call(self, token: Token) -> Expr:
        if token.text in FOLDS and self.peek(1).is_one_of("in") and self.peek().kind in ("name", "quoted"):
            binders = self.binders()
            self.expect(":", f"between the range and the body of `{token.text}`")
            body = self.expression()
            self.expect(")", f"to close `{token.text}(`")
            return Fold(token.text, binders, body, span=self.since(token))
        if token.text in FOLDS and token.text not in ("min", "max"):
            raise self.failure(self.peek(), f"`{token.text}` needs a range", fix=f"write `{token.text}(i in 1..N: …)`")
        arguments = () if self.accept(")") else self._list(")")
        return Call(token.text, tuple(arguments), span=self.since(token))

    def _list(self, closing: str) -> list[Expr]:
        found = [self.expression()]
        while self.accept(","):
            found.append(self.expression())
        self.expect(closing, "at the end of the list")
        return found

    def _too_deep(self, token: Token) -> SpecError:
        why = f"brackets may be nested {DEEPEST} deep, and {HIGHEST} operators may follow each other"
        fix = "split it into functions, use `sum(…)`, `any(…)`, `in {…}`, or a table"
        return self.failure(token, "the expression is nested too deep", why, fix)


def height(expression: Expr) -> int:
    """The number of nodes on the longest way down; needs no stack."""
    level, count = [expression], 0
    while level:
        level = [child for node in level for child in node.children()]
        count += 1
    return count
