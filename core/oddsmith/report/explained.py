"""An explanation -> text for people, a document for programs, rules to follow."""

from __future__ import annotations

import json
from typing import Any

from oddsmith.report.json import check_document, number
from oddsmith.report.numbers import significant
from oddsmith.report.strategy import check_text, worth_text
from oddsmith.report.terminal import value_text
from oddsmith.run.explaining import Told
from oddsmith.run.quantities import counted
from oddsmith.run.sought import Sought
from oddsmith.source import Diagnostic, SpecError
from oddsmith.strategies.explain import Explained


def explained_text(found: Sought, told: Told) -> str:
    """The rules, whether they are exact, and what they are worth."""
    question = found.answer.question
    lines = [f"{question.name}: {question.text}", f"best value {value_text(found.answer)}", ""]
    lines += [*told.explained.text(), "", exactness(told.explained)]
    if told.explained.wrong:
        loss = significant(abs(_middle(found) - told.check.value), 6)
        lines.append(f"following it is worth {worth_text(told.check)}: it loses {loss}")
    else:
        lines.append(check_text(told.check))
    return "\n".join(lines) + "\n"


def exactness(explained: Explained) -> str:
    """Whether the summary says all that the strategy does."""
    ties = f" ({counted(explained.ties_used, 'tie')} used)" if explained.ties_used else ""
    if not explained.wrong:
        return f"exact: agrees with an optimal choice in all {explained.decisions:,} decision states{ties}"
    right = explained.decisions - explained.wrong
    return f"pruned: agrees with an optimal choice in {right:,} of {explained.decisions:,} decision states{ties}"


def explained_document(found: Sought, told: Told) -> dict[str, Any]:
    """The same for programs."""
    rules = told.explained.rules()
    return {
        "game": found.finished.game.name,
        "question": found.answer.question.name,
        "ask": found.answer.question.text,
        "exact": told.explained.wrong == 0,
        "decisions": told.explained.decisions,
        "ties_used": told.explained.ties_used,
        "wrong": told.explained.wrong,
        "cases": told.explained.summary.leaves,
        "features": list(told.explained.features),
        "text": told.explained.text(),
        "rules": None if rules is None else [{"when": when or None, "do": move} for when, move in rules],
        "check": check_document(told.check),
        "loss": number(abs(_middle(found) - told.check.value)),
    }


def rules_text(found: Sought, told: Told) -> str:
    """A strategy file."""
    rules = told.explained.rules()
    if rules is None:
        message = "this explanation cannot be written as rules: it speaks of every cell of an array, or of steps"
        raise SpecError([Diagnostic("E847", message, fix="take `pipeline strategy SPEC QUESTION --to json`")])
    lines = [f"# {found.answer.question.text}: {exactness(told.explained)}", f"strategy: {found.name}", "rules:"]
    for when, move in rules:
        name, chosen = _move(move)
        parts = [f"when: {json.dumps(when)}"] if when else []
        parts.append(f"do: {json.dumps(name, ensure_ascii=False)}")
        if chosen:
            parts.append(f"choose: {{{', '.join(chosen)}}}")
        lines.append(f"  - {{{', '.join(parts)}}}")
    return "\n".join(lines) + "\n"


def _move(text: str) -> tuple[str, list[str]]:
    """`bet k=2` -> (`bet`, [`k: 2`])."""
    words = text.split(" ")
    chosen = [word.replace("=", ": ") for word in words if "=" in word]
    return " ".join(word for word in words if "=" not in word), chosen


def _middle(found: Sought) -> float:
    value = found.answer.value
    return value if isinstance(value, float) else (found.answer.lower + found.answer.upper) / 2
