"""What several strategies are worth -> a table with a row for each question and strategy, or a JSON document."""

from __future__ import annotations

from typing import Any

from oddsmith.report.json import answer_document, number
from oddsmith.report.numbers import digits_for, significant
from oddsmith.report.table import print_table
from oddsmith.report.terminal import value_text
from oddsmith.run.rivals import Rival, Rivals

HEAD = ("question", "strategy", "worth", "verdict", "method")


def print_rivals(found: Rivals) -> None:
    """On stdout."""
    print(f"{found.game}: strategies side by side\n")
    digits = digits_for(found.precision)
    rows = [
        (r.answer.question.name, r.name, value_text(r.answer, digits), verdict(r), r.answer.method)
        for r in found.rivals
    ]
    print_table(HEAD, rows, elastic=HEAD.index("method"))


def verdict(rival: Rival) -> str:
    """`0.00292697 less than best possible`."""
    if not rival.against:
        return ""
    if rival.same:
        return f"the same as {rival.against}"
    if rival.difference is None:
        return f"as {rival.against}, within the bounds"
    more = "more" if rival.difference > 0 else "less"
    return f"{significant(abs(rival.difference), 6)} {more} than {rival.against}"


def rivals_document(found: Rivals, spec: str) -> dict[str, Any]:
    """For programs."""
    questions: dict[str, list[Rival]] = {}
    for rival in found.rivals:
        questions.setdefault(rival.answer.question.name, []).append(rival)
    return {
        "game": found.game,
        "spec": spec,
        "questions": [
            {"name": name, "ask": rows[0].answer.question.text, "answers": [_document(rival) for rival in rows]}
            for name, rows in questions.items()
        ],
    }


def _document(rival: Rival) -> dict[str, Any]:
    answer = answer_document(rival.answer)
    keys = ("value", "lower", "upper", "exact", "method", "seconds", "status")
    return {
        "strategy": rival.name,
        **{key: answer[key] for key in keys},
        "against": rival.against or None,
        "difference": None if rival.difference is None else number(rival.difference),
        "verdict": verdict(rival) or None,
    }
