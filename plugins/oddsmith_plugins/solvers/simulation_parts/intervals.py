"""What was counted -> intervals that contain the true value with at least (or about) the asked confidence.

- Clopper & Pearson (1934): a probability from hits among n games. Exact: the coverage is at least 1 - miss for every n
  and every probability.
- Maurer & Pontil (2009), empirical Bernstein: a mean of values between known bounds. Holds for every n.
- Student: a mean of values without known bounds. Asymptotic: right for many games if the variance is finite.
- Order statistics: a quantile, from the binomial number of values below it. Exact.

All are rounded outward. `miss` is the probability that the interval may miss the true value.
"""

from __future__ import annotations

from math import inf, log, nextafter, sqrt

STEPS = 8
"""Floating-point numbers by which bounds are moved outward: what the library's functions may be wrong by."""


def _outward(low: float, high: float) -> tuple[float, float]:
    for _ in range(STEPS):
        low, high = nextafter(low, -inf), nextafter(high, inf)
    return low, high


def binomial(hits: int, games: int, miss: float, unknown: int = 0) -> tuple[float, float]:
    """Of a probability; unknown games count as misses below and as hits above."""
    from scipy.special import betaincinv

    if games == 0:
        return 0.0, 1.0
    most = hits + unknown
    low = 0.0 if hits == 0 else float(betaincinv(hits, games - hits + 1, miss / 2))
    high = 1.0 if most == games else float(betaincinv(most + 1, games - most, 1 - miss / 2))
    low, high = _outward(low, high)
    return max(low, 0.0), min(high, 1.0)


def student(mean: float, variance: float, games: int, miss: float) -> tuple[float, float]:
    """Of a mean, by the central limit theorem."""
    from scipy.special import stdtrit

    if games < 2:
        return -inf, inf
    reach = float(stdtrit(games - 1, 1 - miss / 2)) * sqrt(variance / games)
    return _outward(mean - reach, mean + reach)


def bernstein(mean: float, variance: float, games: int, span: tuple[float, float], miss: float) -> tuple[float, float]:
    """Of a mean of values in `span`: sqrt(2 V log(4/miss) / n) + 7 (high - low) log(4/miss) / (3 (n - 1)) each way."""
    low, high = span
    if games < 2:
        return span
    effort = log(4 / miss)
    reach = sqrt(2 * variance * effort / games) + 7 * (high - low) * effort / (3 * (games - 1))
    below, above = _outward(mean - reach, mean + reach)
    return max(below, low), min(above, high)


def deviation(miss: float) -> float:
    """The number of standard errors on each side of a normal interval."""
    from scipy.special import ndtri

    return float(ndtri(1 - miss / 2))
