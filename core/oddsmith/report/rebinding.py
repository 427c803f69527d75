"""Answers for several values of tables -> a table with a row for each question and set of values, or a document."""

from __future__ import annotations

from typing import Any

from oddsmith.report.json import answer_document
from oddsmith.report.numbers import digits_for
from oddsmith.report.table import print_table
from oddsmith.report.terminal import value_text
from oddsmith.run.quantities import counted, seconds_text
from oddsmith.run.rebinding import Rebound

HEAD = ("question", "values", "answer", "time", "method")


def print_rebound(found: Rebound, precision: float) -> None:
    """On stdout."""
    space = found.explored.space
    size = f"{counted(space.size, 'state')}, {counted(space.transitions.count, 'transition')}"
    print(f"{found.game.name}: {size}, explored once in {seconds_text(found.explore_seconds)}\n")
    digits = digits_for(precision)
    rows = [
        (answer.question.name, bound.name, value_text(answer, digits), seconds_text(bound.seconds), answer.method)
        for place in range(len(found.bound[0].answers))
        for bound in found.bound
        for answer in bound.answers[place : place + 1]
    ]
    print_table(HEAD, rows, numbers=[3], elastic=HEAD.index("method"))


def rebound_document(found: Rebound, spec: str) -> dict[str, Any]:
    """For programs."""
    return {
        "game": found.game.name,
        "spec": spec,
        "states": found.explored.space.size,
        "transitions": found.explored.space.transitions.count,
        "explore_seconds": round(found.explore_seconds, 6),
        "bound": [
            {
                "values": {each.table: each.source.name for each in bound.bindings},
                "answers": [answer_document(answer) for answer in bound.answers],
                "seconds": round(bound.seconds, 6),
            }
            for bound in found.bound
        ],
    }
