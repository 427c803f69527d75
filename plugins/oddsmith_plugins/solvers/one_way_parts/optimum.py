"""Expanded states whose successors are known -> their values between two bounds, compiled."""

from __future__ import annotations

from oddsmith.plugin import Array, compiled, f64, i32, i64, u8
from oddsmith_plugins.solvers.acyclic import choice_bounds


@compiled
def best_values(
    states: i64,
    numbers: Array[i32],
    counts: Array[i64],
    pairs: Array[i64],
    gains: Array[f64],
    gain_columns: i64,
    reward: i64,
    state_gain: Array[f64],
    weight: Array[f64],
    column: Array[i32],
    fixed: Array[u8],
    known: Array[f64],
    maximise: i64,
    x: Array[f64],
    result: Array[f64],
) -> None:
    """x[2 s], x[2 s + 1] of the states with these numbers: what is known, or the best of their choices."""
    j = 0
    t = 0
    for i in range(states):
        state = i64(numbers[i])
        found = 0
        for _ in range(counts[i]):
            end = t + pairs[2 * j + 1]
            if fixed[i] == 0:
                gain = state_gain[i]
                if gain_columns > 0 and reward >= 0:
                    gain += gains[j * gain_columns + reward]
                choice_bounds(state, t, end, column, weight, gain, 2, 0, x, result)
                if found == 0:
                    x[2 * state] = result[0]
                    x[2 * state + 1] = result[1]
                elif maximise == 1:
                    x[2 * state] = max(x[2 * state], result[0])
                    x[2 * state + 1] = max(x[2 * state + 1], result[1])
                else:
                    x[2 * state] = min(x[2 * state], result[0])
                    x[2 * state + 1] = min(x[2 * state + 1], result[1])
                found = 1
            t = end
            j += 1
        if fixed[i] == 1:
            x[2 * state] = known[i]
            x[2 * state + 1] = known[i]
