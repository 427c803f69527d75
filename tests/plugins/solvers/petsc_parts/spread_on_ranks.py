"""Run by mpiexec: rounds on all ranks are those of one process, and vectors are read by any number of ranks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from mpi4py import MPI

from oddsmith.context import Context
from oddsmith.plugin import rounds_of
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.petsc_parts import exchange
from oddsmith_plugins.solvers.petsc_parts.spread_operator import SpreadOperator
from oddsmith_plugins.solvers.petsc_parts.team import RankTeam
from oddsmith_plugins.solvers.rounds_parts.asked import asked
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector
from oddsmith_plugins.solvers.rounds_parts.program import Recipe

ROOT = Path(__file__).parents[4]
GAMES = ("tests/specs/rounds/two-writes.yaml", "tests/specs/rounds/coins.yaml", "specs/goose2.yaml")
TEAM, CONTEXT = RankTeam(MPI.COMM_WORLD), Context(threads=1)


def recipe_of(path: Path) -> Recipe:
    process = lower(load(path))
    rounds = rounds_of(process)
    return Recipe(process, rounds, asked(process, rounds, process.questions[0]))


def same(one: object, other: object) -> None:
    """But for the order of additions, which depends on which axis is innermost."""
    np.testing.assert_allclose(one, other, rtol=1e-14, atol=0.0)


def check_rounds(recipe: Recipe) -> tuple[SpreadOperator, Vector]:
    alone, spread = Operator(recipe, CONTEXT), SpreadOperator(recipe, CONTEXT, team=TEAM)
    x, y = alone.zeros(), spread.zeros()
    same(alone.rounds(x, 1.0, 6), spread.rounds(y, 1.0, 6))
    for place in (0, alone.layers - 1):
        alone.layer(place, x, 1.0)
        spread.layer(place, y, 1.0)
        same(alone.at_start(x), spread.at_start(y))
    cells = alone.layout.cells(x).transpose(spread.layout.order)
    same(cells[spread.layout.first : spread.layout.last], spread.layout.cells(y))
    assert spread.error == alone.error
    gaps = spread.zeros()
    spread.layout.cells(gaps)[...] = spread.layout.cells(y)
    assert (gaps == y).all(), "gaps stay empty"
    return spread, y


def check_files(spread: SpreadOperator, y: Vector) -> None:
    for path in Path().glob("vector-of-*"):
        other = spread.zeros()
        spread.read(path, other)
        same(other, y)
    MPI.COMM_WORLD.Barrier()
    spread.write(Path(f"vector-of-{TEAM.size}"), y)
    try:
        spread.write(Path("missing") / "vector", y)
    except OSError:
        return
    raise AssertionError("no complaint on this rank")


def main() -> None:
    for game in GAMES:
        recipe = recipe_of(ROOT / game)
        for exchange.SLICE in (1, 1 << 18):
            made = check_rounds(recipe)
    check_files(*made)


if __name__ == "__main__":
    main()
