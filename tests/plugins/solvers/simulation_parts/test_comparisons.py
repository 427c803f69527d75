"""Looking again and again does not make a comparison less sure than it says."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from oddsmith.plugin import Name, Number, Path, Probability, Question
from oddsmith.process.question import Threshold
from oddsmith_plugins.solvers.simulation_parts.asked import Asked
from oddsmith_plugins.solvers.simulation_parts.comparisons import Comparison
from oddsmith_plugins.solvers.simulation_parts.findings import Estimator
from oddsmith_plugins.solvers.simulation_parts.tallies import Tally
from oddsmith_plugins.solvers.simulation_parts.team import Played

LEVEL = Number(Fraction(1, 4))
ASKED = Asked(Question("q", "", Probability(Path("F", Name("goal")), threshold=Threshold(">=", LEVEL))), 0)
LOOKS = [4096 * 2**j for j in range(6)]


def decided(p: float, trials: int, seed: int) -> list[tuple[bool, int]]:
    """For each trial whether anything was decided, and after how many looks."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(trials):
        comparison, hits, games = Comparison.of(Estimator(ASKED), 0.9), 0, 0
        for look in LOOKS:
            hits, games = hits + int(random.binomial(look - games, p)), look
            comparison.look(Played(games, 0, 0, [Tally(games, total=float(hits))]), [ASKED])
        found.append((comparison.decided, comparison.looks))
    return found


def test_at_the_level_itself_little_is_decided() -> None:
    """Whatever is decided there is right or wrong by chance alone; at most a tenth may be decided at all."""
    assert sum(done for done, _ in decided(0.25, 300, 1)) <= 30


def test_far_from_the_level_all_is_decided_at_the_first_look() -> None:
    assert all(found == (True, 1) for found in decided(0.3, 20, 2))


def test_a_decision_stays() -> None:
    comparison = Comparison.of(Estimator(ASKED), 0.9)
    comparison.look(Played(4096, 0, 0, [Tally(4096, total=4000.0)]), [ASKED])
    finding = comparison.decision
    comparison.look(Played(8192, 0, 0, [Tally(8192, total=2000.0)]), [ASKED])
    assert comparison.decision is finding
    assert "confidence sequence" in finding.method
