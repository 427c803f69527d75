"""The planner: plain rounds where few are missing, else the first accelerator that fits into memory."""

from __future__ import annotations

import pytest

from oddsmith.context import Context, Limits
from oddsmith.memory import resident_memory
from oddsmith_plugins.solvers.rounds_parts.planner import WORTH_WHILE, Planner
from plugins.solvers.rounds_parts.boxes import GOOSE, operator_of


def planner(vectors: float, wanted: str = "auto", depth: int = 10, within_reach: bool = True) -> Planner:
    """With memory for so many vectors."""
    return Planner(wanted, depth, int(vectors * 1000), 1000, within_reach)


def test_plain_rounds_begin_and_go_on_while_few_are_missing():
    assert planner(20).at_once() is None
    assert planner(20).instead(WORTH_WHILE - 1) is None


@pytest.mark.parametrize(
    ("vectors", "depth", "name"),
    [(20, 10, "bicgstab"), (6, 10, "bicgstab"), (5, 10, "anderson(1)"), (5, 3, "gmres(3)"), (4, 10, "None")],
)
def test_memory_decides_which_accelerator_takes_over(vectors, depth, name):
    assert str(planner(vectors, depth=depth).instead(WORTH_WHILE)) == name


def test_the_reason_names_what_is_missing_and_what_it_takes():
    plan = planner(8e6)
    text = plan.reason(plan.instead(5000), 5000)
    assert text == "about 5,000 plain rounds are missing: bicgstab takes over (6 vectors, 0.00 GB of 8.00 GB)"


@pytest.mark.parametrize("wanted", ["bicgstab", "gmres", "anderson"])
def test_what_was_asked_for_is_taken_at_once(wanted):
    assert planner(0, wanted).at_once().name == wanted


def test_plain_means_plain():
    assert planner(20, "plain").at_once() is None
    assert planner(20, "plain").instead(10**6) is None


def test_a_precision_near_rounding_is_left_to_plain_rounds():
    assert planner(20, within_reach=False).instead(10**6) is None
    assert not Planner.of("auto", 10, operator_of(GOOSE, "win1", Context(precision=1e-14))).within_reach


def test_the_limit_of_memory_counts():
    operator = operator_of(GOOSE, "win1", Context(limits=Limits(memory=resident_memory() + 10**8)))
    assert Planner.of("auto", 10, operator).available <= 10**8
