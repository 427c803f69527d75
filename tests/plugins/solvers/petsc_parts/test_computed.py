"""PETSc takes over from plain rounds where its vectors fit, and at once where it is asked to."""

from __future__ import annotations

import pytest

pytest.importorskip("oddsmith_plugins.solvers.petsc", exc_type=ImportError)

from oddsmith_plugins.solvers.petsc_parts.computed import ShellPlanner, work_vectors
from oddsmith_plugins.solvers.rounds_parts.planner import Method


def planner(vectors=9, available=1000, wanted="auto", **options):
    way = Method("PETSc's bcgs", lambda *_: iter(()), 0, vectors)
    return ShellPlanner(wanted, 0, available, 100, way=way, **options)


def test_plain_rounds_go_on_where_few_are_missing_or_memory_is_short():
    assert planner().at_once() is None
    assert planner().instead(10_000).vectors == 9
    assert planner().instead(10) is None
    assert planner(vectors=11).instead(10_000) is None
    assert planner(wanted="plain").instead(10_000) is None


def test_who_asks_for_it_gets_it():
    assert planner(vectors=11, asked=True).at_once().vectors == 11


@pytest.mark.parametrize(
    ("kind", "options", "vectors"),
    [
        ("ksp", {"ksp_type": "bcgs"}, 6),
        ("ksp", {"ksp_type": "gmres"}, 40),
        ("ksp", {"ksp_type": "gmres", "ksp_gmres_restart": "5"}, 15),
        ("ksp", {"ksp_type": "fgmres", "ksp_gmres_restart": "many"}, 69),
        ("snes", {"snes_type": "anderson", "snes_anderson_m": "3"}, 15),
    ],
)
def test_vectors_are_counted_by_method(kind, options, vectors):
    assert work_vectors(kind, tuple(options.items())) == vectors
