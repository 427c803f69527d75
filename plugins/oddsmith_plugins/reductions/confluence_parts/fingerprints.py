"""Choices and classes of states -> words that are the same for choices with the same probabilities to all classes.

word_i(c) = sum over t of weight(t) * random_i(class of t) mod p_i, with whole weights: linear, so that what leads to
one class is summed up. Three primes of 31 bits: different choices look alike once in 10^27 times.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PRIMES = (2147483647, 2147483629, 2147483587)
Words = NDArray[np.uint64]


def residues(weight: Words) -> list[Words]:
    """Whole weights [count, words] modulo each prime."""
    result = []
    for prime in PRIMES:
        total = np.zeros(len(weight), dtype=np.uint64)
        for k in range(weight.shape[1]):
            total += weight[:, k] % np.uint64(prime) * np.uint64(2 ** (64 * k) % prime) % np.uint64(prime)
        result.append(total % np.uint64(prime))
    return result


def fingerprints(weights: list[Words], group: NDArray[np.int64], row_start: NDArray[np.int64]) -> list[Words]:
    """The words of all choices; `group[t]` says where transition t leads."""
    result = []
    for number, (prime, weight) in enumerate(zip(PRIMES, weights, strict=True)):
        random = _mixed(group.astype(np.uint64) * np.uint64(4) + np.uint64(number)) % np.uint64(prime)
        terms = weight * random % np.uint64(prime)
        result.append(np.add.reduceat(terms, row_start[:-1]) % np.uint64(prime))
    return result


def _mixed(x: Words) -> Words:
    """Well mixed words (splitmix64; Steele, Lea and Flood, 2014)."""
    x = x * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x632BE59BD9B4E019)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
