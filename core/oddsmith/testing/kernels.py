"""A kernel -> nothing, or an AssertionError that says where it goes wrong: what a kernel's own tests call."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from oddsmith.context import Context
from oddsmith.kernel.kernel import NotCompilableError, Target
from oddsmith.space.space import StateSpace
from oddsmith.testing.games import PLAIN
from oddsmith.testing.offers import assert_offer
from oddsmith.testing.reference import explored, installed, process_of


def check_kernel(target: Target, games: Iterable[str] = PLAIN) -> None:
    """Explore the games, and compare states, weights, gains and conditions with the reference kernel.

    Games that it leaves to other kernels (NotCompilableError) are skipped, but not all of them may be.
    """
    assert_offer("kernel", target)
    reference: Target = installed().make("kernel", "reference", {})
    built = 0
    for text in games:
        process = process_of(text)
        try:
            target.build(process, (), Context())
        except NotCompilableError:
            refusing = target.numbers == "float" or target.partial
            assert refusing, f"kernel {target.name} is exact and refuses {process.name}: it has to say `partial = True`"
            continue
        built += 1
        expected, found = explored(process, [reference]), explored(process, [target])
        assert contents(found) == contents(expected), f"kernel {target.name} builds another {process.name}"
    assert built, f"kernel {target.name} leaves all of these games to others"


def contents(space: StateSpace) -> dict[str, object]:
    """What a space says about each state, whatever the numbering of the states."""
    stored = space.transitions
    names = [space.describe(state) for state in range(space.size)]
    told: dict[str, object] = {"initial": names[space.initial]}
    for state, name in enumerate(names):
        choices = range(int(stored.starts[state]), int(stored.starts[state + 1]))
        truths = [bool(condition[state]) for condition in space.conditions]
        gains = [_rounded(g.state[state : state + 1]) for g in space.gains.values()]
        told[name] = (truths, gains, sorted(_choice(space, names, choice) for choice in choices))
    return told


def _choice(space: StateSpace, names: list[str], choice: int) -> tuple[object, ...]:
    stored = space.transitions
    part = slice(int(stored.row_start[choice]), int(stored.row_start[choice + 1]))
    targets = [names[column] for column in stored.column[part].tolist()]
    gains = [_rounded(g.choice[choice : choice + 1]) for g in space.gains.values()]
    steps = [_rounded(g.step[part]) if g.step is not None else [0.0] * len(targets) for g in space.gains.values()]
    moves = sorted(zip(targets, _rounded(stored.weight[part]), *steps, strict=True))
    return int(space.summand[choice]), gains, moves


def _rounded(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[float]:
    """Weights from different kernels may differ in the last bits."""
    return [float(f"{value:.12g}") for value in values]
