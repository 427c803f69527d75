"""Rounds over a box of any size -> the seconds that one takes here, and how many are needed: swept in small.

A few thousand blocks from the middle of the box are swept for every layer. The vector is only promised by the system:
memory is taken for the pages that these blocks touch, so a box may be far larger than the machine.
"""

from __future__ import annotations

import mmap
import time
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, inf, log, prod

import numpy as np

from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector
from oddsmith_plugins.solvers.rounds_parts.program import Program

SAMPLE = 8_000_000
"""Cells that are swept for a layer: more than caches hold, and done in some hundredths of a second."""
PASSES = 3
NO_RESERVE = 0x4000
"""Linux: memory is promised, not set aside (Python 3.11 has no name for it)."""
PROBE = 40
"""Rounds from which the speed of convergence is read off."""
PATIENCE = 2.0
"""Seconds that the probe may take."""
USUAL_CELL = 2e-9
"""Seconds of one core for a cell and turn, where they cannot be measured."""
USUAL_ROUNDS = 200
"""What is guessed where a probe would take too long."""


@dataclass(frozen=True)
class Calibration:
    """What was found out."""

    seconds: float
    """Of one round, with all threads."""
    measured: bool
    """Whether that was measured, or is only what is usual."""
    rounds: int
    """For one question, as far as can be told."""
    probed: bool
    """Whether the number of rounds was read off from this game, or is only what is usual."""


def calibrate(operator: Operator, precision: float) -> Calibration:
    """Sweep a part of each layer, and some rounds of the whole box if it is small."""
    try:
        vector = promised(operator.length, operator.kind())
    except OSError:  # the system promises nothing that it does not have
        cells = operator.recipe.rounds.cells * operator.layers
        return Calibration(cells * USUAL_CELL / operator.context.threads, False, USUAL_ROUNDS, False)
    seconds = sum(layer_seconds(operator, place, vector) for place in range(operator.layers))
    del vector
    room = operator.length * operator.kind().itemsize * 4 < operator.context.available_memory()
    found = needed_rounds(operator, precision) if room and seconds * PROBE < PATIENCE else None
    return Calibration(seconds, True, found or USUAL_ROUNDS, found is not None)


def promised(length: int, kind: np.dtype) -> Vector:
    """A vector of zeros that takes memory only where it is touched."""
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE
    return np.frombuffer(mmap.mmap(-1, max(1, length) * kind.itemsize, flags=flags), dtype=kind, count=length)


def layer_seconds(operator: Operator, place: int, x: Vector) -> float:
    """What the whole layer would take: the best pass over a part of its blocks, scaled."""
    program = operator.program(place, operator.layout)
    count = _count(program)
    part = max(1, min(count, SAMPLE // program.blocks.cells))
    first = (count - part) // 2
    threads = min(part, operator.context.threads)
    cuts = [first + part * k // threads for k in range(threads + 1)]
    best = inf
    for _ in range(PASSES):
        begun = time.perf_counter()
        work = [operator.pool.submit(operator.slab, program, operator.layout, x, 1.0, *cut) for cut in pairwise(cuts)]
        for one in work:
            one.result()
        best = min(best, time.perf_counter() - begun)
    return best * count / part


def _count(program: Program) -> int:
    blocks = program.blocks
    return prod(blocks.sizes[axis] for axis in blocks.outer)


def needed_rounds(operator: Operator, precision: float) -> int | None:
    """Terms fall like a geometric series: how many of them there are above the precision; None if they do not fall."""
    x = operator.zeros()
    seen = operator.sweep_rounds(x, 1.0, 1) + operator.sweep_rounds(x, 0.0, PROBE - 1)
    most = 0
    for terms in zip(*seen, strict=True):
        before, newest, total = terms[-2], terms[-1], sum(terms)
        if newest == 0.0:
            continue
        rate = newest / before if before > 0 else inf
        if rate >= 1.0:
            return None
        rest = newest * rate / (1 - rate) / total
        most = max(most, PROBE + ceil(log(precision / rest) / log(rate)) if rest > precision else PROBE)
    return most or PROBE
