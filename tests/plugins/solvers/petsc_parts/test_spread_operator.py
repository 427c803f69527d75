"""Rounds on vectors that are spread over ranks are the same as on one vector, cell by cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.plugin import NoRoundsError, rounds_of
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith.testing.launch import launch, launchable

pytest.importorskip("mpi4py")

ROOT = Path(__file__).parents[4]
SCRIPT = Path(__file__).parent / "spread_on_ranks.py"


def test_any_number_of_ranks_finds_the_same(tmp_path):
    if not launchable():
        pytest.skip("no mpiexec or petsc4py")
    for ranks in (1, 2, 3):
        _, err = (running := launch(ranks, [], tmp_path, [str(SCRIPT)])).communicate(timeout=120)
        assert running.returncode == 0, err


def test_who_cannot_share_a_box():
    from oddsmith_plugins.solvers.petsc_parts.spread_operator import spread_axis

    goose = rounds_of(lower(load(ROOT / "specs/goose2.yaml")))
    assert spread_axis(goose, 48) == 0
    with pytest.raises(NoRoundsError, match="49 ranks cannot share the 48 values of"):
        spread_axis(goose, 49)


def test_the_longest_axis_is_spread():
    from oddsmith_plugins.solvers.petsc_parts.spread_operator import spread_axis

    rounds = rounds_of(lower(load(ROOT / "tests/specs/rounds/two-writes.yaml")))
    sizes = [len(axis.values) for axis in rounds.axes]
    assert sizes[spread_axis(rounds, 2)] == max(sizes) > min(sizes)


def test_one_rank_sweeps_everything_at_home():
    from mpi4py import MPI

    from oddsmith_plugins.solvers.petsc_parts.spread_operator import Leg, SpreadOperator
    from oddsmith_plugins.solvers.petsc_parts.team import RankTeam
    from oddsmith_plugins.solvers.rounds_parts.asked import asked
    from oddsmith_plugins.solvers.rounds_parts.program import Recipe

    process = lower(load(ROOT / "specs/goose2.yaml"))
    rounds = rounds_of(process)
    recipe = Recipe(process, rounds, asked(process, rounds, process.questions[0]))
    operator = SpreadOperator(recipe, Context(threads=1), team=RankTeam(MPI.COMM_SELF))
    assert list(operator.legs((1, 0))) == [Leg(None, (1, 0))]
    operator.team.size = 2
    assert list(operator.legs((1, 0, 0, 1))) == [Leg(None, (1,)), Leg(1, (0, 0)), Leg(None, (1,))]
