"""Run by mpiexec: all ranks find together what `rounds` finds; two ranks stop in the middle, three go on from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from mpi4py import MPI

from oddsmith.context import Context, Forgetful, Keeper, StoppedError
from oddsmith.plugin import Found, Process
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.petsc import Petsc
from oddsmith_plugins.solvers.rounds import RoundsSolver

WORLD = MPI.COMM_WORLD
ROOT = Path(__file__).parents[4]
GOOSE = ROOT / "specs/goose2.yaml"


class Stopping(Forgetful):
    """Keeps once, after so many looks, and ends."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.looks = folder, 20

    def due(self) -> bool:
        assert WORLD.rank == 0
        self.looks -= 1
        return self.stopping()

    def stopping(self) -> bool:
        return self.looks <= 0

    def keep(self, write: Callable[[Path], None], stop: bool | None = None) -> None:
        write(self.folder if WORLD.rank == 0 else Path())
        if stop:
            raise StoppedError("as asked")


class Resuming(Forgetful):
    """Goes on from a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def kept(self) -> Path:
        assert WORLD.rank == 0
        return self.folder


def game(path: Path) -> Process:
    """With one question, or with all of them where they are of several kinds."""
    process = lower(load(path))
    return replace(process, questions=process.questions[:1]) if path == GOOSE else process


def found(path: Path, keeper: Keeper | None = None, **options: Any) -> Found:
    context = Context(threads=1, rank=WORLD.rank, ranks=WORLD.size, keeper=keeper or Forgetful())
    return Petsc(storage="computed", **options).find(game(path), context)


def compare(path: Path, **options: Any) -> None:
    alone, together = RoundsSolver().find(game(path), Context(threads=1)), found(path, **options)
    assert alone.findings.keys() == together.findings.keys()
    assert alone.refused == together.refused
    for question, one in alone.findings.items():
        a, b = one.value, together.findings[question].value
        assert a.lower <= b.upper, (path, question, options)
        assert b.lower <= a.upper, (path, question, options)
        assert b.upper - b.lower <= 1e-9 * abs(b.value), (path, question, options)
    assert f"by {WORLD.size} ranks, which sent each other" in together.note
    assert len({*WORLD.allgather(repr(together.findings))}) == 1


def stop(how: str) -> None:
    folder = Path(f"kept-{how}")
    folder.mkdir(exist_ok=True)
    try:
        found(GOOSE, Stopping(folder), accelerator=how)
    except StoppedError:
        return
    raise AssertionError("it went on")


def resume(how: str) -> None:
    resumed = found(GOOSE, Resuming(Path(f"kept-{how}")), accelerator=how)
    straight = found(GOOSE, accelerator=how)
    a, b = resumed.findings["win1"], straight.findings["win1"]
    assert resumed.effort.rounds < straight.effort.rounds
    if how == "plain":
        assert a == b, "not a digit is lost"
    assert a.value.lower <= b.value.upper
    assert b.value.lower <= a.value.upper


def main() -> None:
    games = ROOT / "tests/specs/rounds"
    if WORLD.size == 2:
        compare(GOOSE, accelerator="plain")
        compare(GOOSE, library=(("ksp_type", "idr"),))
        compare(games / "two-writes.yaml", accelerator="ksp")
        compare(games / "coins.yaml", accelerator="snes")
    else:
        compare(games / "weights.yaml")
        compare(GOOSE, accelerator="ksp")
    for how in ("plain", "ksp"):
        (stop if WORLD.size == 2 else resume)(how)


if __name__ == "__main__":
    main()
