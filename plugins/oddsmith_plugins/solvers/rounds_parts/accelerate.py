"""x = R x + b -> an approximation of x after far fewer rounds than the series needs, but with no bound of its own.

BiCGStab (van der Vorst 1992), GMRES(m) (Saad, Schultz 1986) and Anderson mixing (Walker, Ni 2011), all on (I - R) x = b
with R one round. They are generators: after each step they give the largest residual, and whoever asks may stop there,
keep x, and begin again with it. `certificate` turns the result into bounds.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from oddsmith_plugins.solvers.rounds_parts.operator import Vector
from oddsmith_plugins.solvers.rounds_parts.vectors import Vectors

Steps = Iterator[tuple[int, float]]
"""(rounds done, largest residual) after each step."""


def bicgstab(vectors: Vectors, x: Vector, _: int) -> Steps:
    """Two rounds a step; six vectors with x."""
    zeros = vectors.operator.zeros
    r, shadow, p, v, t = (zeros() for _ in range(5))
    rounds = 1
    vectors.residual(r, x)
    vectors.copy(shadow, r)
    rho = alpha = omega = 1.0
    while True:
        (rho_next,) = vectors.dot((shadow, r))
        if rho_next == 0.0 or omega == 0.0:
            return
        beta = rho_next / rho * alpha / omega
        rho = rho_next
        vectors.combine(p, beta, (-beta * omega, v), (1.0, r))
        vectors.without_round(v, p)
        (along,) = vectors.dot((shadow, v))
        if along == 0.0:
            return
        alpha = rho / along
        vectors.combine(r, 1.0, (-alpha, v))
        vectors.without_round(t, r)
        across, square = vectors.dot((t, r), (t, t))
        omega = across / square if square > 0 else 0.0
        vectors.combine(x, 1.0, (alpha, p), (omega, r))
        largest = vectors.combine(r, 1.0, (-omega, t))
        rounds += 2
        yield rounds, largest


def gmres(vectors: Vectors, x: Vector, depth: int) -> Steps:
    """`depth` rounds, and one more, for each restart; depth + 2 vectors with x."""
    basis = [vectors.operator.zeros() for _ in range(depth + 1)]
    rounds = 0
    while True:
        vectors.residual(basis[0], x)
        rounds += 1
        yield rounds, vectors.combine(basis[0], 1.0)
        (square,) = vectors.dot((basis[0], basis[0]))
        if square == 0.0:
            return
        norm = np.sqrt(square)
        vectors.combine(basis[0], 1.0 / norm)
        h = np.zeros((depth + 1, depth))
        used = depth
        for k in range(depth):
            vectors.without_round(basis[k + 1], basis[k])
            rounds += 1
            for j in range(k + 1):
                (h[j, k],) = vectors.dot((basis[j], basis[k + 1]))
                vectors.combine(basis[k + 1], 1.0, (-h[j, k], basis[j]))
            (left,) = vectors.dot((basis[k + 1], basis[k + 1]))
            h[k + 1, k] = np.sqrt(left)
            if h[k + 1, k] <= 1e-14 * norm:
                used = k + 1
                break
            vectors.combine(basis[k + 1], 1.0 / h[k + 1, k])
        right = np.zeros(used + 1)
        right[0] = norm
        y, *_ = np.linalg.lstsq(h[: used + 1, :used], right, rcond=None)
        vectors.combine(x, 1.0, *((float(c), basis[k]) for k, c in enumerate(y)))


def anderson(vectors: Vectors, x: Vector, depth: int) -> Steps:
    """One round a step; 2 depth + 3 vectors with x."""
    zeros = vectors.operator.zeros
    f, last_x, last_f = zeros(), zeros(), zeros()
    steps: list[tuple[Vector, Vector]] = []
    rounds = 0
    while True:
        vectors.residual(f, x)
        rounds += 1
        largest = vectors.combine(f, 1.0)
        yield rounds, largest
        if rounds > 1:
            dx, df = (zeros(), zeros()) if len(steps) < depth - 1 else steps.pop(0) if steps else (zeros(), zeros())
            vectors.combine(dx, 0.0, (1.0, x), (-1.0, last_x))
            vectors.combine(df, 0.0, (1.0, f), (-1.0, last_f))
            steps.append((dx, df))
        vectors.copy(last_x, x)
        vectors.copy(last_f, f)
        weights = _mix(vectors, f, [df for _, df in steps])
        terms = [(-w, v) for w, pair in zip(weights, steps, strict=True) for v in pair]
        vectors.combine(x, 1.0, (1.0, f), *terms)


def _mix(vectors: Vectors, f: Vector, changes: list[Vector]) -> list[float]:
    """The combination of the last changes that comes closest to the residual."""
    if not changes:
        return []
    count = len(changes)
    pairs = [(changes[i], changes[j]) for i in range(count) for j in range(count)] + [(c, f) for c in changes]
    found = vectors.dot(*pairs)
    gram, right = np.array(found[: count * count]).reshape(count, count), np.array(found[count * count :])
    weights, *_ = np.linalg.lstsq(gram, right, rcond=1e-14)
    return [float(w) for w in weights]
