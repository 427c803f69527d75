"""Question clauses, also in families -> parsed questions with the expectation that holds for these constants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from oddsmith.expr.infer import infer
from oddsmith.expr.nodes import Expr
from oddsmith.expr.scope import Scope as Types
from oddsmith.expr.types import Type
from oddsmith.process.question import Expected, Question
from oddsmith.spec.ask import Asking, parse_question
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.game import QuestionClause
from oddsmith.spec.lower.families import combinations, index_text
from oddsmith.spec.lower.scope import Scope


def ask_all(clauses: Sequence[QuestionClause], asking: Asking, complaints: Complaints) -> tuple[Question, ...]:
    """All questions that exist for these constants."""
    found: dict[str, Question] = {}
    for clause in clauses:
        for question in complaints.attempt(lambda c=clause: list(_clause(c, asking))) or []:  # type: ignore[misc]
            if question.name in found:
                message = f"two questions are called `{question.name}`"
                complaints.add("E204", message, clause.span, fix="rename one of them")
            found[question.name] = question
    return tuple(found.values())


def _clause(clause: QuestionClause, asking: Asking) -> Iterator[Question]:
    for scope, values in combinations(clause.family, asking.scope, asking.constants):
        if not asking.constants.holds(clause.when, scope):
            continue
        texts = [index_text(v) for v in values]
        inner = replace(asking, scope=scope, types=asking.types.bind(_index_types(clause, values, asking.types)))
        query = parse_question(clause.ask, inner)
        text = _shown(clause.text, dict(zip((b.name for b in clause.family), texts, strict=True)))
        name = clause.name + "_".join(texts)
        yield Question(name, text, query, _expected(clause, scope, asking), clause.span)


def _index_types(clause: QuestionClause, values: Sequence[Expr], types: Types) -> dict[str, Type]:
    return {binder.name: infer(value, types, []) for binder, value in zip(clause.family, values, strict=True)}


def _expected(clause: QuestionClause, scope: Scope, asking: Asking) -> Expected | None:
    for expect in clause.expects:
        if asking.constants.holds(expect.when, scope):
            return expect.expected
    return None


def _shown(text: str, indices: dict[str, str]) -> str:
    """The question with the indices of its family in place."""
    plain = " ".join(text.split())
    return re.sub(r"(?<![\w.])[A-Za-z_]\w*", lambda match: indices.get(match[0], match[0]), plain) if indices else plain
