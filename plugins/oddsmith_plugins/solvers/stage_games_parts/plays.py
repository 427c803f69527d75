"""How players mix, state by state, and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddsmith_plugins.solvers.stage_games_parts.board import CrowdDecision, Decision, Values
from oddsmith_plugins.solvers.stage_games_parts.matrix import Mixture

Payoffs = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Mixing:
    """In one state: who chooses what, and how often."""

    state: int
    players: tuple[int, ...]
    options: tuple[tuple[Values, ...], ...]
    mixtures: tuple[Mixture, ...]
    others: tuple[tuple[Fraction, ...], ...] = ()
    """What other equilibria of the same decision would bring."""

    @classmethod
    def joint(cls, decision: Decision, mixtures: list[Mixture], others: Payoffs = ()) -> Mixing:
        return cls(decision.state, decision.players, decision.options, tuple(mixtures), others)

    @classmethod
    def crowd(cls, decision: CrowdDecision, mixture: Mixture, others: Payoffs = ()) -> Mixing:
        return cls(decision.state, (decision.player,), (decision.options,), (mixture,), others)


@dataclass
class Play:
    """All decisions of a game, and in how many of them there were several equilibria to choose from."""

    mixings: list[Mixing]
    several: int
