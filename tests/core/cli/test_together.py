"""Several ranks have one voice, one exit code and one end, whatever happens to one of them."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from oddsmith.cli.together import HEAD_START, together
from oddsmith.context import LimitError
from oddsmith.run.ranks import Ranks
from oddsmith.testing.launch import launch, launchable

pytestmark = pytest.mark.skipif(not launchable(), reason="no mpiexec, mpi4py or petsc4py")

WALK = """\
game: walk
type: chain
constants: {N: 4}
variables: {f: {range: 0..N, init: 2}}
commands:
  - when: 0 < f < N
    then:
      - 1/2: {f: f + 1}
      - 1/2: {f: f - 1}
labels: {won: f = N, over: f = 0 or f = N}
questions:
  win: {ask: "P=? [F won]", expect: 1/2}
  length: {ask: "R{steps}=? [F over]", expect: 4}
"""
PLUGIN = """\
import os, sys, time
from oddsmith.plugin import LimitError, hookimpl

@hookimpl
def oddsmith_stage_done(stage, product, seconds, context):
    if stage == os.environ["FAIL_AT"] and context.rank == 1:
        raise LimitError("nothing is left", "buy more")
    if os.environ["FAIL_AT"] == "middle" and stage == "reduce" and context.rank == 1:
        from oddsmith_plugins.solvers.petsc_parts import spread
        spread.backwards = fail

def fail(portion):
    raise LimitError("nothing is left", "buy more")
"""


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str
    seconds: float


Call = Callable[..., Ended]


@pytest.fixture
def call(tmp_path: Path) -> Call:
    """The program on two ranks, in a folder with a game."""
    (tmp_path / "walk.yaml").write_text(WALK)

    def called(*arguments: str) -> Ended:
        begun = time.monotonic()
        out, err = (running := launch(2, arguments, tmp_path)).communicate(timeout=60)
        return Ended(running.returncode, out, err, time.monotonic() - begun)

    return called


@pytest.fixture
def failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A plugin of somebody else that fails on rank 1, at a stage."""
    information = tmp_path / "failing-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Name: failing\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[oddsmith]\ncheck-failing = failing\n")
    (tmp_path / "failing.py").write_text(PLUGIN)
    return lambda stage: monkeypatch.setenv("FAIL_AT", stage)


def test_one_report_is_printed_and_one_folder_is_kept(call: Call, tmp_path: Path) -> None:
    ended = call("run", "walk.yaml", "--solver", "petsc")
    assert ended.code == 0
    assert ended.out.count("walk (N=4): 5 states, 8 transitions") == 1
    assert ended.out.count("✓") == 2
    assert "\x1b" not in ended.out
    assert len(list((tmp_path / "runs").iterdir())) == 1


def test_the_exit_code_is_that_of_the_report(call: Call, tmp_path: Path) -> None:
    (tmp_path / "walk.yaml").write_text(WALK.replace("expect: 4", "expect: 5"))
    ended = call("run", "walk.yaml", "--solver", "petsc", "--no-save")
    assert ended.code == 1
    assert ended.out.count("✗") == 1


def test_other_commands_are_left_to_the_first_rank(call: Call) -> None:
    ended = call("check", "walk.yaml")
    assert (ended.code, ended.out.count("fine")) == (0, 1)


def test_a_solver_for_one_process_is_refused_once_with_advice(call: Call) -> None:
    ended = call("run", "walk.yaml", "--solver", "direct")
    assert ended.code == 2
    assert ended.err.count("2 ranks were started, and the solver direct works in one process") == 1
    assert "--solver petsc" in ended.err


def test_what_all_ranks_find_wrong_is_said_once(call: Call, tmp_path: Path) -> None:
    (tmp_path / "walk.yaml").write_text(WALK.replace("f + 1", "g + 1"))
    ended = call("run", "walk.yaml", "--solver", "petsc")
    assert ended.code == 3
    assert ended.err.count("walk.yaml:8") == 1


@pytest.mark.parametrize("stage", ["middle", "sweep"])
def test_a_rank_that_fails_alone_says_why_and_takes_the_others_with_it(
    call: Call, failing: Callable[[str], None], stage: str
) -> None:
    failing(stage)
    ended = call("run", "walk.yaml", "--solver", "petsc", "--no-save")
    assert ended.code == 5
    assert "rank 1 of 2: error: over the limit: nothing is left\n  buy more" in ended.err
    assert ended.seconds < 15


def test_a_rank_that_fails_before_it_has_met_the_others_gives_the_first_a_head_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.delitem(sys.modules, "mpi4py.MPI", raising=False)

    def fail() -> None:
        print("nobody hears this")
        raise LimitError("nothing is left", "buy more")

    assert together(Ranks(1, 2, 2), fail, ["run", "walk.yaml"]) == 5
    assert waited == [HEAD_START]
    out, err = capsys.readouterr()
    assert (out, err) == ("", "rank 1 of 2: error: over the limit: nothing is left\n  buy more\n")


def test_a_rank_that_is_killed_takes_the_others_with_it(tmp_path: Path) -> None:
    (tmp_path / "endless.yaml").write_text(
        "game: endless\nvariables: {f: {range: 0..2^40, init: 0}}\n"
        "commands:\n  - when: true\n    then:\n      - 1/2: {f: mod(f * 5 + 1, 2^40)}\n      - 1/2: {f: f}\n"
        'questions: {ever: "P=? [F f = 3]"}\n'
    )
    running = launch(2, ["run", "endless.yaml", "--solver", "petsc", "--no-save"], tmp_path)
    os.kill(_rank(running.pid, "1"), signal.SIGKILL)
    begun = time.monotonic()
    _, err = running.communicate(timeout=60)
    assert running.returncode != 0
    assert time.monotonic() - begun < 15
    assert "signal 9" in err


def _rank(launcher: int, rank: str) -> int:
    """The process of a rank, as soon as it has met the others."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        for child in Path(f"/proc/{launcher}/task/{launcher}/children").read_text().split():
            this = f"OMPI_COMM_WORLD_RANK={rank}".encode() in Path(f"/proc/{child}/environ").read_bytes().split(b"\0")
            if this and "mpi4py" in Path(f"/proc/{child}/maps").read_text():
                time.sleep(1)
                return int(child)
        time.sleep(0.05)
    raise AssertionError("no such rank")
