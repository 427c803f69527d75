"""Tokens of a prCRL file -> the specification as written; after a mistake it goes on with the next declaration."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar, Final

from oddsmith.plugin import Binary, Call, Compare, Diagnostic, Expr, If, Name, Source, Span, SpecError, Unary
from oddsmith_plugins.importers.prcrl_parts.model import (
    Binder,
    Choice,
    Constant,
    Domain,
    Guarded,
    Model,
    Option,
    Prefix,
    Process,
    Run,
    Sum,
    Term,
    Until,
)
from oddsmith_plugins.importers.prism_parts.expressions import BINDING, DEEPEST, Expressions, shown
from oddsmith_plugins.importers.prism_parts.tokens import Token, cut

_TOKEN: Final = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<comment>(?:%|--|//)[^\n]*)
  | (?P<number>(?:[0-9]+\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<sign>\+\+|=>|<=|>=|!=|->|\.\.|\|\||:=|[-+*/=<>()\[\]{},:&|!.])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
WORDS: Final = {"until", "constant", "type", "init", "nocomm", "hide"}
REFUSED: Final = {
    "comm": "processes act together here on actions of the same name",
    "encap": "there is no action here that only happens together with another",
    "rename": "actions keep their names",
    "function": "functions of the user are not known",
    "reward": "rewards are not known; the spec counts every action as a reward",
    "reach": "only `until [ true U action ]` is known",
}
COMPARING: Final = {"eq": "=", "neq": "!=", "lt": "<", "gt": ">", "leq": "<=", "geq": ">="}
JOINING: Final = {"and": "and", "or": "or", "plus": "+", "minus": "-", "multiply": "*", "divide": "/"}
PLAIN: Final = {"mod": 2, "min": 2, "max": 2}
ARITIES: Final = {**dict.fromkeys((*COMPARING, *JOINING), 2), **PLAIN, "not": 1, "ifthenelse": 3}
LOGIC: Final = frozenset({"=>", "<=>"})
"""Operators of PRISM that mean something else here, or nothing."""


class SpecificationParser(Expressions):
    """Reads declarations into a model; complaints are collected."""

    keywords: ClassVar[frozenset[str]] = frozenset({*WORDS, "sum", "psum", "true", "false"})

    def __init__(self, source: Source, model: Model) -> None:
        text, strange = cut(source, _TOKEN, "prCRL")
        super().__init__(text)
        self.model = model
        self.complaints: list[Diagnostic] = list(strange)
        self.terms = 0

    def read(self) -> None:
        """The whole file."""
        self.model.about = tuple(self.text.comments.before.pop(0, ()))
        while self.peek().kind != "end":
            begun = self.position
            try:
                self._declaration()
            except SpecError as error:
                self.complaints += error.diagnostics
                self.depth = self.terms = 0
                self._skip(begun)
        if not self.model.start and not self.complaints:
            raise self.failure(self.peek(), "`init` is missing", fix="say which processes there are: `init X[0] || Y`")

    def _skip(self, begun: int) -> None:
        """To the next declaration, which may have begun where a value was missing."""
        if self.position > begun + 1 and self.tokens[self.position - 1].is_word(*WORDS):
            self.position -= 1
        elif self.position == begun:
            self.advance()
        while self.peek().kind != "end" and not self.peek().is_word(*WORDS, *REFUSED):
            signs = (self.peek(1).text, self.peek(3).text)
            if self.peek().kind == "name" and signs == ("(", ":"):
                return
            self.advance()

    def _declaration(self) -> None:
        token = self.peek()
        known: dict[str, Callable[[], None]] = {
            "until": self._until,
            "constant": self._constant,
            "type": self._type,
            "init": self._init,
            "nocomm": lambda: self._actions(self.model.alone),
            "hide": lambda: self._actions(self.model.hidden),
        }
        if token.kind == "name" and token.text in known:
            return known[token.text]()
        if token.is_word(*REFUSED) and not self.peek(1).is_sign("="):
            raise self.refusal(self.advance(), f"`{token.text}` has no translation", REFUSED[token.text])
        if token.kind == "name" and self.peek(1).is_sign("=", "("):
            return self._process()
        self.advance()
        fix = f"declarations begin with {', '.join(sorted(WORDS))}, or are processes: `X(n:{{0..3}}) = …`"
        raise self.failure(token, f"{shown(token)} does not begin a declaration", fix=fix)

    def _said(self, first: int) -> tuple[str, ...]:
        return tuple(self.text.comments.before.pop(first, ()))

    def _constant(self) -> None:
        first = self.position
        start = self.advance()
        name = self.name("a constant")
        value = self.expression() if self.accept("=") else None
        behind = self.text.comments.behind.pop(self.position - 1, None)
        comments = (*self._said(first), *((behind,) if behind else ()))
        self.model.constants.append(Constant(name.text, value, self.since(start), comments))

    def _type(self) -> None:
        self.advance()
        name = self.name("a type")
        if name.text in self.model.types:
            raise self.failure(name, f"the type `{name.text}` is declared twice", code="E803")
        self.expect("=", "behind the name of a type")
        self.model.types[name.text] = self._domain()

    def _domain(self) -> Domain:
        token = self.peek()
        if token.is_word("Bool"):
            self.advance()
            return Domain()
        if token.kind == "name":
            self.advance()
            if token.text not in self.model.types:
                known = ", ".join([*self.model.types, "Bool", "{low..high}"])
                raise self.failure(token, f"there is no type `{token.text}`", fix=f"known: {known}", code="E803")
            return self.model.types[token.text]
        self.expect("{", "at the beginning of a type")
        if self.peek().kind == "name" and self.peek(1).is_sign(",", "}"):
            values = [self.name("a value").text]
            while self.accept(","):
                values.append(self.name("a value").text)
            self.expect("}", "behind the values of a type")
            return Domain(values=tuple(values))
        low = self.expression()
        self.expect("..", "between the lowest and the highest value")
        high = self.expression()
        self.expect("}", "behind the highest value")
        return Domain(low, high)

    def _process(self) -> None:
        first = self.position
        name = self.name("a process")
        parameters: list[Binder] = []
        if self.accept("("):
            parameters.append(self._binder("a parameter"))
            while self.accept(","):
                parameters.append(self._binder("a parameter"))
            self.expect(")", "behind the parameters")
        self.expect("=", "before what the process does")
        body = self._term()
        if name.text in self.model.processes:
            raise self.failure(name, f"the process `{name.text}` is declared twice", code="E803")
        span, comments = self.text.span(name), self._said(first)
        self.model.processes[name.text] = Process(name.text, tuple(parameters), body, span, comments)

    def _binder(self, what: str) -> Binder:
        name = self.name(what)
        self.expect(":", f"between {what} and its type")
        return Binder(name.text, self._domain(), self.text.span(name))

    def _term(self) -> Term:
        terms = [self._alternative()]
        while self.accept("++"):
            terms.append(self._alternative())
        return terms[0] if len(terms) == 1 else Choice(tuple(terms))

    def _alternative(self) -> Term:
        if self.terms >= DEEPEST:
            raise self.failure(self.peek(), "the process is nested too deep", fix="use more processes")
        self.terms += 1
        try:
            return self._read_alternative()
        finally:
            self.terms -= 1

    def _read_alternative(self) -> Term:
        token = self.peek()
        if token.is_word("psum"):
            why = "chance decides where an action leads: `action.psum(…)`"
            raise self.failure(token, "there is no action before this `psum`", why)
        if token.is_word("sum") and self.peek(1).is_sign("("):
            return self._sum()
        if token.is_sign("(") and not self._goes_on(self._behind(self.position)):
            self.advance()
            term = self._term()
            self.expect(")", "to close a parenthesis")
            return term
        if token.kind == "name":
            behind = self._behind(self.position + 1) if self.peek(1).is_sign("(") else self.position + 1
            if self.tokens[behind].is_sign("."):
                return self._prefix_term()
            if not self._goes_on(behind):
                return self._run()
        condition = self.expression()
        self.expect("=>", "behind a condition")
        return Guarded(condition, self._alternative())

    def _behind(self, place: int) -> int:
        """The place behind the parenthesis that is closed for the one at this place."""
        depth = 0
        while self.tokens[place].kind != "end":
            depth += self.tokens[place].is_sign("(") - self.tokens[place].is_sign(")")
            place += 1
            if depth == 0:
                break
        return place

    def _goes_on(self, place: int) -> bool:
        """Whether what comes here makes an expression of what stands before it."""
        token = self.tokens[place]
        return token.kind == "sign" and (token.text in BINDING or token.text == "=>")

    def _sum(self) -> Term:
        self.advance()
        self.expect("(", "behind `sum`")
        binders = [self._binder("a value")]
        self.expect(",", "behind what is summed over")
        while self.peek().kind == "name" and self.peek(1).is_sign(":"):
            binders.append(self._binder("a value"))
            self.expect(",", "behind what is summed over")
        term = self._term()
        self.expect(")", "at the end of `sum(…)`")
        return Sum(tuple(binders), term)

    def _prefix_term(self) -> Term:
        action = self.name("an action")
        arguments = self._arguments() if self.peek().is_sign("(") else ()
        span = self.since(action)
        self.expect(".", "behind an action")
        if self.peek().is_word("psum"):
            return Prefix(action.text, arguments, self._chance(), span)
        return Prefix(action.text, arguments, (Option((), None, self._alternative()),), span)

    def _arguments(self) -> tuple[Expr, ...]:
        self.expect("(", "before the arguments")
        found = [self.expression()]
        while self.accept(","):
            found.append(self.expression())
        self.expect(")", "behind the arguments")
        return tuple(found)

    def _chance(self) -> tuple[Option, ...]:
        self.advance()
        self.expect("(", "behind `psum`")
        options: list[Option] = []
        if self.peek().kind == "name" and self.peek(1).is_sign(":"):
            binders = [self._weighted()]
            while self.accept("||"):
                binders.append(self._weighted())
            self.expect(":", "between the probability and what happens")
            options.append(Option(tuple(binders), None, self._term()))
        else:
            options.append(self._option())
            while self.accept("++"):
                options.append(self._option())
        self.expect(")", "at the end of `psum(…)`")
        return tuple(options)

    def _weighted(self) -> tuple[Binder, Expr]:
        binder = self._binder("a value")
        self.expect(",", "between what is drawn and its probability")
        return binder, self.expression()

    def _option(self) -> Option:
        weight = self.expression()
        self.expect("->", "between the probability and what happens")
        return Option((), weight, self._alternative())

    def _run(self) -> Run:
        name = self.name("a process")
        given: list[Expr] = []
        named: list[tuple[str, Expr]] = []
        if self.accept("[") and not self.accept("]"):
            while True:
                if self.peek().kind == "name" and self.peek(1).is_sign(":="):
                    parameter = self.advance().text
                    self.advance()
                    named.append((parameter, self.expression()))
                else:
                    given.append(self.expression())
                if not self.accept(","):
                    break
            self.expect("]", "behind the values of a process")
        if given and named:
            raise self.failure(name, f"`{name.text}` is given values by place and by name", fix="use one of the two")
        return Run(name.text, tuple(given), tuple(named), self.since(name))

    def _init(self) -> None:
        start = self.advance()
        if self.model.start:
            raise self.failure(start, "`init` stands twice", code="E803")
        runs = [self._run()]
        while self.accept("||"):
            runs.append(self._run())
        self.model.start = tuple(runs)

    def _actions(self, found: list[tuple[str, Span]]) -> None:
        self.advance()
        closing = {"(": ")", "{": "}"}.get(self.peek().text, "")
        if closing:
            self.advance()
        while True:
            token = self.name("an action")
            found.append((token.text, self.text.span(token)))
            if not self.accept(","):
                break
        if closing:
            self.expect(closing, "behind the actions")

    def _until(self) -> None:
        start = self.advance()
        if self.model.until is not None:
            why = "what has happened is remembered for one formula"
            raise self.refusal(start, "a second `until` has no translation", why, "write a file for each formula")
        self.expect("[", "behind `until`")
        if not (self.peek().is_word("true") and self.peek(1).is_word("U")):
            why = "only `until [ true U action ]` is known"
            raise self.refusal(self.peek(), "this formula has no translation", why)
        self.advance()
        self.advance()
        actions: list[tuple[str, tuple[Expr, ...]]] = []
        while True:
            name = self.name("an action")
            actions.append((name.text, self._arguments() if self.peek().is_sign("(") else ()))
            if not self.accept("|"):
                break
        if not self.peek().is_sign("]"):
            why = "behind `U` there may be actions with `|` between them"
            raise self.refusal(self.peek(), "this formula has no translation", why)
        self.advance()
        self.model.until = Until(tuple(actions), self.since(start))

    def binding(self) -> int:
        return 0 if self.peek().text in LOGIC else super().binding()

    def named(self, token: Token) -> Expr:
        if not self.peek().is_sign("("):
            if token.text in self.keywords:
                raise self.word(token)
            return Name(token.text, span=self.text.span(token))
        if token.text not in ARITIES:
            fix = f"the functions are: {', '.join(sorted(ARITIES))}"
            raise self.failure(token, f"there is no function `{token.text}`", fix=fix)
        given = self._arguments()
        wanted = ARITIES[token.text]
        if len(given) != wanted and token.text not in ("min", "max"):
            raise self.failure(token, f"`{token.text}` takes {wanted} arguments, not {len(given)}")
        return _applied(token.text, given, self.since(token))


def _applied(function: str, given: tuple[Expr, ...], span: Span) -> Expr:
    if function == "not":
        return Unary("not", given[0], span=span)
    if function == "ifthenelse":
        return If(*given, span=span)
    if function in COMPARING:
        return Compare(given[0], ((COMPARING[function], given[1]),), span=span)
    if function in JOINING:
        return Binary(JOINING[function], *given, span=span)
    return Call(function, given, span=span)
