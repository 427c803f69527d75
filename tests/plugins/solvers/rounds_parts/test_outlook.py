"""What the ways to sweep a game would take: vectors, passes, machines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.plugin import NoRoundsError, Outlook
from oddsmith.process.process import Process
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.rounds_parts import outlook as module
from oddsmith_plugins.solvers.rounds_parts.calibrate import Calibration
from oddsmith_plugins.solvers.rounds_parts.outlook import BASE, foresee

SPECS = Path(__file__).parents[4] / "specs"
GUESS = Calibration(10.0, True, 100, False)


def process_of(name: str) -> Process:
    return lower(load(SPECS / f"{name}.yaml", {}))


@pytest.fixture(scope="module")
def three() -> Process:
    return process_of("goose3")


def seen(process: Process, monkeypatch: pytest.MonkeyPatch) -> Outlook:
    monkeypatch.setattr(module, "calibrate", lambda operator, precision: GUESS)
    return foresee(process, Context(threads=2), 10)


def test_memory_is_counted_in_vectors(three: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    found = seen(three, monkeypatch)
    vector = found.figures["vector_bytes"]
    memory = {way.name: (way.memory - BASE) / vector for way in found.ways}
    assert memory["plain rounds"] == 1.5
    assert memory["plain rounds, single precision"] == 1.0
    assert memory["rounds with bicgstab"] == 6.0
    assert memory["rounds with gmres(10)"] == 12.0
    assert found.states == 3 * 48**3


def test_questions_that_are_alike_are_solved_once(three: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    wins = replace(three, questions=tuple(q for q in three.questions if q.name.startswith("win")))
    assert len(wins.questions) == 3
    found = seen(wins, monkeypatch)
    assert found.figures["solves"] == 1
    assert next(way.seconds for way in found.ways) == 10.0 * 100
    assert seen(three, monkeypatch).figures["solves"] > 1


def test_a_file_costs_its_passes(three: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    wide, single = (way for way in seen(three, monkeypatch).ways if way.disk)
    assert wide.disk == 1.5 * single.disk
    assert wide.arguments[:4] == ("--solver", "rounds", "--vector-file", "FILE")
    assert wide.seconds > single.seconds > 10.0 * 100


def test_a_vector_that_is_too_large_is_spread_over_machines(three: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any(way.elsewhere for way in seen(three, monkeypatch).ways)
    monkeypatch.setattr(module.Prospects, "vector", 98_000_000_000)
    others = [way for way in seen(three, monkeypatch).ways if way.elsewhere]
    assert [way.name for way in others] == ["3 machines with 64 GB", "2 machines with 128 GB", "1 machine with 256 GB"]
    assert [way.ranks for way in others] == [3, 2, 0]
    assert all(way.memory < 0.9 * 1e9 * int(way.name.split()[-2]) for way in others)
    assert [way.seconds for way in others] == sorted(way.seconds for way in others)


def test_any_number_of_machines_up_to_the_slices_can_share_a_vector(
    three: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    spread = seen(three, monkeypatch).spread
    assert spread is not None
    one, two, four, many = (spread(machines) for machines in (1, 2, 4, 1000))
    assert one is not None
    assert two is not None
    assert four is not None
    assert many is None
    assert (one.sent, two.machines, two.ranks) == (0, 2, 2)
    assert two.memory > four.memory
    assert four.sent == pytest.approx(two.sent * (1 / 4 * 3 / 4) / (1 / 2 * 1 / 2), rel=1e-9)


def test_a_game_without_rounds_or_fitting_questions_is_refused(three: Process) -> None:
    with pytest.raises(NoRoundsError):
        foresee(process_of("yahtzee"), Context(), 10)
    with pytest.raises(NoRoundsError, match="nothing is asked"):
        foresee(replace(three, questions=()), Context(), 10)
