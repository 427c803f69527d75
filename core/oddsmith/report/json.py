"""Outcome -> one JSON document with stable keys; infinity and fractions are text."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from oddsmith.hosting.outcome import Outcome
from oddsmith.process.question import Expected
from oddsmith.report.numbers import fraction_text
from oddsmith.solve.answer import Answer, Spread
from oddsmith.solve.sample import p_value
from oddsmith.solve.solution import Status
from oddsmith.solve.strategy import Check, Found
from oddsmith.source import Diagnostic
from oddsmith.spec.game import Constant
from oddsmith.tree.table import document, plays_of

LARGEST_INTEGER = 2**63 - 1
UNDECIDED = "undecided"
"""A comparison whose bounds do not tell."""


def print_document(document: dict[str, Any]) -> None:
    """Exactly one document on stdout."""
    print(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """What `pipeline run --json` prints."""
    return {
        "game": outcome.game,
        "spec": outcome.spec,
        "constants": {constant.name: constant_value(constant) for constant in outcome.constants},
        "states": outcome.states,
        "transitions": outcome.transitions,
        "answers": [answer_document(answer) for answer in outcome.answers],
        "seconds": {stage: round(seconds, 6) for stage, seconds in outcome.seconds.items()},
        "peak_rss_mb": round(outcome.peak_memory / 1e6, 1),
        "about": outcome.about,
        "choices": list(outcome.choices),
        "notes": list(outcome.notes),
        "told": [{"title": title, "text": text} for title, text in outcome.told],
        "plays": [{"questions": names.split(", "), **document(play)} for names, play in plays_of(outcome.answers)],
        "effort": None if outcome.effort is None else asdict(outcome.effort),
        "reductions": [asdict(reduced) for reduced in outcome.reductions],
    }


def answer_document(answer: Answer) -> dict[str, Any]:
    return {
        "name": answer.question.name,
        "ask": answer.question.text,
        **value_document(answer),
        "exact": _exact(answer),
        "method": answer.method,
        "solver": answer.solver,
        "seconds": round(answer.seconds, 6),
        "expect": expected_document(answer.question.expect),
        "ok": answer.ok,
        "status": answer.status.name.lower(),
        **sample_document(answer),
        "strategy": strategy_document(answer.strategy),
    }


def strategy_document(found: Found | None) -> dict[str, Any] | None:
    """What is known about a strategy; the table itself is exported."""
    if found is None:
        return None
    return {
        "attains": found.attains,
        "checks": [check_document(check) for check in found.checks],
        "decisions": found.decisions,
        "ties": found.tied,
        "ties_exact": found.ties.exact,
        "step_dependent": found.strategy.steps is not None,
    }


def check_document(check: Check) -> dict[str, Any]:
    """What following a strategy is worth."""
    return {
        "whose": check.whose,
        "value": number(check.value),
        "lower": number(check.lower),
        "upper": number(check.upper),
        "exact": None if check.exact is None else fraction_text(check.exact),
        "method": check.method,
        "attains": check.attains,
    }


def sample_document(answer: Answer) -> dict[str, Any]:
    """What is known of an estimate; `confidence` is null where the bounds are proved."""
    if answer.sample is None:
        return {"confidence": None}
    test = {"z": None, "p_value": None} if answer.z is None else {"z": answer.z, "p_value": p_value(answer.z)}
    return {"confidence": answer.sample.confidence, "games": answer.sample.games, **test}


def value_document(answer: Answer) -> dict[str, Any]:
    """The value and its bounds."""
    if answer.status is Status.MISSING:
        return {"value": None, "lower": None, "upper": None}
    if isinstance(spread := answer.value, Spread):
        lower, upper = ([number(x) for x in bound] for bound in (spread.lower, spread.upper))
        return {"value": spread_document(spread), "lower": lower, "upper": upper}
    value = UNDECIDED if answer.value is None else number(answer.value)
    return {"value": value, "lower": number(answer.lower), "upper": number(answer.upper)}


def spread_document(spread: Spread) -> dict[str, Any]:
    """A distribution."""
    return {"support": [number(x) for x in spread.support], "probability": [number(x) for x in spread.probability]}


def _exact(answer: Answer) -> str | list[str] | None:
    if isinstance(answer.value, Spread):
        return None if answer.value.exact is None else [fraction_text(x) for x in answer.value.exact]
    return None if answer.exact is None else fraction_text(answer.exact)


def expected_document(expected: Expected | None) -> Any:
    if expected is None:
        return None
    if isinstance(expected.value, dict):
        return {str(value): number(weight) for value, weight in expected.value.items()}
    return number(expected.value)


def number(value: object) -> bool | int | float | str:
    """Whole numbers, floats and truth values as they are; fractions, infinity and what has no value as text.

    Whole numbers that few readers of JSON can hold are text, too.
    """
    if isinstance(value, Fraction):
        return number(value.numerator) if value.denominator == 1 else fraction_text(value)
    if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        return fraction_text(value)
    if isinstance(value, bool | int | str):
        return value
    real = float(value)  # type: ignore[arg-type]
    if math.isnan(real):
        return "undefined"
    return real if math.isfinite(real) else ("Infinity" if real > 0 else "-Infinity")


def constant_value(constant: Constant) -> bool | int | float | str:
    """A constant's value; a value of an enumeration by its name."""
    if constant.type.kind == "enum":
        return constant.type.text(int(constant.value))
    return bool(constant.value) if constant.type.kind == "bool" else number(constant.value)


def diagnostic_document(diagnostic: Diagnostic) -> dict[str, Any]:
    """One complaint, for programs."""
    span = diagnostic.span.told if diagnostic.span else None
    line, column = span.source.position(span.start) if span else (None, None)
    return {
        "code": diagnostic.code,
        "message": diagnostic.message,
        "file": span.source.name if span else None,
        "line": line,
        "column": column,
        "why": diagnostic.why,
        "fix": diagnostic.fix,
        "notes": list(diagnostic.notes),
    }
