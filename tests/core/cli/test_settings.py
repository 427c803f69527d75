"""The command line is laid over the pipeline file."""

from __future__ import annotations

from pathlib import Path

import pytest
import rich_click as click

from oddsmith.cli.settings import Settings
from oddsmith.context import Silent
from oddsmith.run.ranks import Ranks

FILE = """\
pipeline: p
spec: walk.yaml
set: {N: 4}
solver: {interval-iteration: {a: 1}}
questions: [win]
precision: 1e-3
limits: {memory: 1GB, states: 50}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "pipe.yaml").write_text(FILE)
    return tmp_path / "pipe.yaml"


def test_without_options_the_file_decides(path: Path) -> None:
    settings = Settings()
    plan = settings.plan(path)
    context = settings.context(plan)
    assert plan.overrides == (("N", "4"),)
    assert plan.questions == ("win",)
    assert (context.precision, context.limits.memory, context.limits.states) == (1e-3, 10**9, 50)


def test_options_win_over_the_file(path: Path) -> None:
    settings = Settings(
        overrides=(("N", "9"),), questions=("lose",), precision=1e-6, max_states=7, threads=1, seed=5, quiet=True
    )
    plan = settings.plan(path)
    context = settings.context(plan)
    assert dict(plan.overrides) == {"N": "9"}
    assert plan.questions == ("lose",)
    assert (context.precision, context.limits.memory, context.limits.states) == (1e-6, 10**9, 7)
    assert (context.threads, context.seed) == (1, 5)
    assert isinstance(context.monitor, Silent)


def test_solver_options_are_added_to_those_of_the_file(path: Path) -> None:
    solver = Settings(options=(("b", "2"),)).plan(path).solver
    assert solver is not None
    assert (solver.name, solver.options) == ("interval-iteration", (("a", "1"), ("b", "2")))


def test_another_solver_does_not_inherit_them(path: Path) -> None:
    solver = Settings(solver="exact").plan(path).solver
    assert solver is not None
    assert (solver.name, solver.options) == ("exact", ())


def test_options_need_a_solver(tmp_path: Path) -> None:
    with pytest.raises(click.UsageError, match="--solver"):
        Settings(options=(("b", "2"),)).plan(tmp_path / "walk.yaml")


def test_ad_hoc_questions_are_numbered(tmp_path: Path) -> None:
    plan = Settings(asks=("P=? [F a]", "P=? [F b]")).plan(tmp_path / "walk.yaml")
    assert [(ask.name, ask.text) for ask in plan.asks] == [("ask1", "P=? [F a]"), ("ask2", "P=? [F b]")]


def test_of_several_ranks_the_first_speaks_and_all_share_cores_and_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oddsmith.context.free_memory", lambda: 600)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(9)))
    first, second = (Settings(ranks=Ranks(rank, 6, 3)) for rank in (0, 1))
    context = second.context(second.plan(path))
    assert isinstance(context.monitor, Silent)
    assert (context.rank, context.ranks, context.threads, context.available_memory()) == (1, 6, 3, 200)
    assert not isinstance(first.context(first.plan(path)).monitor, Silent)
