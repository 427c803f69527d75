"""Looks at a comparison while games go on -> true, false or not yet, right with the asked confidence over all looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from oddsmith.plugin import Bounded, Finding, constant
from oddsmith_plugins.solvers.simulation_parts.asked import Asked
from oddsmith_plugins.solvers.simulation_parts.findings import Estimator
from oddsmith_plugins.solvers.simulation_parts.tallies import Tally
from oddsmith_plugins.solvers.simulation_parts.team import Played


@dataclass
class Comparison:
    """`P>=0.5 […]` on its way to an answer."""

    estimator: Estimator
    operator: str
    level: Fraction
    confidence: float
    looks: int = 0
    decision: Finding | None = None

    @staticmethod
    def fits(estimator: Estimator) -> bool:
        return getattr(estimator.asked.question.query, "threshold", None) is not None

    @classmethod
    def of(cls, estimator: Estimator, confidence: float) -> Comparison:
        threshold = estimator.asked.question.query.threshold  # type: ignore[union-attr]
        assert threshold is not None
        return cls(estimator, threshold.operator, constant(threshold.value, "the level"), confidence)

    @property
    def decided(self) -> bool:
        return self.decision is not None

    def look(self, done: Played, asked: Sequence[Asked]) -> None:
        """The next look; once decided, nothing changes any more."""
        if self.decided:
            return
        self.looks += 1
        finding = self.finding(done.tallies[asked.index(self.estimator.asked)])
        if isinstance(finding.value, Bounded) and finding.value.holds(self.operator, self.level) is not None:
            self.decision = finding

    def finding(self, tally: Tally) -> Finding:
        """What was decided, or what is known so far."""
        if self.decision is not None:
            return self.decision
        miss = (1 - self.confidence) / (max(self.looks, 1) * (max(self.looks, 1) + 1))
        finding = self.estimator.finding(tally, self.confidence, miss)
        return replace(finding, method=f"{finding.method}, confidence sequence")
