"""Run by mpiexec: explore and answer small games on all ranks; rank 0 prints what each rank found, as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np
from mpi4py import MPI

from oddsmith.context import Context
from oddsmith.plugin import Process, UnsuitableError, conditions_of
from oddsmith.source import SpecError
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.games import GAMES
from oddsmith_plugins.solvers.petsc_parts.explore import explore
from oddsmith_plugins.solvers.petsc_parts.portion import Portion
from oddsmith_plugins.solvers.petsc_parts.reach import backwards, can_reach
from oddsmith_plugins.solvers.petsc_parts.spread import find_spread

GRID = """\
game: grid
variables: {x: 0..30, y: 0..30}
commands:
  - when: x < 30 and y < 30
    then:
      - 1/2: {x: x + 1}
      - 1/2: {y: y + 1}
questions: {corner: "P=? [F x = 30 and y = 17]", early: "P=? [F<=12 x = 10]", level: "P=? [x < 20 U y = 20]"}
"""
FAULTS = {
    "range": "commands:\n  - {when: x < 9, then: {x: x + 4}}\n",
    "several": "commands:\n  - {when: x < 9, then: {x: x + 1}}\n  - {when: x = 5, then: {x: 0}}\n",
    "end": "deadlock: error\ncommands:\n  - {when: x < 9, then: {x: x + 1}}\n",
}
"""Mistakes that are found on the way, in one state."""


def whole(portion: Portion) -> dict[str, Any]:
    """All ranks' parts of the grid, in terms that do not depend on how it is spread."""
    comm = portion.halo.comm
    goal = portion.conditions[0]
    reached = can_reach(portion, backwards(portion), goal).states
    ghosts = portion.halo.exchange(np.arange(portion.first, portion.first + portion.size))
    own = (ghosts >= portion.first) & (ghosts < portion.first + portion.size)
    return {
        "sizes": comm.allgather(portion.size),
        "transitions": portion.transitions,
        "total": portion.total,
        "deadlocks": portion.deadlocks,
        "goals": comm.allreduce(int(goal.sum())),
        "reached": comm.allreduce(int(reached.sum())),
        "own ghosts": comm.allreduce(int(own.sum())),
        "weight": comm.allreduce(float(portion.weight.sum())),
    }


def answers(process: Process) -> dict[str, Any]:
    try:
        found = find_spread(process, (), Context(rank=MPI.COMM_WORLD.rank, ranks=MPI.COMM_WORLD.size))
    except UnsuitableError as error:
        return {"unsuitable": str(error)}
    return {name: asdict(finding.value) for name, finding in found.findings.items()} | {"refused": dict(found.refused)}


def complaint(process: Process) -> str:
    try:
        explore(process, (), (), MPI.COMM_WORLD.Dup(), Context())
    except SpecError as error:
        return str(error)
    return ""


def main() -> None:
    grid = lower(load_text(GRID))
    portion = explore(grid, conditions_of(grid.questions), (), MPI.COMM_WORLD.Dup(), Context())
    start = "game: faulty\nvariables: {x: 0..10}\n"
    found = {
        "grid": whole(portion),
        "answers": {name: answers(lower(load_text(text))) for name, text in zip(names(), (*GAMES, GRID), strict=True)},
        "complaints": {name: complaint(lower(load_text(start + text))) for name, text in FAULTS.items()},
    }
    everybody = MPI.COMM_WORLD.gather(json.dumps(found, default=str, sort_keys=True))
    if everybody is not None:
        print(json.dumps({"same": len(set(everybody)) == 1, **found}, default=str))


def names() -> list[str]:
    """The games' names, as they stand in the first line of each."""
    return [text.splitlines()[0].removeprefix("game: ") for text in (*GAMES, GRID)]


if __name__ == "__main__":
    main()
