"""Tokens of a properties file -> questions of our language, as far as it can ask them."""

from __future__ import annotations

from typing import Final

from oddsmith.plugin import Diagnostic, Expr, Name, Source, SpecError
from oddsmith_plugins.importers.prism_parts.expressions import RELATION, shown
from oddsmith_plugins.importers.prism_parts.model import Coalition, Model, Piece, Property, RewardNumber
from oddsmith_plugins.importers.prism_parts.parser import ModelParser
from oddsmith_plugins.importers.prism_parts.tokens import Token

Pieces = list[Piece]
HEADS: Final = ("P", "Pmin", "Pmax", "R", "Rmin", "Rmax")
RELATIONS: Final = ("<=", "<", ">=", ">")
LABEL: Final = '"'
"""Before the name of a label, so that it is not taken for a variable."""
ONLY: Final = "one probability or one expected reward, in the first state, can be asked for"
BEHIND: Final = ("&", "|", "=>", "<=>", "+", "-", "*", "/", "=", "!=", "?", *RELATIONS)
NO_HEADS: Final = {
    "S": "how often a state is visited in the long run has no question here",
    "filter": "questions are about the first state only",
    "multi": "several objectives at once have no question here",
    "E": "that there is a way has no question here; ask for `Pmax>0 [F …]`",
    "A": "that all ways lead there has no question here; ask for `Pmin>=1 [F …]`",
}


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
            if token.is_word(*HEADS, *NO_HEADS, "const", "label") or self.peek(1).is_sign(":"):
                now = self.text.source.position(token.start)[0]
                before = self.text.source.text[: token.start].rpartition("\n")[2]
                if now > line and not before.strip():
                    return
            if self.advance().is_sign(";"):
                return

    def _question(self) -> Pieces:
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
        if self.peek().is_sign("{"):
            raise self.refusal(self.peek(), "a filter has no translation", NO_HEADS["filter"])
        self.expect("]", "at the end of the property")
        return [*coalition, *head, *level, " [", *body, "]"]

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
        if self.accept("["):
            low = self.expression()
            self.expect(",", "between the ends of a bound")
            high = self.expression()
            self.expect("]", "at the end of a bound")
            return ["[", low, ", ", high, "]"]
        relation = self.accept("=", *RELATIONS)
        if relation is None:
            return []
        if self.peek().is_sign("{"):
            raise self.refusal(self.peek(), "bounds on rewards have no translation", "steps can be bounded")
        return [relation.text, self._tight()]

    def _tight(self) -> Expr:
        """A number, a name, or anything in parentheses."""
        return self.expression(100)

    def _measure(self) -> Pieces:
        token = self.advance()
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

    def quoted(self, token: Token) -> Expr:
        return Name(LABEL + token.text, span=self.text.span(token))

    def word(self, token: Token) -> SpecError:
        if token.text in ("F", "G", "X", "U", "W", *HEADS, *NO_HEADS):
            return self.refusal(token, f"`{token.text}` inside of a formula has no translation", ONLY)
        return super().word(token)


def _with_advice(diagnostic: Diagnostic) -> Diagnostic:
    from dataclasses import replace

    if diagnostic.code != "E802" or diagnostic.fix:
        return diagnostic
    return replace(diagnostic, fix="remove the property, or leave out all that have no translation with --partial")
