"""Tokens -> expressions of our language: PRISM's operators, with PRISM's priorities.

From loose to tight: `?:`, `=>`, `<=>`, `|`, `&`, `!`, `=` and `!=`, `<` and its kin, `+` and `-`, `*` and `/`, `-`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from oddsmith.plugin import (
    Binary,
    Boolean,
    Call,
    Compare,
    Diagnostic,
    Expr,
    If,
    Member,
    Name,
    Number,
    Range,
    Span,
    SpecError,
    Unary,
)
from oddsmith_plugins.importers.prism_parts.model import Literal
from oddsmith_plugins.importers.prism_parts.tokens import Text, Token

DEEPEST: Final = 90
"""How deep parentheses may be nested; specs take no more than 100."""
BALANCED: Final = 50
"""Longer chains of one operator are written as a balanced tree, since specs take no more than 200 in a row."""

WORDS: Final = {"|": "or", "&": "and", "=>": "=>", "<=>": "<=>", "+": "+", "-": "-", "*": "*", "/": "/"}
POWERS: Final = {"=>": 1, "<=>": 2, "|": 3, "&": 4, "=": 6, "!=": 6}
POWERS_TIGHT: Final = {"<": 7, "<=": 7, ">": 7, ">=": 7, "+": 8, "-": 8, "*": 9, "/": 9}
BINDING: Final = POWERS | POWERS_TIGHT
NOT, EQUALITY, RELATION, SUM, MINUS = 5, 6, 7, 8, 10
FUNCTIONS: Final = {"min": None, "max": None, "floor": 1, "ceil": 1, "round": 1, "pow": 2, "mod": 2, "log": 2}
"""PRISM's functions and their numbers of arguments."""
_WORDS: Final = """
A bool const ctmc C double dtmc E endinit endinvariant endmodule endobservables endplayer endrewards
endsystem false formula F global G init invariant I int label max mdp min module nondeterministic
Pmax Pmin P probabilistic pta rewards Rmax Rmin R S stochastic system true U W X
"""
KEYWORDS: Final = frozenset(_WORDS.split())
"""Words that cannot be names. Those of later versions (`player`, `clock`, `of` …) can: older models use them."""
PROPERTY_WORDS: Final = ("A", "C", "E", "F", "G", "I", "P", "R", "S", "U", "W", "X", "Pmax", "Pmin", "Rmax", "Rmin")
LABEL: Final = '"'
"""Before the name of a label, so that it is not taken for a variable."""


class Cursor:
    """A place among tokens; every method consumes what it returns."""

    keywords: ClassVar[frozenset[str]] = KEYWORDS
    """Words that cannot be names."""

    def __init__(self, text: Text) -> None:
        self.text, self.tokens, self.position = text, text.tokens, 0
        self.depth = 0

    def peek(self, ahead: int = 0) -> Token:
        return self.tokens[self.position + ahead]

    def advance(self) -> Token:
        token = self.tokens[self.position]
        if token.kind != "end":
            self.position += 1
        return token

    def accept(self, *signs: str) -> Token | None:
        return self.advance() if self.peek().is_sign(*signs) else None

    def accept_word(self, *words: str) -> Token | None:
        return self.advance() if self.peek().is_word(*words) else None

    def expect(self, sign: str, where: str) -> Token:
        if not self.peek().is_sign(sign):
            raise self.failure(self.peek(), f"`{sign}` is missing {where}, before {shown(self.peek())}")
        return self.advance()

    def expect_word(self, word: str, where: str) -> Token:
        if not self.peek().is_word(word):
            raise self.failure(self.peek(), f"`{word}` is missing {where}, before {shown(self.peek())}")
        return self.advance()

    def name(self, what: str) -> Token:
        token = self.peek()
        if token.kind != "name":
            raise self.failure(token, f"the name of {what} is missing, before {shown(token)}")
        if token.text in self.keywords:
            raise self.failure(token, f"`{token.text}` is a word of the language and cannot be the name of {what}")
        return self.advance()

    def action(self) -> Token:
        """The name of an action; words of properties, such as `F`, are names here, as Storm has it."""
        if self.peek().is_word(*PROPERTY_WORDS):
            return self.advance()
        return self.name("an action")

    def failure(self, token: Token, message: str, why: str = "", fix: str = "", code: str = "E801") -> SpecError:
        return SpecError([Diagnostic(code, message, self.text.span(token), why, fix)])

    def refusal(self, token: Token, message: str, why: str = "", fix: str = "") -> SpecError:
        """Of what is right in PRISM and has no translation."""
        return self.failure(token, message, why, fix, "E802")

    def since(self, token: Token) -> Span:
        """From a token to the last one that was consumed."""
        return Span(self.text.source, token.start, self.tokens[max(self.position - 1, 0)].end)


class Expressions(Cursor):
    """The parser of expressions."""

    def expression(self, power: int = 0) -> Expr:
        """The longest expression whose outermost operators bind tighter than `power`."""
        if self.depth >= DEEPEST:
            why = f"parentheses and the like may be nested {DEEPEST} deep"
            raise self.failure(self.peek(), "the expression is nested too deep", why, "use formulas")
        self.depth += 1
        try:
            start = self.peek()
            left = self._prefix()
            while (binding := self.binding()) > power:
                left = self._infix(left, binding, start)
            if power == 0 and self.accept("?"):
                yes = self.expression()
                self.expect(":", "between the two values of `?`")
                left = If(left, yes, self.expression(), span=self.since(start))
            return left
        finally:
            self.depth -= 1

    def binding(self) -> int:
        """How tight the next token binds; 0 if it is no operator."""
        token = self.peek()
        return BINDING.get(token.text, 0) if token.kind == "sign" else 0

    def _infix(self, left: Expr, binding: int, start: Token) -> Expr:
        operator = self.peek().text
        if binding in (EQUALITY, RELATION):
            self.advance()
            right = self.expression(binding)
            if operator in ("=", "!=") and self.accept(".."):
                member: Expr = Member(left, Range(right, self.expression(RELATION)), span=self.since(start))
                return member if operator == "=" else Unary("not", member, span=self.since(start))
            return Compare(left, ((operator, right),), span=self.since(start))
        terms = [left]
        while self.accept(operator):
            terms.append(self.expression(binding))
        return self._chain(WORDS[operator], terms, start)

    def _chain(self, operator: str, terms: list[Expr], start: Token) -> Expr:
        if len(terms) > BALANCED and operator in ("and", "or", "+", "*"):
            middle = len(terms) // 2
            halves = (self._chain(operator, part, start) for part in (terms[:middle], terms[middle:]))
            return Binary(operator, *halves, span=self.since(start))
        if len(terms) > 3 * BALANCED:
            why = f"more than {3 * BALANCED} operators `{operator}` follow each other"
            raise self.failure(start, "the expression is too long", why, "use formulas")
        found = terms[0]
        for term in terms[1:]:
            found = Binary(operator, found, term, span=self.since(start))
        return found

    def _prefix(self) -> Expr:
        token = self.advance()
        span = self.text.span(token)
        if token.kind == "number":
            return self._number(token)
        if token.is_word("true", "false"):
            return Boolean(token.text == "true", span=span)
        if token.is_sign("!"):
            return Unary("not", self.expression(NOT - 1), span=self.since(token))
        if token.is_sign("-"):
            return Unary("-", self.expression(MINUS - 1), span=self.since(token))
        if token.is_sign("("):
            inner = self.expression()
            self.expect(")", "to close a parenthesis")
            return inner
        if token.kind == "name":
            return self.named(token)
        if token.kind == "quoted":
            return self.quoted(token)
        raise self.failure(token, f"a value is missing before {shown(token)}")

    def quoted(self, token: Token) -> Expr:
        """A label."""
        return Name(LABEL + token.text, span=self.text.span(token))

    def _number(self, token: Token) -> Expr:
        if len(token.text) > 200:
            raise self.failure(token, "this number is too long")
        if token.text.isdigit():
            return Number(int(token.text), span=self.text.span(token))
        text = token.text.rstrip(".") if token.text.endswith(".") else token.text.replace(".e", "e").replace(".E", "E")
        return Literal(text, span=self.text.span(token))

    def named(self, token: Token) -> Expr:
        """A name, or a function with its arguments."""
        if token.text == "func":
            self.expect("(", "behind `func`")
            name = self.advance()
            self.expect(",", "behind the name of a function")
            return self._call(name, token)
        if self.peek().is_sign("("):
            if token.text in FUNCTIONS:
                self.advance()
                return self._call(token, token)
            known = ", ".join(FUNCTIONS)
            raise self.failure(token, f"there is no function `{token.text}`", fix=f"the functions are: {known}")
        if token.text in self.keywords:
            raise self.word(token)
        return Name(token.text, span=self.text.span(token))

    def word(self, token: Token) -> SpecError:
        """What to say about a word of the language where a value is needed."""
        return self.failure(token, f"a value is missing before `{token.text}`, which is a word of the language")

    def _call(self, name: Token, start: Token) -> Expr:
        if name.text not in FUNCTIONS:
            raise self.failure(name, f"there is no function `{name.text}`", fix=f"known: {', '.join(FUNCTIONS)}")
        arguments = [self.expression()]
        while self.accept(","):
            arguments.append(self.expression())
        self.expect(")", f"at the end of `{name.text}(…)`")
        wanted = FUNCTIONS[name.text]
        if wanted is not None and wanted != len(arguments):
            raise self.failure(name, f"`{name.text}` takes {wanted} arguments, not {len(arguments)}")
        return Call(name.text, tuple(arguments), span=self.since(start))


def shown(token: Token) -> str:
    return "the end of the file" if token.kind == "end" else f"`{token.text}`"
