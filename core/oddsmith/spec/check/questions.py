"""Questions -> complaints about their syntax (E501), their names (E502) and whether they fit the game (E503)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from oddsmith.expr.infer import check
from oddsmith.expr.nodes import TRUE, Expr
from oddsmith.expr.types import BOOL
from oddsmith.process.question import Distribution, Expectation, Path, Played, Probability, Quantile, Query, Visits
from oddsmith.source import Diagnostic, Span
from oddsmith.spec.ask_fit import fit
from oddsmith.spec.ask_syntax import parse_form
from oddsmith.spec.check.checking import Checking
from oddsmith.spec.check.here import Here
from oddsmith.spec.complaints import suggestion
from oddsmith.spec.game import QuestionClause

STEPS = "steps"


def check_question(checking: Checking, question: QuestionClause, here: Here) -> None:
    """Everything about a question that can be known before its family is unrolled."""
    inner = checking.family(question.family, here, "a family")
    checking.constant(question.when, inner, BOOL, "the condition of a question")
    for expect in question.expects:
        checking.constant(expect.when, inner, BOOL, "the condition of an expectation")
    form = checking.complaints.attempt(lambda: parse_form(question.ask))
    if form is None:
        return
    if question.when == TRUE and checking.game.kind:
        players = [player.name for player in checking.game.players]
        aimless = [player.name for player in checking.game.players if player.wants is None]
        plain = _without_indices(form)
        checking.complaints.attempt(lambda: fit(plain, checking.game.kind, players, question.ask, aimless))
    _check_reward(checking, form, question.ask)
    for condition in conditions(form):
        _check_condition(checking, condition, inner)


def _without_indices(form: Query) -> Query:
    """Players of families by the name of their family."""
    if not isinstance(form, Probability | Expectation) or form.coalition is None:
        return form
    return replace(form, coalition=tuple(_family(name) for name in form.coalition))


def _family(name: str) -> str:
    return name.partition("[")[0].rstrip()


def conditions(form: Query) -> Iterator[Expr]:
    """The state formulas of a question."""
    match form:
        case Played():
            yield from conditions(form.measure)
        case Probability():
            yield from _of_path(form.path)
            yield from _of_path(form.given)
        case Expectation():
            yield from () if form.goal is None else (form.goal,)
            yield from _of_path(form.given)
        case Visits():
            yield form.states
        case Distribution():
            yield form.goal
        case Quantile():
            yield from _of_path(form.path)


def _of_path(path: Path | None) -> Iterator[Expr]:
    if path is not None:
        yield from () if path.left is None else (path.left,)
        yield path.right


def _check_reward(checking: Checking, form: Query, span: Span) -> None:
    measure = form.measure if isinstance(form, Played) else form
    name = _family(measure.reward) if isinstance(measure, Expectation | Distribution) else ""
    known = [reward.name for reward in checking.game.rewards] + [STEPS]
    if name and name not in known and name not in checking.broken:
        start = span.source.text.find(f"{{{name}", span.start, span.end)
        place = span if start < 0 else Span(span.source, start + 1, start + 1 + len(name))
        fix = suggestion(name, known, "rewards")
        checking.complaints.add("E502", f"there is no reward `{name}`", place, fix=fix)


def _check_condition(checking: Checking, condition: Expr, here: Here) -> None:
    if checking.skipped(condition):
        return
    found: list[Diagnostic] = []
    check(condition, here.scope, BOOL, "what a question asks for", found)
    checking.complaints.found += map(_as_question, found)


def _as_question(diagnostic: Diagnostic) -> Diagnostic:
    """An unknown name in a question is most likely meant to be a label."""
    if diagnostic.code != "E201":
        return diagnostic
    message = diagnostic.message.replace("unknown name", "there is no label or variable")
    return replace(diagnostic, code="E502", message=message)
