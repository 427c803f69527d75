"""Vectors in a file: the same rounds, slab by slab, with few passes over the file."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from oddsmith.context import Context, LimitError
from oddsmith.source import SpecError
from oddsmith_plugins.solvers.rounds_parts import slabs
from oddsmith_plugins.solvers.rounds_parts.operator import Operator
from oddsmith_plugins.solvers.rounds_parts.slabs import SlabOperator, VectorFile
from plugins.solvers.rounds_parts.boxes import GOOSE, ROOT, recipe_of

CONTEXT = Context(threads=2)


@pytest.fixture
def file(tmp_path):
    with VectorFile(tmp_path / "vectors") as opened:
        yield opened


@pytest.fixture
def narrow(monkeypatch):
    """Slabs of one value, on every axis."""
    monkeypatch.setattr(slabs, "SHORTEST", 1)
    monkeypatch.setattr(SlabOperator, "slabs", lambda self, axis: ((k, k + 1) for k in range(self.layout.sizes[axis])))


def test_rounds_on_a_file_are_those_in_memory(file, narrow):
    recipe = recipe_of(GOOSE, "win1", N="3")
    plain, sliced = Operator(recipe, CONTEXT), SlabOperator(recipe, CONTEXT, file=file)
    x, y = plain.zeros(), sliced.zeros()
    seen = plain.rounds(x, 1.0) + plain.rounds(x, 0.0, 5)
    again = sliced.rounds(y, 1.0) + sliced.rounds(y, 0.0, 5)
    assert np.allclose(again, seen, rtol=1e-14, atol=0)
    assert np.allclose(x, y, rtol=1e-14, atol=0)  # sums may be added up in another order


def test_a_pass_does_all_layers_but_one(file, monkeypatch):
    monkeypatch.setattr(slabs, "SHORTEST", 1)
    operator = SlabOperator(recipe_of(GOOSE, "win1", N="3"), CONTEXT, file=file)
    passes = list(operator.passes([2, 1, 0] * 8))
    assert [place for one in passes for place in one.places] == [2, 1, 0] * 8
    assert len(passes) == 12
    for one in passes:
        assert all(one.axis not in operator.recipe.rounds.layers[place].writes for place in one.places)


def test_the_file_is_removed_at_the_end(tmp_path):
    with VectorFile(tmp_path / "vectors") as file:
        file.zeros(1000, np.dtype(np.float64))[:] = 1.0
        assert (tmp_path / "vectors").stat().st_size >= 8000
    assert not (tmp_path / "vectors").exists()


def test_released_pages_come_back_from_the_file(file):
    vector = file.zeros(100_000, np.dtype(np.float32))
    vector[:] = np.arange(100_000)
    file.release(vector, 0, 100_000)
    assert np.array_equal(vector, np.arange(100_000, dtype=np.float32))


def test_a_file_that_exists_is_not_overwritten(tmp_path):
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(SpecError, match=r"E706.*exists already"), VectorFile(tmp_path / "mine"):
        pass
    assert (tmp_path / "mine").read_text() == "precious"


def test_a_disk_without_room_is_noticed_before_the_work_begins(file):
    with pytest.raises(LimitError, match="vector file needs"):
        file.zeros(1 << 57, np.dtype(np.float64))


SMALL_MEMORY = """
import resource
from dataclasses import replace
from pathlib import Path
from oddsmith.context import Context, LimitError
from oddsmith.memory import free_memory
from oddsmith_plugins.solvers.rounds import RoundsSolver
from plugins.solvers.rounds_parts.boxes import GOOSE, process_of

context, solver = Context(threads=1, precision=1e-3), RoundsSolver()
solver.find(process_of(GOOSE, N="2"), context)      # what the program itself takes is taken now
four = process_of(GOOSE, N="4")
four = replace(four, questions=tuple(q for q in four.questions if q.name == "win1"))
own = [line for line in open("/proc/self/status") if line.startswith("VmData")][0].split()[1]
limit = int(own) * 1024 + 60_000_000
resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
try:
    solver.find(four, context)
except LimitError as error:
    print("refused:", error, error.advice)
found = solver.find(four, replace(context, vector_file=Path("vectors"))).findings["win1"].value
print(found.lower, found.upper)
"""


def test_a_box_that_does_not_fit_into_memory_is_solved_on_the_disk(tmp_path):
    """Four players take 64 MB of vectors; the operating system gives 60 MB, and pages of files do not count."""
    path = os.pathsep.join([str(ROOT / "tests"), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-c", SMALL_MEMORY]
    result = subprocess.run(
        command, check=False, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, result.stderr
    refusal, bounds = result.stdout.splitlines()
    assert "refused: one vector over 5,308,416 cells needs" in refusal
    assert "--vector-file" in refusal
    lower, upper = map(float, bounds.split())
    assert lower <= 0.266945967731501 <= upper <= lower * 1.001
    assert list(tmp_path.iterdir()) == []
