"""This machine -> the bytes a second that its memory copies: a large array into another one, on all cores.

Counted as J. McCalpin's STREAM counts its copy: what is read and what is written, best of several passes.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from subprocess import run

import numpy as np

from oddsmith.context import Context
from oddsmith.native import Array, compiled, f64, i64

LARGEST = 1 << 29
"""Bytes of an array: far more than any cache."""
PASSES = 8
PROGRAM = "from oddsmith.run.bench.bandwidth import copy_rate; print(copy_rate())"


@compiled
def copy_part(first: i64, last: i64, source: Array[f64], target: Array[f64]) -> None:
    """target := source, from first to last - 1."""
    for i in range(first, last):
        target[i] = source[i]


def copy_rate(most: int = LARGEST) -> float:
    """Bytes read and written in a second."""
    context = Context()
    count = min(most, context.available_memory() // 4) // 8
    source, target = np.ones(count), np.zeros(count)
    cuts = [count * k // context.threads for k in range(context.threads + 1)]
    assert copy_part.address, "compiled here, not by several threads at once"
    best = float("inf")
    with ThreadPoolExecutor(context.threads) as pool:
        for _ in range(PASSES):
            begun = time.perf_counter()
            for work in [pool.submit(copy_part, a, b, source, target) for a, b in pairwise(cuts)]:
                work.result()
            best = min(best, time.perf_counter() - begun)
    return 16 * count / best


def measured_copy_rate() -> float:
    """The same, in a process of its own: what is measured afterwards must not inherit the peak of these arrays."""
    done = run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    return float(done.stdout)
