"""What a round takes is measured on a part of a box, which may be larger than the machine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.plugin import rounds_of
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.rounds_parts import calibrate as module
from oddsmith_plugins.solvers.rounds_parts.asked import asked
from oddsmith_plugins.solvers.rounds_parts.calibrate import calibrate, needed_rounds, promised
from oddsmith_plugins.solvers.rounds_parts.operator import Operator
from oddsmith_plugins.solvers.rounds_parts.program import Recipe

SPEC = Path(__file__).parents[4] / "specs" / "goose2.yaml"


@pytest.fixture(scope="module")
def operator() -> Operator:
    process = lower(load(SPEC, {}))
    rounds = rounds_of(process)
    return Operator(Recipe(process, rounds, asked(process, rounds, process.questions[0])), Context(threads=2))


def test_memory_is_promised_far_beyond_what_there_is() -> None:
    vector = promised(10**12, np.dtype(np.float64))
    vector[10**11] = 2.0
    assert (vector[10**11], vector[-1], len(vector)) == (2.0, 0.0, 10**12)


def test_the_number_of_rounds_is_read_off_from_a_few(operator: Operator) -> None:
    # Two players: about 460 rounds were counted to 1e-12, and each digit takes as many as the one before.
    assert 400 < needed_rounds(operator, 1e-12) < 520
    assert 1.4 < needed_rounds(operator, 1e-12) / needed_rounds(operator, 1e-8) < 1.6


def test_a_small_box_is_measured_and_probed(operator: Operator) -> None:
    found = calibrate(operator, 1e-9)
    assert found.measured
    assert found.probed
    assert 0 < found.seconds < 1


def test_a_system_that_promises_nothing_is_taken_as_usual(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(module, "promised", refuse)
    found = calibrate(operator, 1e-9)
    assert (found.measured, found.probed, found.rounds) == (False, False, module.USUAL_ROUNDS)
    assert found.seconds > 0
