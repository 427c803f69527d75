"""Walking over all expressions of a process."""

from __future__ import annotations

from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.process.expressions import expressions, query_expressions, summand_expressions
from oddsmith.process.process import Process
from oddsmith.process.question import Bound, Path, Probability, Visits


def test_a_command_has_guard_draws_weights_updates_and_gains(process: Process) -> None:
    texts = [show(e) for e in summand_expressions(process.summands[0])]
    assert texts == [
        "f < 5 and not ready", "1", "f + 1", "a", "1/2", "0", "1/2", "1/3",
        "pos[k]", "shift(a + b)", "f", "f + 1", "2/3", "next(f)",
    ]  # fmt: skip


def test_a_process_has_functions_labels_rewards_and_questions_too(process: Process) -> None:
    texts = {show(e) for e in expressions(process)}
    assert {"2 * pos[x]", "f = 5", "if ready then price[1] else 0", "3"} <= texts


def test_a_question_has_formulas_and_bounds() -> None:
    path = Path("U", parse_text("a"), parse_text("b"), Bound(parse_text("1"), parse_text("2")))
    query = Probability(path, given=Path("F", parse_text("c")))
    assert [show(e) for e in query_expressions(query)] == ["b", "a", "1", "2", "c"]
    assert [show(e) for e in query_expressions(Visits(parse_text("a")))] == ["a"]
