"""The dice game Pig against its own equations, written down as Neller & Presser do."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.run.exchange import foreign_text, imported
from oddsmith.solve.answer import Answer
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.space.explore import explore
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

PIG = (Path(__file__).parents[2] / "specs" / "pig.yaml").read_text()


def first_to_move(goal: int) -> float:
    """P(i, j, k) = max(hold, roll), iterated; i own score, j the other's, k rolled in this turn."""
    value = {(i, j, k): 0.5 for i in range(goal) for j in range(goal) for k in range(goal - i)}

    def at(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= goal else value[i, j, k]

    for _ in range(2000):
        change = 0.0
        for i, j, k in list(value):
            roll = (1 - at(j, i, 0) + sum(at(i, j, k + die) for die in range(2, 7))) / 6
            hold = 1 - at(j, i + k, 0) if k > 0 else 0.0
            change = max(change, abs(max(roll, hold) - value[i, j, k]))
            value[i, j, k] = max(roll, hold)
        if change < 1e-14:
            break
    return value[0, 0, 0]


def pig(goal: int, may_pass: bool) -> str:
    return PIG.replace("N: 100", f"N: {goal}").replace("may_pass: false", f"may_pass: {str(may_pass).lower()}")


def answered(solver: str, text: str, exact: bool) -> Answer:
    process, known = lower(load_text(text)), registry(load())
    context = replace(Context(), threads=1)
    space = explore(process, conditions_of(process.questions), tuple(known.all_of("kernel")), context, exact=exact)[0]
    chosen = known.make("solver", solver, {})
    (answer,) = answer_all(space, process.questions, lambda problem: chosen, context)
    return answer


@pytest.mark.parametrize("may_pass", [False, True])
def test_small_targets(may_pass: bool) -> None:
    exact = answered("exact", pig(8, may_pass), exact=True)
    assert exact.exact == Fraction(324, 439)
    assert float(exact.exact) == pytest.approx(first_to_move(8), abs=1e-12)
    found = answered("game-iteration", pig(8, may_pass), exact=False)
    assert found.lower <= exact.exact <= found.upper


@pytest.mark.parametrize("may_pass", [False, True])
def test_a_larger_target(may_pass: bool) -> None:
    found = answered("game-iteration", pig(16, may_pass), exact=False)
    assert found.value == pytest.approx(first_to_move(16), abs=1e-10)
    assert found.upper - found.lower <= 1e-9


def test_the_model_for_prism_games_has_the_same_value(tmp_path: Path) -> None:
    known, path = registry(load()), tmp_path / "pig.prism"
    export = known.make("exporter", "prism", {}).translate(lower(load_text(pig(6, may_pass=True))), Context())
    for suffix, text in export.files:
        path.with_suffix(suffix).write_text(text)
    assert "smg" in path.read_text()
    foreign = foreign_text(path, path.with_suffix(".props"))
    back = imported(known.make("importer", "prism", {}), foreign, Context()).text
    assert answered("exact", back, exact=True).exact == answered("exact", pig(6, may_pass=True), exact=True).exact
