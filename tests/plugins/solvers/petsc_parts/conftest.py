"""What three ranks found together (see on_ranks.py), once for all tests; and games on a single rank."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oddsmith.context import Context
from oddsmith.plugin import Process, conditions_of
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.launch import launch, launchable

SCRIPT = Path(__file__).parent / "on_ranks.py"
Portions = Callable[[str], tuple[Process, Any]]


@pytest.fixture(scope="session")
def three_ranks() -> dict[str, Any]:
    if not launchable():
        pytest.skip("no mpiexec, mpi4py or petsc4py")
    running = launch(3, [], SCRIPT.parent, python=[str(SCRIPT)])
    out, err = running.communicate(timeout=120)
    assert running.returncode == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.fixture(scope="session")
def alone() -> Portions:
    """A game's text -> its process and all of it as the portion of the only rank."""
    if not launchable():
        pytest.skip("no mpiexec, mpi4py or petsc4py")

    def explored(text: str) -> tuple[Process, Any]:
        from mpi4py import MPI

        from oddsmith_plugins.solvers.petsc_parts.explore import explore

        process = lower(load_text(text))
        rewards = tuple(reward.name for reward in process.rewards)
        return process, explore(process, conditions_of(process.questions), rewards, MPI.COMM_SELF, Context())

    return explored
