"""How players mix, state by state, and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddsmith_plugins.solvers.stage_games_parts.board import CrowdDecision, Decision, Values
from oddsmith_plugins.solvers.stage_games_parts.matrix import Mixture


@dataclass(frozen=True)
class Mixing:
    """In one state: who chooses what, and how often."""

    state: int
    players: tuple[int, ...]
    options: tuple[tuple[Values, ...], ...]
    mixtures: tuple[Mixture, ...]

    @classmethod
    def joint(cls, decision: Decision, mixtures: list[Mixture]) -> Mixing:
        return cls(decision.state, decision.players, decision.options, tuple(mixtures))

    @classmethod
    def crowd(cls, decision: CrowdDecision, mixture: Mixture) -> Mixing:
        return cls(decision.state, (decision.player,), (decision.options,), (mixture,))

    @property
    def is_mixed(self) -> bool:
        return any(max(mixture) < 1 for mixture in self.mixtures)


@dataclass
class Play:
    """All decisions of a game, and in how many of them there were several equilibria to choose from."""

    mixings: list[Mixing]
    several: int
    exact: bool = True
    regret: float | Fraction = 0
    """What one player can gain at most by playing otherwise alone."""
