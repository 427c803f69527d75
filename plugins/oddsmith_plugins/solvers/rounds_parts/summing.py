"""One operator -> the sum of all its rounds at the initial cell: plain, or accelerated and then certified."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.plugin import Bounded
from oddsmith_plugins.solvers.bounds import relative_width
from oddsmith_plugins.solvers.rounds_parts.certificate import certify
from oddsmith_plugins.solvers.rounds_parts.ledger import Ledger
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector
from oddsmith_plugins.solvers.rounds_parts.planner import Method, Planner
from oddsmith_plugins.solvers.rounds_parts.series import LOOK_FIRST, Series
from oddsmith_plugins.solvers.rounds_parts.vectors import Vectors

ATTEMPTS = 3
SAFETY = 50.0
"""The first residual aimed for is so much smaller than the width asked for; each further attempt the same again."""
STALL = 60
"""Steps without a smaller residual after which an accelerator is given up."""


@dataclass(frozen=True)
class Sum:
    """Bounds by layer, and how they were found."""

    bounds: dict[int, Bounded]
    method: str


@dataclass
class Summing:
    """One question (or several that are alike)."""

    operator: Operator
    planner: Planner
    ledger: Ledger
    layers: list[int]
    ceiling: float
    what: str

    def total(self) -> Sum:
        """By the method asked for; else plain rounds, until many more are missing than an accelerator would need."""
        method = self.planner.at_once()
        if method is None and self.ledger.was_at(self.what, "accelerated"):
            method = self.planner.best()
        if method is None:
            found, method = self._plain(switching=True)
        if method is None:
            return found
        found = self._accelerated(method)
        if self._wide(found.bounds):
            self._say("the bound after acceleration is too wide: plain rounds finish it")
            return self._plain(switching=False)[0]
        return found

    def _plain(self, switching: bool) -> tuple[Sum, Method | None]:
        """The series, and, if it ended early, what is to take over."""
        operator = self.operator
        series = Series(operator, operator.context.precision, operator.zeros())
        if record := self.ledger.resume(self.what, "series", operator, series.term):
            series.restore(record)
        taking_over: list[Method] = []

        def pause(series: Series, missing: int) -> bool:
            self.ledger.pause(self.what, "series", series.record(), operator, series.term)
            if switching and series.rounds == LOOK_FIRST and (method := self.planner.instead(missing)):
                self._say(self.planner.reason(method, missing))
                taking_over.append(method)
            return not taking_over

        series.finish(self.layers, self.ceiling, self.what, pause)
        found = {layer: series.bounds(layer).within(0.0, self.ceiling) for layer in self.layers}
        return Sum(found, f"rounds, {series.rounds} of them"), next(iter(taking_over), None)

    def _accelerated(self, method: Method) -> Sum:
        operator = self.operator
        x, vectors = operator.zeros(), Vectors(operator)
        rounds = (self.ledger.resume(self.what, "accelerated", operator, x) or {}).get("rounds", 0)
        precision, checked = operator.context.precision, 0
        bounds: dict[int, Bounded] = {}
        for attempt in range(1, ATTEMPTS + 1):
            rounds += self._approach(method, vectors, x, precision / SAFETY**attempt, rounds)
            bounds, more = certify(vectors, x, self.layers, precision)
            checked += more
            bounds = {layer: found.within(0.0, self.ceiling) for layer, found in bounds.items()}
            if not self._wide(bounds):
                break
        return Sum(bounds, f"rounds with {method}, {rounds} and {checked} for the bound")

    def _approach(self, method: Method, vectors: Vectors, x: Vector, wanted: float, before: int) -> int:
        """Steps until the largest residual is as small as wanted, relative to the value; how many rounds they took."""
        operator = self.operator
        task = operator.context.monitor.task(f"{method} for {self.what}", "rounds")
        rounds, best, stalled = 0, float("inf"), 0
        for done, largest in method.run(vectors, x, method.depth):
            operator.context.check()
            rounds = done
            value = abs(operator.at_start(x))
            task.advance(before + done, None, f"near {value:.9g}, residual {largest:.1e}")
            stalled, best = (0, largest) if largest < best else (stalled + 1, best)
            if largest <= wanted * value or stalled > STALL:
                break
            self.ledger.pause(self.what, "accelerated", {"rounds": before + done}, operator, x)
        task.finish()
        return rounds

    def _wide(self, bounds: dict[int, Bounded]) -> bool:
        precision = self.operator.context.precision
        return any(relative_width(found.lower, found.upper) > precision for found in bounds.values())

    def _say(self, text: str) -> None:
        self.operator.context.monitor.message(f"{self.what}: {text}")
