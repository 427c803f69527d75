"""Rows of games under several reductions -> a table of states, seconds and answers, and a JSON document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oddsmith.hosting.outcome import Outcome
from oddsmith.report.json import number
from oddsmith.report.table import print_table
from oddsmith.run.table import Filled, Table
from oddsmith.solve.answer import Answer

GAP = "-"
"""What stands where a limit was passed; why is told below the table."""


def print_comparison(table: Table, rows: Sequence[Filled]) -> None:
    """For each row the states and seconds of every column, then the answers."""
    names = [name for name, _ in table.columns]
    asked = list(dict.fromkeys(a.question.name for row in rows if row.best for a in row.best.answers))
    head = ("game", *(f"states {n}" for n in names), *(f"time {n}" for n in names), *asked)
    print(table.name)
    print()
    print_table(head, [_cells(row, asked) for row in rows], range(1, len(head)))
    gaps = [
        f"{row.plan.name}, {name}: {gap}" for row in rows for name, gap in zip(names, row.gaps, strict=False) if gap
    ]
    print("".join(f"\n{GAP} {gap}" for gap in gaps), end="\n" if gaps else "")


def comparison_document(table: Table, rows: Sequence[Filled]) -> dict[str, Any]:
    """What `pipeline table --json` prints."""
    names = [name for name, _ in table.columns]
    return {"table": table.name, "rows": [_row_document(row, names) for row in rows]}


def _cells(row: Filled, asked: Sequence[str]) -> tuple[str, ...]:
    answers = {answer.question.name: _value(answer) for answer in (row.best.answers if row.best else ())}
    empty = [GAP if gap else "" for gap in row.gaps] or [GAP] * len(row.outcomes)
    states = [gap if found is None else f"{found.states:,}" for found, gap in zip(row.outcomes, empty, strict=True)]
    times = [gap if found is None else f"{_seconds(found):.3f}" for found, gap in zip(row.outcomes, empty, strict=True)]
    return (row.plan.name, *states, *times, *(answers.get(name, "") for name in asked))


def _value(answer: Answer) -> str:
    return f"{answer.value:.6g}" if isinstance(answer.value, float) else str(answer.value)


def _seconds(outcome: Outcome) -> float:
    return sum(outcome.seconds.values())


def _row_document(row: Filled, names: Sequence[str]) -> dict[str, Any]:
    pairs = zip(names, row.outcomes, strict=True)
    answers = row.best.answers if row.best else ()
    return {
        "game": row.plan.name,
        "spec": str(row.plan.spec),
        "columns": {name: None if outcome is None else _size(outcome) for name, outcome in pairs},
        "gaps": {name: gap for name, gap in zip(names, row.gaps, strict=False) if gap},
        "answers": {answer.question.name: _number(answer) for answer in answers},
    }


def _number(answer: Answer) -> object:
    return number(answer.value) if isinstance(answer.value, bool | int | float) else str(answer.value)


def _size(outcome: Outcome) -> dict[str, Any]:
    return {"states": outcome.states, "transitions": outcome.transitions, "seconds": round(_seconds(outcome), 4)}
