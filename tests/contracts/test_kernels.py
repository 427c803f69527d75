"""The compiled kernel says what the reference kernel says: on every shipped game, and on random ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from contracts.sketches import Sketch, sketches, spec_text
from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.kernel.kernel import Kernel, Moves, Rows
from oddsmith.process.process import Process
from oddsmith.solve.conditions import conditions_of
from oddsmith.space.explore import explore
from oddsmith.space.space import StateSpace
from oddsmith.spec.load import load as load_spec
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

SPECS = Path(__file__).parents[2] / "specs"
EVERY_SPEC = sorted(path.stem for path in SPECS.glob("*.yaml"))
KERNELS = ("reference", "compiled")
SMALL: tuple[tuple[str, dict[str, str]], ...] = (
    ("another-game", {}),
    ("another-game", {"players": "3", "coins": "2", "sides": "5"}),
    ("combat-dice", {"k": "1"}),
    ("gambler", {}),
    ("goose-bloemen", {"dice": "1"}),
    ("goose-simple", {}),
    ("ruin", {"N": "4", "d": "5"}),
    ("ruin-modules", {"flag": "true"}),
    ("yahtzee", {"N": "3", "flag": "true"}),
    ("yahtzee-dice", {"N": "2"}),
    ("yahtzee-turns", {"N": "3"}),
)
"""Games whose whole spaces are compared."""


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


@pytest.fixture
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDSMITH_CACHE", str(tmp_path))


def kernels(process: Process, installed: Registry) -> list[Kernel]:
    conditions = conditions_of(process.questions)
    return [installed.make("kernel", name, {}).build(process, conditions, Context()) for name in KERNELS]


def walked(kernel: Kernel, wanted: int) -> Rows:
    """Up to so many different states, found by walking at random from the beginning."""
    chance = random.Random(1)
    start = kernel.encoding.initial().reshape(1, -1)
    found, row = {start.tobytes(): start}, start
    for _ in range(4 * wanted):
        targets = kernel.expand(row).targets
        row = targets[chance.randrange(len(targets))].reshape(1, -1) if len(targets) else start
        found.setdefault(row.tobytes(), row)
        if len(found) == wanted:
            break
    return np.concatenate(list(found.values()))


def assert_same_moves(wanted: Moves, found: Moves) -> None:
    for field in ("choices", "summand", "sizes", "targets"):
        assert np.array_equal(getattr(wanted, field), getattr(found, field)), field
    np.testing.assert_allclose(found.weights, wanted.weights, rtol=1e-14)
    np.testing.assert_allclose(found.gains, wanted.gains, rtol=1e-14)
    assert (found.step_gains is None) == (wanted.step_gains is None)
    if found.step_gains is not None and wanted.step_gains is not None:
        np.testing.assert_allclose(found.step_gains, wanted.step_gains, rtol=1e-14)


def assert_same_states(reference: Kernel, compiled: Kernel, rows: Rows, conditions: int) -> None:
    assert reference.rewards == compiled.rewards
    for number in range(conditions):
        assert np.array_equal(reference.holds(number, rows), compiled.holds(number, rows))
    for number in range(len(reference.rewards)):
        wanted, found = (kernel.state_gain(number, rows) for kernel in (reference, compiled))
        np.testing.assert_allclose(found, wanted, rtol=1e-14)


@pytest.mark.parametrize("spec", EVERY_SPEC)
def test_states_of_every_shipped_game(spec: str, installed: Registry) -> None:
    process = lower(load_spec(SPECS / f"{spec}.yaml"))
    reference, compiled = kernels(process, installed)
    rows = walked(compiled, 8 if spec == "yahtzee-dice" else 150)
    assert_same_moves(reference.expand(rows), compiled.expand(rows))
    assert_same_states(reference, compiled, rows, len(conditions_of(process.questions)))


def spaces(process: Process, installed: Registry) -> Iterator[StateSpace]:
    conditions = conditions_of(process.questions)
    for name in KERNELS:
        yield explore(process, conditions, (installed.make("kernel", name, {}),), Context())[0]


def assert_same_space(wanted: StateSpace, found: StateSpace) -> None:
    """Whatever the numbering of the states."""
    assert (found.size, found.transitions.count, found.deadlocks) == (
        wanted.size,
        wanted.transitions.count,
        wanted.deadlocks,
    )
    assert contents(found) == contents(wanted)


def contents(space: StateSpace) -> dict[bytes, tuple[object, ...]]:
    """Packed state -> what holds and is gained there, and its choices with their successors."""
    stored, keys = space.transitions, [row.tobytes() for row in space.rows]
    found: dict[bytes, tuple[object, ...]] = {}
    for state, key in enumerate(keys):
        truths = [bool(condition[state]) for condition in space.conditions]
        gains = {name: rounded(gain.state[state : state + 1]) for name, gain in space.gains.items()}
        choices = range(int(stored.starts[state]), int(stored.starts[state + 1]))
        found[key] = (truths, gains, [choice_contents(space, keys, choice) for choice in choices])
    return found


def choice_contents(space: StateSpace, keys: list[bytes], choice: int) -> tuple[object, ...]:
    stored = space.transitions
    part = slice(int(stored.row_start[choice]), int(stored.row_start[choice + 1]))
    targets = [keys[column] for column in stored.column[part].tolist()]
    gains = {name: rounded(gain.choice[choice : choice + 1]) for name, gain in space.gains.items()}
    steps = [rounded(gain.step[part]) for gain in space.gains.values() if gain.step is not None]
    moves = sorted(zip(targets, rounded(stored.weight[part]), *steps, strict=True))
    return int(space.summand[choice]), gains, moves


def rounded(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[float]:
    """Sums of several weights may differ in the last bits."""
    return [float(f"{value:.13g}") for value in values]


@pytest.mark.parametrize(("spec", "constants"), SMALL, ids=lambda value: value if isinstance(value, str) else "")
def test_whole_space_of_small_games(spec: str, constants: dict[str, str], installed: Registry) -> None:
    process = lower(load_spec(SPECS / f"{spec}.yaml", constants))
    assert_same_space(*spaces(process, installed))


few = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate]
)
GOALS = {"goal": "P{}=? [F goal]", "hazard": "P{}=? [F hazard]", "gold": "R{{gold}}{}=? [C<=1]"}


@pytest.mark.usefixtures("_own_cache")
@settings(few, max_examples=40)
@given(sketches(is_chain=True))
def test_random_chains(installed: Registry, sketch: Sketch) -> None:
    process = lower(load_text(spec_text(sketch, {name: text.format("") for name, text in GOALS.items()})))
    assert_same_space(*spaces(process, installed))


@pytest.mark.usefixtures("_own_cache")
@settings(few, max_examples=40)
@given(sketches(is_chain=False))
def test_random_decisions(installed: Registry, sketch: Sketch) -> None:
    process = lower(load_text(spec_text(sketch, {name: text.format("max") for name, text in GOALS.items()})))
    assert_same_space(*spaces(process, installed))
