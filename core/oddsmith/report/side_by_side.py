"""Answers of several solvers -> a table with a row for each question and solver, or a JSON document."""

from __future__ import annotations

from typing import Any

from oddsmith.report.json import answer_document, constant_value
from oddsmith.report.numbers import digits_for
from oddsmith.report.table import print_table
from oddsmith.report.terminal import value_text
from oddsmith.run.quantities import counted, seconds_text
from oddsmith.run.side_by_side import Cell, SideBySide

HEAD = ("question", "solver", "answer", "time", "overlaps", "method")


def print_side_by_side(found: SideBySide) -> None:
    """On stdout."""
    print(_headline(found))
    print()
    print_table(HEAD, [_row(found, cell) for cell in found.cells], numbers=[3], elastic=HEAD.index("method"))
    for pair in found.apart:
        verdict = "one of the two proofs is wrong" if pair.proved else "not both of them are proved"
        print(f"\n{pair.question}: {pair.one} and {pair.other} do not overlap: {verdict}")
    if found.unanswered:
        print(f"\nnone of these solvers answers {', '.join(found.unanswered)}")


def _headline(found: SideBySide) -> str:
    if found.states is None or found.transitions is None:
        return f"{found.game.name}: not stored"
    size = f"{counted(found.states, 'state')}, {counted(found.transitions, 'transition')}"
    return f"{found.game.name}: {size}, explored in {seconds_text(found.explored)}"


def _row(found: SideBySide, cell: Cell) -> tuple[str, ...]:
    name = cell.question.name
    if cell.answer is None:
        return name, cell.solver, f"no answer: {cell.reason}", "-", "", ""
    text = value_text(cell.answer, digits_for(found.precision))
    proof = "" if cell.proved else " (no proof)"
    return name, cell.solver, text + proof, seconds_text(cell.answer.seconds), _verdict(found, cell), cell.answer.method


def _verdict(found: SideBySide, cell: Cell) -> str:
    """Whom this answer contradicts; nothing where there is nobody to compare with."""
    name = cell.question.name
    pairs = [pair for pair in found.apart if pair.question == name and cell.solver in (pair.one, pair.other)]
    if pairs:
        others = [pair.other if pair.one == cell.solver else pair.one for pair in pairs]
        return f"✗ not {', '.join(others)}"
    z = _distance(found, cell)
    answered = [other for other in found.cells if other.question.name == name and other.answer is not None]
    return f"✓{z}" if len(answered) > 1 else ""


def _distance(found: SideBySide, cell: Cell) -> str:
    """How many standard errors an estimate is away from the narrowest proved answer."""
    answer = cell.answer
    if answer is None or answer.sample is None or not isinstance(answer.value, float):
        return ""
    proved = [c.answer for c in found.cells if c.question is cell.question and c.proved and c.answer is not None]
    numbers = [(other.upper - other.lower, other.value) for other in proved if isinstance(other.value, float)]
    z = answer.sample.z(answer.value, min(numbers)[1]) if numbers else None
    return "" if z is None else f" z {z:.2f}"


def side_by_side_document(found: SideBySide, spec: str) -> dict[str, Any]:
    """For programs."""
    questions: dict[str, list[Cell]] = {}
    for cell in found.cells:
        questions.setdefault(cell.question.name, []).append(cell)
    return {
        "game": found.game.name,
        "spec": spec,
        "constants": {constant.name: constant_value(constant) for constant in found.game.constants},
        "states": found.states,
        "transitions": found.transitions,
        "explore_seconds": round(found.explored, 6),
        "questions": [
            {
                "name": name,
                "ask": cells[0].question.text,
                "apart": [[p.one, p.other, p.proved] for p in found.apart if p.question == name],
                "answers": [_cell_document(cell) for cell in cells],
            }
            for name, cells in questions.items()
        ],
    }


def _cell_document(cell: Cell) -> dict[str, Any]:
    document: dict[str, Any] = {"solver": cell.solver, "proved": cell.proved, "reason": cell.reason or None}
    if cell.answer is not None:
        keys = ("value", "lower", "upper", "confidence", "exact", "method", "seconds", "status")
        answer = answer_document(cell.answer)
        document |= {key: answer[key] for key in keys}
    return document
