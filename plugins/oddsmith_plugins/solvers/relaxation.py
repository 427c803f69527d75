"""Packed equations -> an approximate solution by sweeps, component by component, with extrapolation.

Large components are swept by all threads at once, each on its own block and without waiting for the others
(asynchronous Gauss-Seidel iteration: Bertsekas & Tsitsiklis 1989, chapter 6). When the changes shrink by a steady
factor, a few sweeps are combined by reduced rank extrapolation (Sidi, Vector extrapolation methods, 2017): the weighted
mean of the iterates whose weighted change is smallest. It is kept only if it beats the plain sweeps. Nothing here is
proved; the certificate is taken afterwards, from whatever x came out.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context
from oddsmith_plugins.solvers.parts import runs
from oddsmith_plugins.solvers.sweeps import STILL, specialised
from oddsmith_plugins.solvers.system import System

LARGE = 2_000
"""States from which a component is swept by itself."""
PARALLEL_WORK = 1_500_000
"""Multiplications in a sweep from which a second thread pays."""
WINDOW = 8
"""Sweeps between two decisions, and changes combined by one extrapolation."""
QUIET = 1e-4
"""Relative change, in terms of the asked precision, below which a value stands still for a while."""
PATIENCE = 2000
"""Sweeps before a component is given up."""
FAR = 100.0
"""How many times larger than wanted changes must be for an extrapolation to pay."""
MEMORY = 600_000_000
"""Bytes that the iterates to be combined may take."""
SAMPLE = 40_000
"""Entries per column that decide the weights of an extrapolation."""

Vector = NDArray[np.float64]


@dataclass
class Relaxation:
    """Sweeps over one system; counts them, and shares them among threads."""

    system: System
    context: Context
    pool: ThreadPoolExecutor
    sweeps: int = 0
    most: int = 20_000
    total: Vector | None = field(default=None, repr=False)
    terms: Vector | None = field(default=None, repr=False)
    functions: dict[str, Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.functions = specialised(self.system.columns, self.system.code is not None)

    def arguments(self, constant: Vector) -> tuple[Any, ...]:
        system = self.system
        code = np.zeros(1, np.uint8) if system.code is None else system.code
        rest = (system.row_start, system.column, code, system.table, system.scale, constant.reshape(-1))
        return rest if system.choice_start is None else (system.choice_start, system.maximise, *rest)

    def parts(self) -> Iterator[tuple[int, int]]:
        """Components first..last: large ones alone, the others in runs."""
        sizes = np.diff(self.system.component_start)
        return runs(len(sizes), np.flatnonzero(sizes >= LARGE).tolist())

    def solve(self, constant: Vector, x: Vector, precision: float) -> None:
        """Improve x until the estimated relative error is below the precision, everywhere."""
        start = self.system.component_start
        name = "settle_chain" if self.system.choice_start is None else "settle_choices"
        for first, last in self.parts():
            low, high = int(start[first]), int(start[last])
            if last == first + 1 and high - low >= LARGE:
                self.component(constant, x, low, high, precision)
            else:
                arguments = self.arguments(constant)
                chunk = max(1, 200_000 * (last - first) // max(high - low, 1))
                for k in range(first, last, chunk):
                    end = min(last, k + chunk)
                    spent = self.functions[name](k, end, 2000, start, *arguments, x.reshape(-1))
                    self.sweeps = max(self.sweeps, int(spent))
                    self.context.check()

    def sweep(self, count: int, constant: Vector, x: Vector, low: int, high: int) -> float:
        """So many sweeps over a range, by all threads; the greatest relative change of the last one."""
        name = "sweep_chain" if self.system.choice_start is None else "sweep_choices"
        function, arguments = self.functions[name], self.arguments(constant)
        blocks = self._blocks(low, high)
        self.sweeps += count
        quiet = QUIET * self.context.precision
        if len(blocks) == 1:
            return float(function(count, quiet, low, high, *arguments, x.reshape(-1)))
        change = 0.0
        for _ in range(count):
            jobs = [self.pool.submit(function, 1, quiet, a, b, *arguments, x.reshape(-1)) for a, b in blocks]
            change = max(float(job.result()) for job in jobs)
        return change

    def appraise(self, x: Vector) -> Vector:
        """What every choice is worth, [choices, columns]."""
        system = self.system
        worth = np.empty_like(system.constant)
        arguments = self.arguments(system.constant)[-6:]
        for low in range(0, len(worth), 1_000_000):
            high = min(low + 1_000_000, len(worth))
            self.functions["appraise"](low, high, *arguments, x.reshape(-1), worth.reshape(-1))
            self.context.check()
        return worth

    def _blocks(self, low: int, high: int) -> list[tuple[int, int]]:
        begin = self.begin
        work = int(begin[high] - begin[low]) * self.system.columns
        threads = self.context.threads
        if work < PARALLEL_WORK or threads < 2:
            return [(low, high)]
        inner = np.searchsorted(begin, np.linspace(begin[low], begin[high], threads + 1)[1:-1]).tolist()
        edges = [low, *inner, high]
        return list(pairwise(edges))

    @property
    def begin(self) -> NDArray[np.int64]:
        """Where the transitions of each position begin."""
        system = self.system
        return system.row_start if system.choice_start is None else system.row_start[system.choice_start]

    def component(self, constant: Vector, x: Vector, low: int, high: int, precision: float) -> None:
        """Sweep one large component until its estimated error is small."""
        changes: list[float] = []
        rested, wait = 0, 2
        task = self.context.monitor.task("sweeps", "sweeps")
        while self.sweeps < self.most:
            changes.append(self.sweep(WINDOW, constant, x, low, high))
            self.remember(x, low, high)
            self.context.check()
            task.advance(self.sweeps, note=f"change {changes[-1]:.1e}")
            target = max(0.02 * precision * (1 - _rate(changes)), 2 * STILL)
            if changes[-1] <= target:
                if self.is_reached(constant, x, low, high):
                    break
                changes = [1.0]
            elif self.is_hopeless(changes, target):
                break
            rested += 1
            if rested >= wait and changes[-1] > FAR * target and _is_steady(changes):
                change, kept = self.extrapolate(constant, x, low, high, changes[-1])
                rested, wait = 0, 1 if kept else 4 * wait
                changes = [change]
        task.finish()

    def is_reached(self, constant: Vector, x: Vector, low: int, high: int) -> bool:
        """Whether one more sweep leaves all zeros as they are: values that have not arrived yet stand still, too."""
        zeros = np.count_nonzero(x[low:high] == 0)
        if zeros == 0:
            return True
        self.sweep(1, constant, x, low, high)
        return bool(np.count_nonzero(x[low:high] == 0) == zeros)

    def is_hopeless(self, changes: list[float], target: float) -> bool:
        """Whether many sweeps were made and too many more would be needed at the present rate."""
        span = len(changes) // 2
        if self.sweeps < PATIENCE or span < 8:
            return False
        shrunk = changes[-1] / changes[-1 - span]
        return shrunk >= 1 or float(np.log(target / changes[-1]) / np.log(shrunk)) * span * WINDOW > self.most

    def remember(self, x: Vector, low: int, high: int) -> None:
        """Add an iterate (every WINDOW sweeps) to the sum that `missing` needs."""
        if self.total is None or self.terms is None:
            self.total, self.terms = np.zeros_like(x), np.zeros((len(x), 1))
        self.total[low:high] += x[low:high]
        self.terms[low:high] += 1.0

    def missing(self, x: Vector) -> Vector:
        """The sum over the remembered iterates of what they lacked of x; they are forgotten."""
        if self.total is None or self.terms is None:
            return np.zeros_like(x)
        result = np.subtract(self.terms * x, self.total, out=self.total)
        self.total = self.terms = None
        return np.maximum(result, 0.0, out=result)

    def lagging(self, missing: Vector, reference: Vector, constant: Vector) -> Vector:
        """A first guess at the weight vector: the sum over all sweeps of what was missing before them.

        What is missing shrinks by the sweep's matrix G each time, so that e_0 + G e_0 + G^2 e_0 + ... with e_0 = x is
        (I - G)^-1 x. One in WINDOW terms is given; sweeps without constants supply those between.
        """
        term, total = np.add(missing, reference, out=missing), np.zeros_like(missing)
        nothing = np.zeros_like(constant)
        if self.system.choice_start is not None:
            nothing[np.isinf(constant)] = -np.inf
        for _ in range(WINDOW):
            total += term
            self.sweep(1, nothing, term, 0, self.system.size)
        return total

    def extrapolate(self, constant: Vector, x: Vector, low: int, high: int, before: float) -> tuple[float, bool]:
        """Sweep, combine the iterates, keep the result if its change is the smaller one; the change afterwards."""
        part = x[low:high]
        if part.nbytes * (WINDOW + 2) > MEMORY:
            return before, False
        iterates = [part.copy()]
        plain = before
        for _ in range(WINDOW + 1):
            plain = self.sweep(1, constant, x, low, high)
            iterates.append(part.copy())
            self.context.check()
        part[:] = _combined(iterates)
        after = self.sweep(2, constant, x, low, high)
        if after < 0.3 * plain:
            return after, True
        part[:] = iterates[-1]
        return plain, False


def _rate(changes: list[float]) -> float:
    """The factor by which a sweep shrinks the changes; 1 where that is not known yet."""
    if len(changes) < 2 or not 0 < changes[-1] < changes[-2] < np.inf:
        return 1.0
    return float((changes[-1] / changes[-2]) ** (1 / WINDOW))


def _is_steady(changes: list[float]) -> bool:
    """The last two factors are alike, and slow enough for a detour to pay."""
    if len(changes) < 3 or changes[-1] > 0.3:
        return False
    new, old = _rate(changes), _rate(changes[:-1])
    return 0.5 < new < 1.0 and 0.5 < old < 1.0 and 0.8 < (1 - new) / (1 - old) < 1.1


def _combined(iterates: list[Vector]) -> Vector:
    """Per column the mean of the iterates whose change is smallest relative to the values (on a sample)."""
    size, columns = iterates[0].shape
    step = max(1, size // SAMPLE)
    result = np.zeros_like(iterates[-1])
    for c in range(columns):
        samples = np.stack([iterate[::step, c] for iterate in iterates])
        size_of = np.abs(samples[-1])
        changes = np.diff(samples, axis=0) / np.where(size_of > 0, size_of, 1.0)
        product = changes @ changes.T
        trace = float(np.trace(product))
        weights = np.full(len(product), 1 / len(product))
        if 0 < trace < np.inf:
            product += 1e-14 * trace * np.eye(len(product))
            solved = np.linalg.solve(product, np.ones(len(product)))
            if np.isfinite(solved).all() and solved.sum() != 0:
                weights = solved / solved.sum()
        else:
            weights[:] = 0
            weights[-1] = 1
        for weight, iterate in zip(weights, iterates[1:], strict=True):
            result[:, c] += weight * iterate[:, c]
    if all(float(iterate.min(initial=0.0)) >= 0 for iterate in iterates[-2:]):
        np.maximum(result, 0.0, out=result)
    return result
