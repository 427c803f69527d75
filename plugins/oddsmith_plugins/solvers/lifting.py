"""A sparse system of equations in whole numbers -> its exact solution, digit by digit.

Dixon's p-adic lifting (Exact solution of linear equations using p-adic expansions, 1982): with factors of the matrix M
modulo a prime p, y = M^-1 r mod p gives one digit of the solution in base p, and (r - M y) / p the next r. Fractions
are found from the digits by Euclid's algorithm. It stops when the numerators N and the common denominator d that were
found satisfy |M N - d b| < p^digits: then M N = d b, because the two sides agree modulo p^digits. The factors are
sparse, in the order of SuperLU's minimum degree; p = 2^31 - 1, so that remainders are sums of bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Array, Context, compiled, i64

PRIME = 2**31 - 1
FIRST_DIGITS = 16
"""Digits before fractions are looked for; doubled after each failure."""
LARGEST = 2**29
"""No row may have a larger sum of absolute values."""

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class WholeSystem:
    """M x = b: rows in compressed form, each with its diagonal entry; `right` is [columns, size]."""

    start: Whole
    column: Whole
    entry: Whole
    right: Whole

    @property
    def size(self) -> int:
        return len(self.start) - 1

    def fits(self) -> bool:
        """Whether the numbers are small enough for machine words."""
        sums = np.add.reduceat(np.abs(self.entry), self.start[:-1]) if self.size else np.zeros(1, np.int64)
        return int(sums.max()) <= LARGEST and int(np.abs(self.right).max(initial=0)) <= 2**60


@compiled
def remainder(value: i64) -> i64:
    """value mod 2^31 - 1, for 0 <= value < 2^62."""
    folded = (value & PRIME) + (value >> 31)
    folded = (folded & PRIME) + (folded >> 31)
    return folded - PRIME if folded >= PRIME else folded


@compiled
def inverse(value: i64) -> i64:
    """1 / value modulo the prime: value^(prime - 2)."""
    result = 1
    base = value
    power = PRIME - 2
    while power > 0:
        if power & 1 == 1:
            result = remainder(result * base)
        base = remainder(base * base)
        power = power >> 1
    return result


@compiled
def factor(
    size: i64,
    room: i64,
    start: Array[i64],
    column: Array[i64],
    entry: Array[i64],
    work: Array[i64],
    lower_start: Array[i64],
    lower_column: Array[i64],
    lower_entry: Array[i64],
    upper_start: Array[i64],
    upper_column: Array[i64],
    upper_entry: Array[i64],
    pivot: Array[i64],
) -> i64:
    """LU factors modulo the prime, row by row; -1 if there is not enough room, -2 if a pivot is 0."""
    lower_filled = 0
    upper_filled = 0
    for i in range(size):
        lower_start[i] = lower_filled
        upper_start[i] = upper_filled
        if lower_filled + size > room or upper_filled + size > room:
            return -1
        first = i
        for t in range(start[i], start[i + 1]):
            work[column[t]] = entry[t] % PRIME
            first = min(first, column[t])
        for k in range(first, i):
            if work[k] != 0:
                multiple = remainder(work[k] * pivot[k])
                work[k] = 0
                lower_column[lower_filled] = k
                lower_entry[lower_filled] = multiple
                lower_filled += 1
                negative = PRIME - multiple
                for t in range(upper_start[k], upper_start[k + 1]):
                    at = upper_column[t]
                    work[at] = remainder(work[at] + negative * upper_entry[t])
        if work[i] == 0:
            return -2
        pivot[i] = inverse(work[i])
        work[i] = 0
        for k in range(i + 1, size):
            if work[k] != 0:
                upper_column[upper_filled] = k
                upper_entry[upper_filled] = work[k]
                upper_filled += 1
                work[k] = 0
        lower_start[i + 1] = lower_filled
        upper_start[i + 1] = upper_filled
    return upper_filled + lower_filled


@compiled
def lift(
    digits: i64,
    size: i64,
    start: Array[i64],
    column: Array[i64],
    entry: Array[i64],
    lower_start: Array[i64],
    lower_column: Array[i64],
    lower_entry: Array[i64],
    upper_start: Array[i64],
    upper_column: Array[i64],
    upper_entry: Array[i64],
    pivot: Array[i64],
    rest: Array[i64],
    y: Array[i64],
):
    """The next digits into y[digit * size + i]; `rest` is what is left of the right-hand side."""
    for digit in range(digits):
        base = digit * size
        for i in range(size):
            total = rest[i] % PRIME
            for t in range(lower_start[i], lower_start[i + 1]):
                product = (PRIME - lower_entry[t]) * y[base + lower_column[t]]
                total += (product & PRIME) + (product >> 31)
            y[base + i] = total % PRIME
        for back in range(size):
            i = size - 1 - back
            total = y[base + i]
            for t in range(upper_start[i], upper_start[i + 1]):
                product = (PRIME - upper_entry[t]) * y[base + upper_column[t]]
                total += (product & PRIME) + (product >> 31)
            y[base + i] = remainder((total % PRIME) * pivot[i])
        for i in range(size):
            total = rest[i]
            for t in range(start[i], start[i + 1]):
                total -= entry[t] * y[base + column[t]]
            rest[i] = total // PRIME


class SingularError(Exception):
    """The matrix has no inverse (or none modulo the prime)."""


def solve_whole(system: WholeSystem, context: Context) -> list[tuple[list[int], int]]:
    """Per column of the right-hand side: numerators by unknown, and their common denominator."""
    order = _order(system)
    place = np.empty_like(order)
    place[order] = np.arange(system.size)
    shape = _permuted(system, order, place)
    factors = _factors(system.size, shape, context)
    results = []
    for right in system.right:
        numerators, denominator = _column(system, shape, factors, right[order], context)
        results.append(([numerators[i] for i in place.tolist()], denominator))
    return results


def _order(system: WholeSystem) -> Whole:
    """A fill-reducing order of the unknowns."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.linalg import splu

    matrix = csr_matrix((system.entry.astype(float), system.column, system.start), shape=(system.size, system.size))
    options = {"SymmetricMode": True}
    try:
        factors = splu(matrix.tocsc(), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)
    except RuntimeError as error:
        raise SingularError from error
    return np.argsort(factors.perm_c).astype(np.int64)


def _permuted(system: WholeSystem, order: Whole, place: Whole) -> tuple[Whole, Whole, Whole]:
    lengths = np.diff(system.start)[order]
    start = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    taken = np.repeat(system.start[:-1][order] - start[:-1], lengths) + np.arange(start[-1])
    return start, place[system.column[taken]], system.entry[taken]


def _factors(size: int, shape: tuple[Whole, Whole, Whole], context: Context) -> tuple[Whole, ...]:
    room = 8 * len(shape[1]) + 4 * size
    while True:
        context.need(32 * room, "exact elimination", "take another --solver")
        starts, pivot, work = np.zeros((2, size + 1), np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
        lower, upper = np.empty((2, room), np.int64), np.empty((2, room), np.int64)
        found = factor(size, room, *shape, work, starts[0], lower[0], lower[1], starts[1], upper[0], upper[1], pivot)
        context.check()
        if found == -2:
            raise SingularError
        if found >= 0:
            return starts[0], lower[0], lower[1], starts[1], upper[0], upper[1], pivot
        room *= 2


def _column(
    system: WholeSystem, shape: tuple[Whole, Whole, Whole], factors: tuple[Whole, ...], right: Whole, context: Context
) -> tuple[list[int], int]:
    size, rest = system.size, right.copy()
    largest = max(int(np.add.reduceat(np.abs(system.entry), system.start[:-1]).max()), int(np.abs(right).max()))
    digits: list[Whole] = []
    wanted, task = FIRST_DIGITS, context.monitor.task("exact digits", "digits")
    while True:
        portion = np.empty((4, size), np.int64)
        while len(digits) < wanted:
            lift(4, size, *shape, *factors, rest, portion.reshape(-1))
            digits.extend(portion.astype(np.int64))
            portion = np.empty((4, size), np.int64)
            task.advance(len(digits))
            context.check()
        modulus = PRIME ** len(digits)
        found = _fractions(np.stack(digits), modulus, 4 * largest)
        if found is not None:
            task.finish()
            return found
        wanted *= 2


def _fractions(digits: Whole, modulus: int, largest: int) -> tuple[list[int], int] | None:
    """Numerators and a common denominator that agree with the digits and are small enough to be proved right."""
    limit = modulus // largest
    size = digits.shape[1]
    denominator = 1
    # a few unknowns decide whether there are enough digits at all
    for i in {0, size // 3, size // 2, size - 1}:
        part = _fraction(_number(digits[:, i]) * denominator % modulus, modulus)
        if part is None:
            return None
        denominator *= part[1]
        if denominator > limit:
            return None
    numerators: list[int] = []
    i = 0
    while i < size:
        value = _number(digits[:, i]) * denominator % modulus
        value = value - modulus if value > modulus // 2 else value
        if abs(value) > limit:
            part = _fraction(value % modulus, modulus)
            if part is None or denominator * part[1] > limit:
                return None
            denominator *= part[1]
            numerators = [n * part[1] for n in numerators]
            if any(abs(n) > limit for n in numerators):
                return None
            continue
        numerators.append(value)
        i += 1
    return (numerators, denominator) if denominator <= limit else None


def _number(digits: Whole) -> int:
    """Digits in base p -> number, by halves."""
    numbers: list[Any] = digits.tolist()
    base = PRIME
    while len(numbers) > 1:
        if len(numbers) % 2:
            numbers.append(0)
        numbers = [a + base * b for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
        base *= base
    return int(numbers[0])


def _fraction(value: int, modulus: int) -> tuple[int, int] | None:
    """n / d = value modulo the modulus with n and d below its square root (Wang 1981); None if there are none."""
    from math import isqrt

    bound = isqrt(modulus // 2)
    old, new, old_factor, new_factor = modulus, value, 0, 1
    while new > bound:
        quotient = old // new
        old, new = new, old - quotient * new
        old_factor, new_factor = new_factor, old_factor - quotient * new_factor
    if new_factor == 0 or abs(new_factor) > bound:
        return None
    return (new, new_factor) if new_factor > 0 else (-new, -new_factor)
