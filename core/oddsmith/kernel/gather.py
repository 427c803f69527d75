"""A compiled step and rows -> the choices and successors of a stretch of states, merged or as they come."""

from __future__ import annotations

from typing import Any

import numpy as np

from oddsmith.kernel.alike import drop_alike
from oddsmith.kernel.kernel import Moves, NativeStep, Rows, SemanticError
from oddsmith.native import Array, Callback, compiled, f64, i64, tail, u64

SMALL = 16
"""Choices with at most this many successors are merged by comparing all pairs."""
GOLDEN = 0x1E3779B97F4A7C15
FIRST = 0x3F58476D1CE4E5B9
SECOND = 0x14D049BB133111EB


@compiled
def hash_row(row: Array[u64], words: i64) -> u64:
    """Two rounds of multiply and shift per word (after Steele, Lea and Flood's SplitMix, 2014)."""
    mixed: u64 = u64(GOLDEN)
    for k in range(words):
        mixed = (mixed ^ row[k]) * u64(FIRST)
        mixed = (mixed ^ (mixed >> 32)) * u64(SECOND)
    return mixed ^ (mixed >> 29)


@compiled
def same_row(a: Array[u64], b: Array[u64], words: i64) -> i64:
    for k in range(words):
        if a[k] != b[k]:
            return 0
    return 1


@compiled
def same_successor(i: i64, j: i64, words: i64, rewards: i64, targets: Array[u64], steps: Array[f64]) -> i64:
    """Whether two successors are the same state with the same gains on the way."""
    if same_row(tail(targets, i * words), tail(targets, j * words), words) == 0:
        return 0
    for r in range(rewards):
        if steps[i * rewards + r] != steps[j * rewards + r]:
            return 0
    return 1


@compiled
def move_successor(
    source: i64, goal: i64, words: i64, rewards: i64, targets: Array[u64], weights: Array[f64], steps: Array[f64]
) -> None:
    """Copy a successor to an earlier place."""
    if source == goal:
        return
    for k in range(words):
        targets[goal * words + k] = targets[source * words + k]
    weights[goal] = weights[source]
    for r in range(rewards):
        steps[goal * rewards + r] = steps[source * rewards + r]


@compiled
def merge_pairs(
    source: i64,
    goal: i64,
    size: i64,
    words: i64,
    rewards: i64,
    targets: Array[u64],
    weights: Array[f64],
    steps: Array[f64],
) -> i64:
    """Move `size` successors to `goal`, adding the weights of equal ones; for short choices. How many are left."""
    end = goal
    for i in range(source, source + size):
        found = -1
        for j in range(goal, end):
            if same_successor(i, j, words, rewards, targets, steps) != 0:
                found = j
                break
        if found >= 0:
            weights[found] += weights[i]
        else:
            move_successor(i, end, words, rewards, targets, weights, steps)
            end += 1
    return end - goal


@compiled
def merge_hashed(
    source: i64,
    goal: i64,
    size: i64,
    words: i64,
    rewards: i64,
    targets: Array[u64],
    weights: Array[f64],
    steps: Array[f64],
    slots: Array[i64],
    mask: i64,
    stamp: i64,
) -> i64:
    """The same for long choices; a slot holds `stamp << 32 | place + 1`, and other stamps count as empty."""
    end = goal
    for i in range(source, source + size):
        slot = i64(hash_row(tail(targets, i * words), words)) & mask
        found = -1
        while slots[slot] >> 32 == stamp:
            j = goal + (slots[slot] & 0xFFFFFFFF) - 1
            if same_successor(i, j, words, rewards, targets, steps) != 0:
                found = j
                break
            slot = (slot + 1) & mask
        if found >= 0:
            weights[found] += weights[i]
        else:
            slots[slot] = (stamp << 32) | (end - goal + 1)
            move_successor(i, end, words, rewards, targets, weights, steps)
            end += 1
    return end - goal


@compiled
def take_choices(
    first: i64,
    count: i64,
    start: i64,
    words: i64,
    rewards: i64,
    merging: i64,
    pairs: Array[i64],
    targets: Array[u64],
    weights: Array[f64],
    steps: Array[f64],
    slots: Array[i64],
    mask: i64,
    report: Array[i64],
) -> i64:
    """Merge the successors, from `start` on, of the choices of one state; how many are left of all."""
    source = start
    goal = start
    for j in range(first, first + count):
        size = pairs[2 * j + 1]
        kept = size
        if merging != 0 and size <= SMALL:
            kept = merge_pairs(source, goal, size, words, rewards, targets, weights, steps)
        elif merging != 0:
            report[3] += 1
            kept = merge_hashed(source, goal, size, words, rewards, targets, weights, steps, slots, mask, report[3])
        pairs[2 * j + 1] = kept
        goal += kept
        source += size
    return goal - start


@compiled
def end_loop(
    choice: i64,
    at: i64,
    words: i64,
    rewards: i64,
    step_rewards: i64,
    row: Array[u64],
    pairs: Array[i64],
    gains: Array[f64],
    targets: Array[u64],
    weights: Array[f64],
    steps: Array[f64],
) -> None:
    """The choice of an end: back to itself, of no command (-1), gaining nothing."""
    pairs[2 * choice] = -1
    pairs[2 * choice + 1] = 1
    weights[at] = 1.0
    for r in range(rewards):
        gains[choice * rewards + r] = 0.0
    for k in range(words):
        targets[at * words + k] = row[k]
    for r in range(step_rewards):
        steps[at * step_rewards + r] = 0.0


@compiled
def gather(
    step: Callback[i64, Array[u64], Array[i64], Array[f64], Array[u64], Array[f64], Array[f64]],
    low: i64,
    high: i64,
    words: i64,
    rewards: i64,
    step_rewards: i64,
    room: i64,
    most_choices: i64,
    most_successors: i64,
    merging: i64,
    rows: Array[u64],
    counts: Array[i64],
    pairs: Array[i64],
    gains: Array[f64],
    targets: Array[u64],
    weights: Array[f64],
    steps: Array[f64],
    slots: Array[i64],
    mask: i64,
    report: Array[i64],
) -> i64:
    """Expand the states low..high-1 as long as there is `room` for the successors and choices of one more.

    With `merging`, equal successors of a choice become one and an end gets its loop (summand -1); with 2, choices that
    are alike become one, too. report[0] choices, [1] successors, [2] the fault of the state after the last one
    (0: none), [3] the last stamp, [5] the hidden steps that were taken at once. Returns the end state.
    """
    choices = 0
    successors = 0
    report[2] = 0
    report[5] = 0
    for state in range(low, high):
        if successors + most_successors > room or choices + most_choices > room:
            report[0] = choices
            report[1] = successors
            return state
        found = step(
            tail(rows, state * words),
            tail(pairs, 2 * choices),
            tail(gains, choices * rewards),
            tail(targets, successors * words),
            tail(weights, successors),
            tail(steps, successors * step_rewards),
        )
        if found < 0:
            report[0] = choices
            report[1] = successors
            report[2] = -found
            return state
        report[5] += found >> 32
        found = found & 0xFFFFFFFF
        if found == 0 and merging != 0:
            found = 1
            row = tail(rows, state * words)
            end_loop(choices, successors, words, rewards, step_rewards, row, pairs, gains, targets, weights, steps)
        taken = take_choices(
            choices,
            found,
            successors,
            words,
            step_rewards,
            merging,
            pairs,
            targets,
            weights,
            steps,
            slots,
            mask,
            report,
        )
        if merging == 2 and found > 1:
            found = drop_alike(
                choices, found, successors, words, rewards, step_rewards, pairs, gains, targets, weights, steps
            )
            taken = 0
            for j in range(choices, choices + found):
                taken += pairs[2 * j + 1]
        successors += taken
        counts[state - low] = found
        choices += found
    report[0] = choices
    report[1] = successors
    return high


def expand_rows(step: NativeStep, rows: Rows, rewards: int, stepped: bool) -> Moves:
    """All choices and successors of a batch, unmerged; SemanticError (unexplained) at the first faulty state."""
    words = rows.shape[1]
    rows = np.ascontiguousarray(rows)
    room = max(step.most_choices, step.most_successors, min(4096, len(rows) * step.most_successors))
    batch = Batch(step, words, rewards, stepped, room)
    parts: list[Moves] = []
    low = 0
    while low < len(rows):
        high = batch.expand(rows, low, len(rows), merging=False)
        if batch.fault:
            raise SemanticError(f"E{batch.fault}", "this state is faulty", rows[high])
        parts.append(batch.moves(high - low))
        low = high
    if not parts:
        parts.append(batch.moves(0))
    return Moves(
        choices=np.concatenate([p.choices for p in parts]),
        summand=np.concatenate([p.summand for p in parts]),
        sizes=np.concatenate([p.sizes for p in parts]),
        targets=np.concatenate([p.targets for p in parts]),
        weights=np.concatenate([p.weights for p in parts]),
        gains=np.concatenate([p.gains for p in parts]),
        step_gains=np.concatenate([p.step_gains for p in parts if p.step_gains is not None]) if stepped else None,
        followed=sum(p.followed for p in parts),
    )


class Batch:
    """The buffers that one thread fills with choices and successors."""

    def __init__(self, step: NativeStep, words: int, rewards: int, stepped: bool, room: int) -> None:
        self.step, self.words, self.rewards, self.room = step, words, rewards, room
        self.gain_columns = rewards if step.gainful else 0
        self.step_columns = rewards if stepped else 0
        self.stepped = stepped
        self.counts = np.empty(room, dtype=np.int64)
        self.pairs = np.empty(2 * room, dtype=np.int64)
        self.gains = np.empty(max(1, room * self.gain_columns), dtype=np.float64)
        self.targets = np.empty(room * words, dtype=np.uint64)
        self.weights = np.empty(room, dtype=np.float64)
        self.steps = np.empty(max(1, room * self.step_columns), dtype=np.float64)
        self.mask = (1 << max(4, (2 * step.most_successors).bit_length())) - 1
        # Fresh zero pages cost nothing until they are used, so the longest choice may be long.
        self.slots = np.zeros(self.mask + 1, dtype=np.int64)
        self.report = np.zeros(6, dtype=np.int64)

    @property
    def choices(self) -> int:
        return int(self.report[0])

    @property
    def successors(self) -> int:
        return int(self.report[1])

    @property
    def fault(self) -> int:
        return int(self.report[2])

    @property
    def followed(self) -> int:
        return int(self.report[5])

    def expand(self, rows: Any, low: int, high: int, merging: bool) -> int:
        """Fill the buffers from the states low..high-1 (flat or two-dimensional rows); the state where it stopped."""
        end: int = gather(
            self.step.function,
            low,
            min(high, low + len(self.counts)),
            self.words,
            self.gain_columns,
            self.step_columns,
            self.room,
            self.step.most_choices,
            self.step.most_successors,
            (2 if self.step.drops_alike else 1) if merging else 0,
            rows,
            self.counts,
            self.pairs,
            self.gains,
            self.targets,
            self.weights,
            self.steps,
            self.slots,
            self.mask,
            self.report,
        )
        return end

    def moves(self, states: int) -> Moves:
        """A copy of the buffers."""
        choices, successors = self.choices, self.successors
        if self.gain_columns:
            gains = self.gains[: choices * self.rewards].reshape(choices, self.rewards).copy()
        else:
            gains = np.zeros((choices, self.rewards))
        steps = None
        if self.stepped:
            steps = self.steps[: successors * self.rewards].reshape(successors, self.rewards).copy()
        pairs = self.pairs[: 2 * choices].reshape(choices, 2)
        return Moves(
            choices=self.counts[:states].copy(),
            summand=pairs[:, 0].copy(),
            sizes=pairs[:, 1].copy(),
            targets=self.targets[: successors * self.words].reshape(successors, self.words).copy(),
            weights=self.weights[:successors].copy(),
            gains=gains,
            step_gains=steps,
            followed=self.followed,
        )
