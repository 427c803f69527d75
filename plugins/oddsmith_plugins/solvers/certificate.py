"""An approximate solution of packed equations -> proved bounds.

Let F be the right-hand side of x = F(x): monotone, with one solution x*. For a reference r > 0 (the size of x) let
w >= max_j (A_j w) + r over the choices that are nearly best, and rho the greatest |F(x) - x| / r. Then u = x + rho w
satisfies F(u) <= u, hence x* <= u, and l = x - rho w satisfies F(l) >= l, hence l <= x* (Baier et al., Ensuring the
reliability of your model checker, 2017; Quatmann & Katoen, Sound value iteration, 2018; the weighted norm is Bertsekas'
for stochastic shortest paths). w comes from sweeps and need only be rough; what counts is that the two inequalities are
checked afterwards in arithmetic that is rounded outwards. We do not need monotone iterates, unlike interval iteration
from both sides, so any x will do, also an extrapolated one.

In a minimising problem that is not stopping, u >= F(u) >= 0 means that the minimising choices have finite cost, so they
reach the fixed states; and l <= F(l) bounds the cost of every policy that reaches them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from oddsmith_plugins.solvers.bounds import SLACK, UNIT, width_at
from oddsmith_plugins.solvers.relaxation import Relaxation, Vector

LARGER = 32.0
"""Sweeps count only the steps that lead backwards in their order; there may be so many times more of the others."""
ROUNDS = 25
"""Attempts, each with more sweeps than the one before."""
ENOUGH = 0.8
"""The share of the reference that a weight vector may lack."""
QUICK = 32
"""Sweeps up to which a weight vector is found as quickly as the solution was."""
SMALLEST = 1e-274
"""Values below this are bounded absolutely."""
GAP = 1e-6
"""Relative distance from the best up to which a choice counts as nearly best."""


@dataclass(frozen=True)
class Bounds:
    """Proved bounds per position and column; infinite where there is no proof."""

    lower: Vector
    upper: Vector

    def width(self, position: int) -> float:
        return 0.0 if position < 0 else width_at(position, self.lower, self.upper)


def excess(relaxation: Relaxation, constant: Vector, x: Vector, reference: Vector, direction: int) -> Vector:
    """Per column: the greatest excess of F(x) over x (direction 1), or of x over F(x) (direction -1); 0 if none."""
    system = relaxation.system
    arguments = relaxation.arguments(constant)
    if system.choice_start is None:
        arguments = (np.arange(system.size + 1), system.maximise, *arguments)
    worst = np.zeros(system.columns)
    step = max(1, 1_000_000 // system.columns)
    for low in range(0, system.size, step):
        high = min(low + step, system.size)
        relaxation.functions["examine"](
            float(direction), low, high, *arguments, x.reshape(-1), reference.reshape(-1), worst
        )
        relaxation.context.check()
    return worst


def reference_of(x: Vector, nonnegative: bool) -> Vector:
    """The size of x, zero only where x is; where signs mix, never much below the mean."""
    if nonnegative:
        faint = (x > 0) & (x < SMALLEST)
        return np.where(faint, SMALLEST, x) if faint.any() else x
    size = np.abs(x)
    return size + np.maximum(size.mean(axis=0), 1e-300)


def residual(relaxation: Relaxation, x: Vector, reference: Vector) -> Vector:
    """rho per column, rounding included."""
    constant = relaxation.system.constant
    up = excess(relaxation, constant, x, reference, 1)
    down = excess(relaxation, constant, x, reference, -1)
    return np.maximum(np.maximum(up, down), UNIT)


def near_best(relaxation: Relaxation, x: Vector, reference: Vector, gap: Vector) -> Vector:
    """The constants of the equation for w: the reference at choices that are nearly best, -infinity at others."""
    system = relaxation.system
    if system.choice_start is None:
        return reference
    owner = np.repeat(np.arange(system.size), np.diff(system.choice_start))
    wanted = reference[owner]
    return np.where(np.abs(relaxation.appraise(x) - x[owner]) <= gap * wanted, wanted, -np.inf)


def certify(relaxation: Relaxation, x: Vector, nonnegative: bool) -> Bounds:
    """Bounds around x. Where they are wider than asked at the initial position, x is improved as long as that helps."""
    system, asked = relaxation.system, relaxation.context.precision
    upward = Relaxation(replace(system, maximise=np.ones_like(system.maximise)), relaxation.context, relaxation.pool)
    floor = 4 * (system.longest + SLACK) * UNIT
    best: Bounds | None = None
    aim, before, w = asked, np.inf, None
    for _ in range(ROUNDS):
        reference = reference_of(x, nonnegative)
        rho = residual(relaxation, x, reference)
        constant = near_best(relaxation, x, reference, np.maximum(GAP, 100 * rho))
        if w is None:
            w = first_weights(relaxation, upward, x, reference, constant)
        lacking = weigh(upward, constant, reference, w, max(400, 2 * relaxation.sweeps))
        if lacking is None:
            break
        factor = (1.5 * rho + 8 * UNIT) / (1 - lacking)
        lighten(upward, constant, x, w, factor)
        bounds = proved(relaxation, x, w, factor)
        width = bounds.width(system.initial)
        best = bounds if best is None or width <= best.width(system.initial) else best
        if width <= asked or (width > 0.5 * before and float(rho.max()) <= floor):
            break
        aim, before = aim * min(0.1, 0.5 * asked / width), width
        relaxation.solve(system.constant, x, aim)
    relaxation.sweeps += upward.sweeps
    return best or Bounds(np.full_like(x, -np.inf), np.full_like(x, np.inf))


def weigh(upward: Relaxation, constant: Vector, reference: Vector, w: Vector, most: int) -> Vector | None:
    """Sweep w until it is good enough; the share of the reference that it still lacks, None if that does not help."""
    sweeps = 8
    while upward.sweeps < most:
        for done in range(0, sweeps, 8):
            upward.sweep(min(8, sweeps - done), constant, w, 0, upward.system.size)
            upward.context.check()
        lacking = np.maximum(excess(upward, constant, w, reference, 1), 0.0)
        if (lacking < ENOUGH).all():
            return lacking
        sweeps = sweeps + sweeps // 2
    return None


def lighten(upward: Relaxation, constant: Vector, x: Vector, w: Vector, factor: Vector) -> None:
    """Sweep w further, as long as that makes bounds narrower that would be too wide: the first w may be too large.

    If (I - A) w >= c r, then a sweep makes w smaller and keeps that, because it is monotone.
    """
    start, asked = upward.system.initial, upward.context.precision
    if start < 0 or not (x[start] != 0).all():
        return
    width = np.inf
    while asked < (new := 2 * float(np.max(factor * w[start] / np.abs(x[start])))) < 0.8 * width:
        width = new
        upward.sweep(16, constant, w, 0, upward.system.size)
        upward.context.check()


def first_weights(relaxation: Relaxation, upward: Relaxation, x: Vector, reference: Vector, constant: Vector) -> Vector:
    """A first guess at w: the reference where few sweeps were needed, else what the sweeps had missed."""
    if relaxation.sweeps <= QUICK:
        return reference.copy()
    w = upward.lagging(relaxation.missing(x), reference, constant)
    w *= LARGER
    return w


def proved(relaxation: Relaxation, x: Vector, w: Vector, factor: Vector) -> Bounds:
    """x - factor w and x + factor w, where the two inequalities hold; infinite columns where not."""
    constant = relaxation.system.constant
    error = w * factor
    upper = x + error
    upper[:, excess(relaxation, constant, upper, x, 1) > 0] = np.inf
    lower = np.subtract(x, error, out=error)
    lower[:, excess(relaxation, constant, lower, x, -1) > 0] = -np.inf
    return Bounds(lower, upper)
