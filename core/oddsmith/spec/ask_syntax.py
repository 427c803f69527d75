"""The text of a question -> its form, with labels and constants still standing as names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from oddsmith.expr.lexer import Token
from oddsmith.expr.nodes import Binary, Expr, Name, Number
from oddsmith.expr.parse import ADDITIVE, COMPARISON, Parser
from oddsmith.process.question import (
    Bound,
    Distribution,
    Expectation,
    Path,
    Played,
    Probability,
    Quantile,
    Query,
    Threshold,
    Visits,
)
from oddsmith.source import Span, SpecError

FORMS: Final = (
    "questions look like `P=? [F won]`, `Pmax=? [not lost U won]`, `R{name}=? [F over]`, `R{name}max=? [C<=10]`, "
    "`visits=? [here]`, `dist{name} [F over]`, `smallest k with P [F<=k over] >= 1/2`"
)
PATHS: Final = "write `[F goal]`, `[G safe]`, `[X soon]`, `[before U goal]`, or with a bound `[F<=10 goal]`"
OPTIMA: Final = ("min", "max")
RELATIONS: Final = ("<", "<=", ">", ">=")
VISITS: Final = "visits"
PLAYS: Final = ("equilibrium", "social")
PLAYED: Final = "write `equilibrium R{gain}=? [F over]`, `social R{gain}=? [F over]` or `equilibrium P=? [F won]`"
HEADS: Final = {head + optimum: (head, optimum or None) for head in ("P", "R", VISITS) for optimum in ("", *OPTIMA)}


def parse_form(span: Span) -> Query:
    """The question that stands in this stretch; raises SpecError (E501)."""
    try:
        parser = _QuestionParser(span)
        parser.refuse_foreign()
        form = parser.question()
        parser.finish()
        return form
    except SpecError as error:
        raise SpecError(replace(d, code="E501") for d in error.diagnostics) from None


@dataclass(frozen=True)
class _Head:
    """What stands before the brackets: `R{bets}max>=2`."""

    token: Token
    symbol: str
    optimum: str | None
    reward: str = ""
    threshold: Threshold | None = None


class _QuestionParser(Parser):
    """Every method consumes what it returns."""

    def question(self) -> Query:
        if play := self.accept(*PLAYS):
            return self._played(play)
        coalition = self._coalition()
        token = self.peek()
        if coalition is not None and token.is_one_of(*PLAYS):
            raise self.failure(token, f"`{token.text}` is how all players play", fix="drop `<<…>>`")
        if coalition is not None and (token.is_one_of("smallest", "largest", "dist") or token.text.startswith(VISITS)):
            raise self.failure(token, "players can work for P and R only", fix="write `<<player>> Pmax=? [F goal]`")
        if token.is_one_of("smallest", "largest"):
            return self._quantile()
        if token.is_one_of("dist"):
            return self._distribution()
        if token.kind != "name" or token.text not in HEADS:
            raise self._no_question(token)
        return self._measured(self._head(), coalition)

    def _played(self, play: Token) -> Played:
        token = self.peek()
        measure = self.question()
        if not isinstance(measure, Probability | Expectation | Distribution):
            raise self.failure(token, f"`{play.text}` is possible with P, R and dist", fix=PLAYED)
        if not isinstance(measure, Distribution) and (measure.optimum or measure.coalition is not None):
            why = "everybody plays for what the game says"
            raise self.failure(token, f"`{play.text}` leaves no min, max or `<<…>>`", why, PLAYED)
        return Played(play.text, measure)

    def _measured(self, head: _Head, coalition: tuple[str, ...] | None) -> Query:
        closing = self._open(head)
        if head.symbol == VISITS:
            states = self.expression()
            self.expect(closing, "at the end of the states")
            return Visits(states, head.optimum, head.threshold)
        if head.symbol == "P":
            path = self._path()
            self.expect(closing, "at the end of the path")
            return Probability(path, head.optimum, head.threshold, self._given(), coalition)
        form = self._reward_measure(head)
        self.expect(closing, "at the end of what is measured")
        return replace(form, given=self._given(), coalition=coalition)

    def _head(self) -> _Head:
        token = self.advance()
        symbol, optimum = HEADS[token.text]
        reward = self._reward() if symbol == "R" and self.peek().is_one_of("{") else ""
        if optimum is None and (later := self.accept(*OPTIMA)):
            optimum = later.text
        relation = self.peek()
        if self.accept("="):
            if not self.accept("?"):
                raise self.failure(
                    self.peek(), "`?` is missing", fix=f"write `{token.text}=?`, or a comparison like `>= 0.5`"
                )
            return _Head(token, symbol, optimum, reward)
        if not self.accept(*RELATIONS):
            raise self.failure(relation, f"`=?` is missing behind `{token.text}`", fix=f"write `{token.text}=? […]`")
        return _Head(token, symbol, optimum, reward, Threshold(relation.text, self._level()))

    def _level(self) -> Expr:
        """The number of a comparison: what stands before the last bracket that opens on this level."""
        depth, last = 0, None
        for ahead in range(len(self.tokens) - self.position):
            token = self.peek(ahead)
            if depth == 0 and token.is_one_of("given"):
                break
            if depth == 0 and token.is_one_of("["):
                last = token
            depth += token.is_one_of("[", "(", "{") - token.is_one_of("]", ")", "}")
        start = self.peek().span
        if last is None or last.span.start <= start.start:
            return self.expression(ADDITIVE)
        inner = Parser(Span(start.source, start.start, last.span.start))
        level = inner.expression()
        inner.finish()
        while self.peek() is not last:
            self.advance()
        return level

    def _reward(self) -> str:
        self.expect("{", "before the name of a reward")
        name = self._indexed("of a reward")
        self.expect("}", "behind the name of a reward")
        return name

    def _indexed(self, what: str) -> str:
        """`gain` or `gain[i, 2]` as it is written; the indices are read when their meaning is known."""
        token = self.name(what)
        if not self.accept("["):
            return token.text
        self._list("]")
        return self.since(token).text

    def _open(self, head: _Head) -> str:
        if self.accept("["):
            return "]"
        token = self.peek()
        shown = f"{head.token.text}=? […]"
        rest = Span(token.span.source, token.span.start, self.tokens[-1].span.end).text.strip()
        fix = f"write `{head.token.text}=? [{rest}]`" if rest and len(rest) < 60 else f"write `{shown}`"
        raise self.failure(token, "`[` is missing", "what is asked for stands in brackets", fix)

    def _reward_measure(self, head: _Head) -> Expectation:
        form = Expectation(head.reward, "total", optimum=head.optimum, threshold=head.threshold)
        if self.accept("C"):
            if self.accept("<="):
                return replace(form, measure="cumulative", steps=self._steps())
            return form
        if self.accept("I"):
            self.expect("=", "behind `I`")
            return replace(form, measure="instant", steps=self._steps())
        if self.accept("F"):
            if self.peek().is_one_of("[", "=", *RELATIONS):
                fix = "write `[C<=k]` for what is gained in k steps"
                raise self.failure(self.peek(), "a reward up to a goal has no step bound", fix=fix)
            return replace(form, measure="reach", goal=self.expression())
        fix = "write `R{name}=? [F goal]`, `[C]`, `[C<=10]` or `[I=10]`"
        raise self.failure(self.peek(), "`F`, `C` or `I` is missing", "it says up to when the reward is counted", fix)

    def _path(self) -> Path:
        start = self.peek()
        for kind in ("F", "G", "X"):
            if self.accept(kind):
                bound = None if kind == "X" else self._bound()
                return Path(kind, self.expression(), bound=bound)
        left = self.expression()
        token = self.peek()
        if self.accept("U"):
            bound = self._bound()
            return Path("U", self.expression(), left, bound)
        if token.is_one_of("W", "R"):
            raise self.failure(token, f"the path operator `{token.text}` is not known", fix=PATHS)
        if token.is_one_of("]", ")"):
            shown = self.since(left).text
            fix = f"write `F {shown}` for: some time {shown}"
            raise self.failure(start, "`F` is missing", "a probability is asked of a path, not of a state", fix)
        raise self.failure(token, f"`{token.span.text or 'the end'}` is not expected in a path", fix=PATHS)

    def _bound(self) -> Bound | None:
        if self.accept("["):
            low = self.expression()
            self.expect(",", "between the ends of the bound")
            high = self.expression()
            self.expect("]", "at the end of the bound")
            return Bound(low, high)
        operator = self.accept("=", *RELATIONS)
        if operator is None:
            return None
        steps = self._steps()
        one = Number(1)
        match operator.text:
            case "<=":
                return Bound(high=steps)
            case "<":
                return Bound(high=Binary("-", steps, one, span=steps.span))
            case ">=":
                return Bound(low=steps)
            case ">":
                return Bound(low=Binary("+", steps, one, span=steps.span))
        return Bound(steps, steps)

    def _steps(self) -> Expr:
        return self.expression(COMPARISON, calls_with_space=False)

    def _given(self) -> Path | None:
        if not self.accept("given"):
            return None
        self.expect("[", "behind `given`")
        path = self._path()
        self.expect("]", "at the end of the condition")
        return path

    def _distribution(self) -> Distribution:
        self.advance()
        reward = self._reward()
        if self.accept("="):
            self.expect("?", "behind `=`")
        self.expect("[", "behind the name of the reward")
        self.expect("F", "to say up to when the reward is counted")
        goal = self.expression()
        self.expect("]", "at the end of the goal")
        return Distribution(reward, goal)

    def _quantile(self) -> Quantile:
        which = self.advance().text
        binder = self.name(f"behind `{which}`: the number that is looked for")
        self.expect("with", f"behind `{which} {binder.text}`")
        head = self.peek()
        symbol, optimum = HEADS.get(head.text, ("", None))
        if symbol != "P":
            raise self.failure(
                head, "`P`, `Pmin` or `Pmax` is missing", fix=f"write `{which} k with P [F<=k goal] >= 1/2`"
            )
        self.advance()
        closing = "]" if self.accept("[") else ")" if self.accept("(") else None
        if closing is None:
            raise self.failure(
                self.peek(), "`[` is missing", fix=f"write `{which} {binder.text} with {head.text} [F<=k goal]`"
            )
        start = self.peek()
        path = self._path()
        if path.bound is None or path.bound.low is not None or path.bound.high != Name(binder.text):
            message = f"the path is not bounded by `{binder.text}`"
            raise self.failure(start, message, fix=f"write `[{path.kind}<={binder.text} …]`")
        self.expect(closing, "at the end of the path")
        operator = self.accept(*RELATIONS)
        if operator is None:
            raise self.failure(
                self.peek(), "a comparison is missing behind the path", fix="write `>= 0.5`, for instance"
            )
        return Quantile(which, binder.text, path, operator.text, self.expression(COMPARISON), optimum)

    def _coalition(self) -> tuple[str, ...] | None:
        if not self.accept("<<"):
            return None
        players = [] if self.peek().is_one_of(">>") else [self._indexed("of a player")]
        while self.accept(","):
            players.append(self._indexed("of a player"))
        self.expect(">>", "behind the players")
        return tuple(players)

    def _no_question(self, token: Token) -> SpecError:
        if token.is_one_of("filter"):
            return self.failure(token, "filters are not supported", "questions are about the first state", FORMS)
        if token.kind == "end":
            return self.failure(token, "the question is empty", fix=FORMS)
        close = {name.lower(): name for name in HEADS}.get(token.text.lower())
        fix = f"write `{close}`" if close else FORMS
        return self.failure(token, f"no question begins with `{token.span.text}`", fix=fix)
