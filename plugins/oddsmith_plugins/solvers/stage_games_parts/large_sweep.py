"""Expanded states of a crowd that decides between two options -> their values, mixtures and best responses, compiled.

The equations of `crowd.py` and `played.py` for one kind of game, in floating-point numbers with bounds: each state has
its value under the mixture that is played, between x[3 s] and x[3 s + 1], and at most x[3 s + 2] can be had by one
player who plays otherwise. Roots of the difference polynomial are found by bisection, where it changes its sign once
on the whole (by its Bernstein coefficients), else on each part of a fine division; what a root found late or missed
could change is seen in the best response.
"""

from __future__ import annotations

from oddsmith.plugin import Array, compiled, f32, f64, i32, i64, u8
from oddsmith_plugins.solvers.bounds import SLACK, TINY, UNIT

PIECES = 64
"""Parts of 0..1 in which a root is looked for where there may be several."""
HALVINGS = 60
BACKWARD, CHOICES = 1, 2
"""What can be in the way: a state that leads to an earlier one, or to itself; choices that are not a crowd's."""
PLAIN, CROWD, FORCED_FIRST, FORCED_SECOND = 0, 1, 2, 3
"""What a command is: nobody's, a choice between two options, or one without choice."""
MOST_PLAYERS = 64


@compiled
def polynomial(count: i64, coefficients: Array[f64], p: f64, scratch: Array[f64]) -> f64:
    """The value at p of the polynomial with these Bernstein coefficients (de Casteljau)."""
    for j in range(count):
        scratch[j] = coefficients[j]
    for level in range(1, count):
        for j in range(count - level):
            scratch[j] = (1.0 - p) * scratch[j] + p * scratch[j + 1]
    return scratch[0]


@compiled
def bisect(count: i64, coefficients: Array[f64], low: f64, high: f64, rising: i64, scratch: Array[f64]) -> f64:
    """The root between two places of different sign."""
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        value = polynomial(count, coefficients, middle, scratch)
        if (value > 0.0 and rising == 1) or (value < 0.0 and rising == 0):
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


@compiled
def find_roots(count: i64, coefficients: Array[f64], found: Array[f64], scratch: Array[f64]) -> i64:
    """Roots inside 0..1 into `found`; how many."""
    changes = 0
    last = 0.0
    for j in range(count):
        c = coefficients[j]
        if c != 0.0:
            if last * c < 0.0:
                changes += 1
            last = c
    if changes == 0:
        return 0
    if changes == 1:
        found[0] = bisect(count, coefficients, 0.0, 1.0, 1 if last > 0.0 else 0, scratch)
        return 1
    roots = 0
    before = polynomial(count, coefficients, 0.0, scratch)
    for piece in range(PIECES):
        low = f64(piece) / f64(PIECES)
        high = f64(piece + 1) / f64(PIECES)
        after = polynomial(count, coefficients, high, scratch)
        if before * after < 0.0:
            found[roots] = bisect(count, coefficients, low, high, 1 if after > 0.0 else 0, scratch)
            roots += 1
        elif after == 0.0 and piece < PIECES - 1:
            found[roots] = high
            roots += 1
        before = after
    return roots


@compiled
def spread(others: i64, p: f64, shares: Array[f64]) -> None:
    """shares[j] = the probability that j of the others take the second option, each with probability p."""
    shares[0] = 1.0
    for n in range(1, others + 1):
        shares[n] = shares[n - 1] * p
        for j in range(n - 1, 0, -1):
            shares[j] = shares[j] * (1.0 - p) + shares[j - 1] * p
        shares[0] = shares[0] * (1.0 - p)


@compiled
def choice_values(
    low: i64, high: i64, column: Array[i32], weight: Array[f64], gain: f64, x: Array[f64], at: i64, q: Array[f64]
) -> None:
    """Lower, upper and best-response value of one choice into q[at], q[at + 1], q[at + 2]."""
    lower = gain
    upper = gain
    most = gain
    size = abs(gain)
    for t in range(low, high):
        w = weight[t]
        s = 3 * i64(column[t])
        lower += w * x[s]
        upper += w * x[s + 1]
        most += w * x[s + 2]
        size += w * (abs(x[s]) + abs(x[s + 2]))
    slack = size * (f64(high - low) + SLACK) * UNIT + TINY if size > 0.0 else 0.0
    q[at] = lower - slack
    q[at + 1] = upper + slack
    q[at + 2] = most + slack


@compiled
def play(
    size: i64,
    best: i64,
    q: Array[f64],
    shares: Array[f64],
    work: Array[f64],
    difference: Array[f64],
    roots: Array[f64],
    out: Array[f64],
) -> None:
    """One decision: out[0..2] its values, out[3] the share of the second option, out[4] how many equilibria.

    q holds the values of choice (own option a, j others take the second) at 3 (a size + j).
    """
    for j in range(size):
        a = 3 * j
        b = 3 * (size + j)
        difference[j] = 0.5 * (q[b] + q[b + 1] - q[a] - q[a + 1])
    count = find_roots(size, difference, roots, work) if size > 1 else 0
    if difference[0] <= 0.0:
        roots[count] = 0.0
        count += 1
    if difference[size - 1] >= 0.0 and (size > 1 or count == 0):
        roots[count] = 1.0
        count += 1
    out[4] = f64(count)
    found = 0
    for k in range(count):
        p = roots[k]
        spread(size - 1, p, shares)
        lower = 0.0
        upper = 0.0
        magnitude = 0.0
        stay = 0.0
        take = 0.0
        for j in range(size):
            a = 3 * j
            b = 3 * (size + j)
            lower += shares[j] * ((1.0 - p) * q[a] + p * q[b])
            upper += shares[j] * ((1.0 - p) * q[a + 1] + p * q[b + 1])
            stay += shares[j] * q[a + 2]
            take += shares[j] * q[b + 2]
            magnitude += shares[j] * (abs(q[a]) + abs(q[a + 2]) + abs(q[b]) + abs(q[b + 2]))
        slack = magnitude * (f64(4 * size) + SLACK) * UNIT
        better = lower + upper > out[0] + out[1] if best == 1 else lower + upper < out[0] + out[1]
        if found == 0 or better:
            found = 1
            out[0] = lower - slack
            out[1] = upper + slack
            out[2] = max(stay, take) + slack
            out[3] = p


@compiled
def lay_out(states: i64, counts: Array[i64], pairs: Array[i64], first: Array[i64], start: Array[i64]) -> None:
    """first[i] = the first choice of state i, start[j] = the first successor of choice j."""
    j = 0
    t = 0
    for i in range(states):
        first[i] = j
        for _ in range(counts[i]):
            start[j] = t
            t += pairs[2 * j + 1]
            j += 1
    start[j] = t


@compiled
def leads_back(state: i64, low: i64, high: i64, column: Array[i32], ends: Array[u8]) -> i64:
    """1 if one of the successors low..high-1 is not behind the state, and no end."""
    for t in range(low, high):
        if i64(column[t]) <= state and ends[column[t]] == 0:
            return 1
    return 0


@compiled
def sweep_states(
    low: i64,
    states: i64,
    best: i64,
    counts: Array[i64],
    pairs: Array[i64],
    gains: Array[f64],
    gain_columns: i64,
    reward: i64,
    weight: Array[f64],
    column: Array[i32],
    kinds: Array[u8],
    ends: Array[u8],
    first: Array[i64],
    start: Array[i64],
    x: Array[f64],
    shares: Array[f32],
    q: Array[f64],
    taking: Array[f64],
    work: Array[f64],
    difference: Array[f64],
    roots: Array[f64],
    out: Array[f64],
    several: Array[i64],
) -> i64:
    """The states low..low+states-1, last first; 0, or what is in the way. several[0]: decisions with more than one."""
    for back in range(states):
        i = states - 1 - back
        state = low + i
        begin = first[i]
        count = counts[i]
        if ends[state] == 1:
            continue
        if leads_back(state, start[begin], start[begin + count], column, ends) == 1:
            return BACKWARD
        for c in range(count):
            gain = gains[(begin + c) * gain_columns + reward] if gain_columns > 0 else 0.0
            choice_values(start[begin + c], start[begin + c + 1], column, weight, gain, x, 3 * c, q)
        kind = kinds[pairs[2 * begin]]
        if kind == CROWD:
            play(count // 2, best, q, taking, work, difference, roots, out)
            several[0] += 1 if count > 2 and out[4] > 1.5 else 0
        else:
            if count != 1:
                return CHOICES
            for k in range(3):
                out[k] = q[k]
            out[3] = -1.0 if kind == PLAIN else f64(kind - FORCED_FIRST)
        for k in range(3):
            x[3 * state + k] = out[k]
        shares[state] = f32(out[3])
    return 0
