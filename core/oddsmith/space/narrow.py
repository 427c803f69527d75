"""A frontier of few states -> many levels at once, in one call.

A long thin game (a walk, a countdown) has as many levels as states; coming back to Python for each of them would take
longer than the game itself. Here the new states of each state are numbered at once, in the same order as ever.
"""

from __future__ import annotations

from oddsmith.kernel.gather import gather
from oddsmith.native import Array, Callback, compiled, f64, i32, i64, tail, u64
from oddsmith.space.hash_index import enter_rows, find_rows


@compiled
def follow(
    step: Callback[i64, Array[u64], Array[i64], Array[f64], Array[u64], Array[f64], Array[f64]],
    low: i64,
    found: i64,
    words: i64,
    rewards: i64,
    step_rewards: i64,
    room: i64,
    most_choices: i64,
    most_successors: i64,
    merging: i64,
    rows: Array[u64],
    table: Array[i64],
    mask: i64,
    counts: Array[i64],
    pairs: Array[i64],
    gains: Array[f64],
    targets: Array[u64],
    weights: Array[f64],
    steps: Array[f64],
    slots: Array[i64],
    slot_mask: i64,
    hashes: Array[u64],
    column: Array[i32],
    missing: Array[i32],
    report: Array[i64],
) -> i64:
    """Expand and number states from `low` on, while the buffers have room for one more and any are left.

    `merging` is as in `gather`; so is `report`, for all of them together; report[4]: how many states are known now.
    Returns the end state.
    """
    choices = 0
    successors = 0
    followed = 0
    state = low
    report[2] = 0
    while state < found and successors + most_successors <= room and choices + most_choices <= room:
        gather(
            step,
            state,
            state + 1,
            words,
            rewards,
            step_rewards,
            room,
            most_choices,
            most_successors,
            merging,
            rows,
            tail(counts, state - low),
            tail(pairs, 2 * choices),
            tail(gains, choices * rewards),
            tail(targets, successors * words),
            tail(weights, successors),
            tail(steps, successors * step_rewards),
            slots,
            slot_mask,
            report,
        )
        if report[2] != 0:
            break
        arrived = tail(targets, successors * words)
        marks = tail(hashes, successors)
        numbers = tail(column, successors)
        misses = find_rows(report[1], words, mask, table, rows, arrived, marks, numbers, missing)
        found = enter_rows(misses, words, mask, table, rows, found, arrived, marks, numbers, missing)
        choices += report[0]
        successors += report[1]
        followed += report[5]
        state += 1
    report[0] = choices
    report[1] = successors
    report[4] = found
    report[5] = followed
    return state
