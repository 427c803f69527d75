"""How players play who do not see everything: the probability of every move, wherever they have to decide."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddsmith.solve.bounded import Bounded
from oddsmith.solve.spread import Spread


@dataclass(frozen=True)
class Decision:
    """One information set: what a player sees there, and what he does."""

    player: str
    seen: tuple[tuple[str, str], ...]
    """(variable, value in words), as far as it differs between his decisions."""
    moves: tuple[str, ...]
    probability: tuple[float, ...]
    """Of each move."""
    reached: float
    """How probable it is that play comes here."""
    exact: tuple[Fraction, ...] | None = None


@dataclass(frozen=True)
class Gain:
    """What a player gets of the reward that he wants, how it is spread, and what he could gain by playing otherwise."""

    player: str
    reward: str
    value: Bounded
    spread: Spread
    regret: Bounded


@dataclass(frozen=True)
class Play:
    """Everybody's behaviour, and what it is worth to each."""

    title: str
    """`equilibrium`, `best response of p[1]`."""
    decisions: tuple[Decision, ...]
    gains: tuple[Gain, ...]

    @property
    def nash_conv(self) -> Bounded:
        """The sum of what the players could gain by playing otherwise alone: zero in an equilibrium."""
        exact = [gain.regret.exact for gain in self.gains]
        if all(isinstance(regret, Fraction) for regret in exact):
            return Bounded.of(sum((Fraction(regret) for regret in exact if regret is not None), Fraction(0)))
        value, lower, upper = (
            sum(getattr(gain.regret, end) for gain in self.gains) for end in ("value", "lower", "upper")
        )
        return Bounded(value, lower, upper)
