"""Accelerators: all come to the same values, and the certificate believes none of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from oddsmith.context import Context
from oddsmith.run.plan import Plan, Step
from oddsmith_plugins.solvers.rounds_parts.accelerate import anderson, bicgstab, gmres
from oddsmith_plugins.solvers.rounds_parts.certificate import certify
from oddsmith_plugins.solvers.rounds_parts.vectors import Vectors
from plugins.solvers.rounds_parts.boxes import COINS, GOOSE, operator_of

WIN1 = 0.393625137393757391
METHODS = [(bicgstab, 0), (gmres, 8), (anderson, 3), (anderson, 1)]


def approached(method, depth, wanted, operator):
    """x after as many steps as it takes, and the rounds."""
    x = operator.zeros()
    for rounds, largest in islice(method(Vectors(operator), x, depth), 400):
        if largest <= wanted:
            return x, rounds
    pytest.fail("did not converge")


@pytest.mark.parametrize(("method", "depth"), METHODS)
def test_an_accelerator_needs_fewer_rounds_than_the_series(method, depth):
    operator = operator_of(GOOSE, "win1", N="2")
    x, rounds = approached(method, depth, 1e-12, operator)
    assert rounds < 300  # the series: about 460
    assert operator.at_start(x) == pytest.approx(WIN1, abs=1e-10)


@pytest.mark.parametrize(("method", "depth"), METHODS)
def test_the_certificate_contains_the_value(method, depth):
    operator = operator_of(GOOSE, "win1", N="2")
    x, _ = approached(method, depth, 1e-12, operator)
    bounds, rounds = certify(Vectors(operator), x, [0, 1], 1e-9)
    assert bounds[0].lower <= WIN1 <= bounds[0].upper
    assert bounds[0].upper - bounds[0].lower <= 1e-9 * WIN1
    assert bounds[1].lower <= 0.379985312078888955508 <= bounds[1].upper
    assert rounds < 60


@pytest.mark.parametrize("wanted", [1e-2, 1e-4, 1e-6])
def test_a_bad_approximation_has_wide_bounds_that_still_contain_the_value(wanted):
    operator = operator_of(GOOSE, "win1", N="2")
    x, _ = approached(bicgstab, 0, wanted, operator)
    bounds, _ = certify(Vectors(operator), x, [0], 1e-9)
    assert bounds[0].lower <= WIN1 <= bounds[0].upper
    assert bounds[0].upper - bounds[0].lower > 1e-9 * WIN1


def test_negative_numbers_in_an_approximation_do_no_harm():
    operator = operator_of(GOOSE, "win1", N="2")
    x, _ = approached(bicgstab, 0, 1e-10, operator)
    operator.layout.cells(x)[3, 5] -= 1.0
    bounds, _ = certify(Vectors(operator), x, [0], 1e-9)
    assert bounds[0].lower <= WIN1 <= bounds[0].upper


@pytest.mark.parametrize("accelerator", ["plain", "bicgstab", "gmres", "anderson", "auto"])
@pytest.mark.parametrize("path", [GOOSE, COINS])
def test_all_ways_give_the_same_answers_with_the_bounds_asked_for(tools, accelerator, path):
    from oddsmith.run.runner import run

    solver = Step("rounds", (("accelerator", accelerator),))
    found = run(Plan(path, solver=solver), tools).answers
    stored = run(Plan(path, solver=Step("interval-iteration")), tools).answers
    for mine, other in zip(found, stored, strict=True):
        if mine.solver == "rounds" and isinstance(mine.value, float):
            assert max(mine.lower, other.lower) <= min(mine.upper, other.upper), mine.question.name
            assert mine.upper - mine.lower <= 1.0001e-9 * mine.lower


@pytest.fixture
def tools():
    from oddsmith.hosting.manager import load
    from oddsmith.hosting.registry import registry
    from oddsmith.run.runner import Tools

    host = load()
    return Tools(host, registry(host), replace(Context(), threads=2))
