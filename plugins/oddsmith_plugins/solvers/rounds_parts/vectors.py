"""Arithmetic on whole vectors, part by part so that each part is fetched once, in threads, over all ranks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from oddsmith.plugin import Array, array, compiled, f64, fma, i64
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector

WIDE = 16
"""Sums that are kept side by side in registers."""


@compiled
def inner(count: i64, a: Array[f64], b: Array[f64]) -> f64:
    """The inner product."""
    sums = array(f64, WIDE)
    for k in range(WIDE):
        sums[k] = 0.0
    full = count // WIDE * WIDE
    for base in range(0, full, WIDE):
        for k in range(WIDE):
            sums[k] = fma(a[base + k], b[base + k], sums[k])
    total = 0.0
    for k in range(WIDE):
        total += sums[k]
    for i in range(full, count):
        total += a[i] * b[i]
    return total


@compiled
def add(count: i64, factor: f64, a: Array[f64], target: Array[f64]):
    """target += factor * a."""
    for i in range(count):
        target[i] = fma(factor, a[i], target[i])


@dataclass(frozen=True)
class Vectors:
    """The vectors of one operator."""

    operator: Operator

    def dot(self, *pairs: tuple[Vector, Vector]) -> list[float]:
        """The inner products of some pairs."""
        assert inner.address, "compiled here, not by several threads at once"
        found = self.operator.parts(lambda part: [inner(len(a[part]), a[part], b[part]) for a, b in pairs])
        sums = [sum(values) for values in zip(*found, strict=True)]
        return [self.operator.team.join(value, "sum") for value in sums]

    def combine(self, target: Vector, own: float, *terms: tuple[float, Vector]) -> float:
        """target := own * target + sum of factor * vector; the largest absolute value of the result."""

        def work(part: slice) -> float:
            here = target[part]
            if own == 0.0:
                here[...] = 0.0
            elif own != 1.0:
                here *= own
            for factor, vector in terms:
                add(len(here), factor, vector[part], here)
            return float(max(here.max(), -here.min()))

        assert add.address, "compiled here"
        return self.operator.team.join(max(self.operator.parts(work), default=0.0), "max")

    def copy(self, target: Vector, source: Vector) -> None:
        self.operator.parts(lambda part: np.copyto(target[part], source[part]))

    def without_round(self, target: Vector, source: Vector) -> None:
        """target := source - R source."""
        self.copy(target, source)
        self.operator.rounds(target, 0.0)
        self.combine(target, -1.0, (1.0, source))

    def residual(self, target: Vector, x: Vector) -> list[float]:
        """target := R x + b - x; what the round saw at the initial cell on the way."""
        self.copy(target, x)
        (seen,) = self.operator.rounds(target, 1.0)
        self.combine(target, 1.0, (-1.0, x))
        return seen
