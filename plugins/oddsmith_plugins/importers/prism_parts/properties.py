"""Tokens of a properties file -> questions of our language, as far as it can ask them."""

from __future__ import annotations

from typing import Final

from oddsmith.plugin import Diagnostic, Expr, Source, SpecError
from oddsmith_plugins.importers.prism_parts.expressions import RELATION, shown
from oddsmith_plugins.importers.prism_parts.model import Coalition, Model, Piece, Property, RewardNumber
from oddsmith_plugins.importers.prism_parts.parser import ModelParser
from oddsmith_plugins.importers.prism_parts.tokens import Token

Pieces = list[Piece]
HEADS: Final = ("P", "Pmin", "Pmax", "R", "Rmin", "Rmax")
OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
RELATIONS: Final = tuple(OPPOSITE)
ONLY: Final = "one probability or one expected reward, in the first state, can be asked for"
BEHIND: Final = ("&", "|", "=>", "<=>", "+", "-", "*", "/", "=", "!=", "?", *RELATIONS)
NO_HEADS: Final = {
    "S": "how often a state is visited in the long run has no question here",
    "LRA": "how often a state is visited in the long run has no question here",
    "multi": "several objectives at once have no question here",
}
FIRST: Final = "questions are about the first state only"
FILTERS: Final = ("min", "max", "avg", "sum", "first", "range", "state", "values")
"""Filters that leave the value of a single state as it is."""


class PropertyParser(ModelParser):
    """Reads properties, and the constants and labels that stand among them."""

    def __init__(self, source: Source, model: Model, partial: bool) -> None:
        super().__init__(source, model)
        self.partial = partial

    def read(self) -> None:
        while self.peek().kind != "end":
            if self.accept(";"):
                continue
            if self.peek().is_word("const"):
                self.attempt(self.constant, frozenset())
            elif self.peek().is_word("label"):
                self.attempt(self.label, frozenset())
            elif self.peek().is_word("formula"):
                self.attempt(self.formula, frozenset())
            else:
                self._property()

    def _property(self) -> None:
        begun = self.position
        start = self.peek()
        name = ""
        try:
            if self.peek().kind == "quoted" and self.peek(1).is_sign(":"):
                name = self.advance().text
                self.advance()
            pieces = self._question()
            if self.peek().is_sign(*BEHIND):
                raise self.refusal(self.peek(), "a combination of properties has no translation", ONLY)
            span = self.since(start)
            self.accept(";")
            self.model.properties.append(Property(name, tuple(pieces), span, self.said(begun)))
        except SpecError as error:
            self._skip(begun)
            self._complain(error, name or f"line {self.text.source.position(start.start)[0]}")

    def _complain(self, error: SpecError, name: str) -> None:
        for diagnostic in error.diagnostics:
            if self.partial and diagnostic.code == "E802":
                why = f": {diagnostic.why}" if diagnostic.why else ""
                self.model.remarks.append(f"the property {name} is left out: {diagnostic.message}{why}")
            else:
                self.complaints.append(_with_advice(diagnostic))

    def _skip(self, begun: int) -> None:
        """To the next property: behind `;`, or where a line begins like one."""
        if self.position == begun:
            self.advance()
        line = self.text.source.position(self.tokens[self.position - 1].start)[0]
        while self.peek().kind != "end":
            token = self.peek()
            if token.is_word(*HEADS, *NO_HEADS, "filter", "A", "E", "const", "label") or self.peek(1).is_sign(":"):
                now = self.text.source.position(token.start)[0]
                before = self.text.source.text[: token.start].rpartition("\n")[2]
                if now > line and not before.strip():
                    return
            if self.advance().is_sign(";"):
                return

    def _question(self) -> Pieces:
        if self.peek().is_sign("!"):
            return self._denied()
        if self.peek().is_word("filter") and self.peek(1).is_sign("("):
            return self._filter()
        if self.peek().is_word("A", "E") and self.peek(1).is_sign("["):
            return self._all_or_some()
        coalition = self._coalition()
        token = self.peek()
        if token.kind == "name" and token.text in NO_HEADS:
            raise self.refusal(token, f"`{token.text}` has no translation", NO_HEADS[token.text])
        if not token.is_word(*HEADS):
            raise self.refusal(token, f"a property that begins with {shown(token)} has no translation", ONLY)
        self.advance()
        reward = self._reward(token) if token.text.startswith("R") else []
        optimum = token.text[1:]
        if not optimum and (later := self.accept_word("min", "max")):
            optimum = later.text
        head, level = self._head(token, reward, optimum)
        self.expect("[", f"behind `{token.text}`")
        body = self._path() if token.text.startswith("P") else self._measure()
        body += self._condition(body)
        self._old_filter()
        self.expect("]", "at the end of the property")
        return [*coalition, *head, *level, " [", *body, "]"]

    def _denied(self) -> Pieces:
        """`!(P<q […])`: the opposite is compared, with the other optimum."""
        start = self.advance()
        closes = self.accept("(") is not None
        pieces = self._question()
        if closes:
            self.expect(")", "behind what is denied")
        head = pieces[: pieces.index(" [")] if " [" in pieces else []
        if not head or head[-2] not in RELATIONS:
            raise self.refusal(start, "`!` before anything but a comparison has no translation", ONLY)
        *head, optimum, relation, level = head
        opposite = OPPOSITE[str(relation)]
        if not optimum and self.model.kind != "chain":
            is_enforced = isinstance(head[0], Coalition)
            optimum = "max" if (relation in (">", ">=")) == is_enforced else "min"
        return [*head, optimum, opposite, level, *pieces[len(head) + 3 :]]

    def _condition(self, body: Pieces) -> Pieces:
        """`F a || F b`: the first under the condition of the second."""
        bar = self.accept("||")
        if bar is None:
            return []
        if any(piece in ("C", "C<=", "I=") for piece in body):
            raise self.refusal(bar, "this reward under a condition has no translation", "that up to a goal has one")
        return ["] given [", *self._path()]

    def _filter(self) -> Pieces:
        """`filter(kind, property, states)`, as far as it is about the first state, or about all that can be reached."""
        start = self.advance()
        self.advance()
        kind = self.advance()
        self.expect(",", "behind the kind of a filter")
        if kind.is_word("forall", "exists") and not self.peek().is_word(*HEADS):
            if self.peek().text == "init" and self.peek(1).is_sign("=>") and self.peek(2).is_word(*HEADS):
                self.position += 2
                pieces = self._question()
            else:
                pieces = self._everywhere(kind.text == "forall", self._state())
            self._first_states(start, needed=False)
        elif kind.is_word(*FILTERS, "forall", "exists"):
            pieces = self._question()
            self._first_states(start, needed=True)
        else:
            raise self.refusal(kind, f"the filter {shown(kind)} has no translation", FIRST)
        self.expect(")", "at the end of a filter")
        return pieces

    def _first_states(self, start: Token, needed: bool) -> None:
        """The states of a filter: the first one, or (unless that is `needed`) all."""
        if self.accept(","):
            if self.peek().kind == "quoted" and self.peek().text == "init" and self.peek(1).is_sign(")"):
                self.advance()
                if not needed:
                    raise self.refusal(start, "whether a condition holds in the first state has no translation", FIRST)
            elif not (self.accept_word("true") and not needed):
                raise self.refusal(start, "a filter of other states than the first has no translation", FIRST)
        elif needed:
            fix = 'name the first state: filter(…, "init")'
            raise self.refusal(start, "a filter of all states has no translation", FIRST, fix)

    def _old_filter(self) -> None:
        """`{"init"}{max}` behind a path, as older properties have it."""
        while (brace := self.accept("{")) is not None:
            if not (self.peek().kind == "quoted" and self.peek().text == "init") and not self.peek().is_word(
                "min", "max"
            ):
                raise self.refusal(brace, "a filter of other states than the first has no translation", FIRST)
            self.advance()
            if not self.accept("}"):
                raise self.refusal(brace, "a filter of other states than the first has no translation", FIRST)

    def _all_or_some(self) -> Pieces:
        """`A [G a]` and `E [F a]`: about all states that can be reached."""
        head, wanted = self.advance(), {"A": "G", "E": "F"}
        self.advance()
        if not self.peek().is_word(wanted[head.text]):
            why = "that it happens surely is asked by `P>=1 […]`, that it is possible by `Pmax>0 […]`"
            raise self.refusal(
                head, f"`{head.text} […]` of other paths than `{wanted[head.text]}` has no translation", why
            )
        self.advance()
        condition = self._state()
        self.expect("]", "at the end of the property")
        return self._everywhere(head.text == "A", condition)

    def _everywhere(self, everywhere: bool, condition: Expr) -> Pieces:
        """Whether a condition holds in all states, or in one, that can be reached."""
        if everywhere:
            return ["P>=1 [G ", condition, "]"]
        return ["P>0 [F " if self.model.kind == "chain" else "Pmax>0 [F ", condition, "]"]

    def _head(self, token: Token, reward: Pieces, optimum: str) -> tuple[Pieces, Pieces]:
        if self.model.kind == "chain":
            optimum = ""
        elif not optimum and self.peek().is_sign("="):
            fix = f"write `{token.text}min=?` or `{token.text}max=?`"
            raise self.failure(token, f"`{token.text}=?` does not say what is decided", fix=fix)
        symbol: Pieces = [token.text[0], *reward, optimum]
        if self.accept("="):
            if not self.accept("?"):
                raise self.failure(self.peek(), f"`?` is missing, before {shown(self.peek())}")
            return symbol, ["=?"]
        relation = self.accept(*RELATIONS)
        if relation is None:
            raise self.failure(self.peek(), f"`=?` or a comparison is missing behind `{token.text}`")
        return symbol, [f"{relation.text}", self.expression(RELATION)]

    def _reward(self, head: Token) -> Pieces:
        names = [reward.name for reward in self.model.rewards]
        if not self.accept("{"):
            if not names:
                raise self.failure(head, "the model has no rewards", code="E803")
            return [RewardNumber(0)]
        token = self.advance()
        if token.kind == "number" and token.text.isdigit() and 0 < int(token.text) <= len(names):
            found = int(token.text) - 1
        elif token.kind == "quoted" and token.text in names:
            found = names.index(token.text)
        else:
            known = ", ".join(f'"{name}"' for name in names) or "there is none"
            raise self.failure(token, f"there is no reward {shown(token)}", fix=f"known: {known}", code="E803")
        self.expect("}", "behind the name of a reward")
        return [RewardNumber(found)]

    def _coalition(self) -> Pieces:
        if not self.peek().is_sign("<<"):
            if self.peek().is_sign("["):
                raise self.refusal(self.peek(), "`[[…]]` has no translation", "name those who work together: <<…>>")
            return []
        self.advance()
        found: list[int] = []
        names = [player.name for player in self.model.players]
        while not self.accept(">>"):
            token = self.advance()
            if token.kind == "number" and token.text.isdigit() and 0 < int(token.text) <= len(names):
                found.append(int(token.text) - 1)
            elif token.text in names:
                found.append(names.index(token.text))
            else:
                raise self.failure(token, f"there is no player {shown(token)}", code="E803")
            self.accept(",")
        return [Coalition(tuple(found))]

    def _path(self) -> Pieces:
        token = self.peek()
        if self.accept_word("F", "G"):
            return [token.text, *self._bound(), " ", self._state()]
        if self.accept_word("X"):
            return ["X ", self._state()]
        left = self._state()
        token = self.peek()
        if self.accept_word("U"):
            return [left, " U", *self._bound(), " ", self._state()]
        if token.is_word("W", "R"):
            raise self.refusal(token, f"the path operator `{token.text}` has no translation", "F, G, X and U have")
        raise self.failure(token, f"`U` is missing in a path, before {shown(token)}")

    def _state(self) -> Expr:
        if self.peek().is_word("F", "G", "X"):
            raise self.word(self.peek())
        return self.expression()

    def expect(self, sign: str, where: str) -> Token:
        if sign == ")" and self.peek().is_word("U", "W", "R"):
            raise self.word(self.peek())
        return super().expect(sign, where)

    def _bound(self) -> Pieces:
        if self.peek().is_sign("{"):
            raise self.refusal(self.peek(), "bounds on rewards have no translation", "steps can be bounded")
        if self.accept("["):
            low = self.expression()
            self.expect(",", "between the ends of a bound")
            high = self.expression()
            self.expect("]", "at the end of a bound")
            return ["[", low, ", ", high, "]"]
        relation = self.accept("=", *RELATIONS)
        if relation is None:
            return []
        return [relation.text, self._tight()]

    def _tight(self) -> Expr:
        """A number, a name, or anything in parentheses."""
        return self.expression(100)

    def _measure(self) -> Pieces:
        token = self.advance()
        if self.peek().is_sign("{"):
            raise self.refusal(self.peek(), "bounds on rewards have no translation", "steps can be bounded")
        if token.is_word("C"):
            if not self.accept("<="):
                return ["C"]
            return ["C<=", self._tight()]
        if token.is_word("I"):
            self.expect("=", "behind `I`")
            return ["I=", self._tight()]
        if token.is_word("F"):
            if self.peek().is_sign("[", *RELATIONS):
                raise self.refusal(self.peek(), "a reward up to a goal within a number of steps has no translation")
            return ["F ", self._state()]
        if token.is_word("S"):
            raise self.refusal(token, "`S` has no translation", NO_HEADS["S"])
        raise self.refusal(token, f"a reward up to {shown(token)} has no translation", "F, C, C<=k and I=k have")

    def word(self, token: Token) -> SpecError:
        if token.text in ("F", "G", "X", "U", "W", "A", "E", *HEADS, *NO_HEADS):
            return self.refusal(token, f"`{token.text}` inside of a formula has no translation", ONLY)
        return super().word(token)


def _with_advice(diagnostic: Diagnostic) -> Diagnostic:
    from dataclasses import replace

    if diagnostic.code != "E802" or diagnostic.fix:
        return diagnostic
    return replace(diagnostic, fix="remove the property, or leave out all that have no translation with --partial")
