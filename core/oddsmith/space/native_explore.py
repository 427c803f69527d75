"""A compiled step -> numbered states and transitions, breadth first, on all cores.

Threads expand stretches of states and look their successors up; then, stretch by stretch in order, the new states are
numbered and the transitions laid down. So the numbering is that of a plain breadth-first search, for any number of
threads.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context, LimitError
from oddsmith.kernel.gather import Batch
from oddsmith.kernel.kernel import Kernel, NativeStep
from oddsmith.native import Array, compiled, i32, i64
from oddsmith.process.process import Process
from oddsmith.space.growing import Growing
from oddsmith.space.hash_index import HashIndex, enter_rows, find_rows
from oddsmith.space.narrow import follow
from oddsmith.space.raw import FaultyStateError, RawSpace

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

ROOM = 1 << 16
"""Successors per stretch: a few milliseconds of work, buffers that stay in the cache."""
NARROW = 64
"""Fewer states than this are followed level by level in one call."""
WORTH_A_THREAD = 2000
"""Fewer states than this are expanded on the spot."""
MOST_STATES = 2**31 - 1


@compiled
def lay_choices(
    states: i64,
    choices: i64,
    first_choice: i64,
    first_transition: i64,
    counts: Array[i64],
    pairs: Array[i64],
    choice_end: Array[i64],
    row_end: Array[i64],
    summand: Array[i32],
) -> None:
    """Write where choices and transitions end; with `states` 0 the choices are not told apart (a chain)."""
    end = first_transition
    for j in range(choices):
        end += pairs[2 * j + 1]
        row_end[j] = end
        summand[j] = pairs[2 * j]
    last = first_choice
    for i in range(states):
        last += counts[i]
        choice_end[i] = last


class _Refused(Exception):  # noqa: N818 (a signal)
    """The step refused a state."""

    def __init__(self, state: int) -> None:
        super().__init__(state)
        self.state = state


class _Stretch:
    """The states low..high-1 on their way: expanded and looked up, not numbered yet."""

    def __init__(self, step: NativeStep, words: int, rewards: int, stepped: bool) -> None:
        room = max(ROOM, step.most_successors, step.most_choices)
        self.batch = Batch(step, words, rewards, stepped, room)
        self.hashes: NDArray[np.uint64] = np.empty(room, dtype=np.uint64)
        self.column: NDArray[np.int32] = np.empty(room, dtype=np.int32)
        self.missing: NDArray[np.int32] = np.empty(room, dtype=np.int32)
        self.words = words
        self.low = self.end = self.high = self.misses = 0

    def take(self, low: int, high: int, rows: NDArray[np.uint64], table: NDArray[np.int64]) -> _Stretch:
        """Expand from `low` on and look the successors up; runs in any thread."""
        self.low, self.high = low, high
        self.end = self.batch.expand(rows, low, high, merging=True)
        found = (self.batch.targets, self.hashes, self.column, self.missing)
        self.misses = find_rows(self.batch.successors, self.words, len(table) - 1, table, rows, *found)
        return self

    def follow(self, low: int, found: int, rows: NDArray[np.uint64], table: NDArray[np.int64]) -> int:
        """Expand from `low` on, numbering new states at once; how many states there are now."""
        batch = self.batch
        self.low, self.misses = low, 0
        self.end = self.high = follow(
            batch.step.function,
            low,
            found,
            self.words,
            batch.gain_columns,
            batch.step_columns,
            batch.room,
            batch.step.most_choices,
            batch.step.most_successors,
            2 if batch.step.drops_alike else 1,
            rows,
            table,
            len(table) - 1,
            batch.counts,
            batch.pairs,
            batch.gains,
            batch.targets,
            batch.weights,
            batch.steps,
            batch.slots,
            batch.mask,
            self.hashes,
            self.column,
            self.missing,
            batch.report,
        )
        return int(batch.report[4])


@dataclass(frozen=True)
class _Place:
    """Where a stretch begins among all states, choices and transitions."""

    state: int
    choice: int
    transition: int


class _Exploration:
    """The growing state space. `found` states are numbered, `expanded` of them have their choices."""

    def __init__(self, kernel: Kernel, process: Process, context: Context) -> None:
        assert kernel.native is not None
        self.kernel, self.context, self.step = kernel, context, kernel.native
        self.chain = process.exclusive
        self.words, self.rewards = kernel.encoding.words, len(kernel.rewards)
        purpose = "the states that were found"
        self.rows = Growing(np.uint64, purpose, context)
        self.choice_end = Growing(np.int64, purpose, context)
        self.row_end = Growing(np.int64, purpose, context)
        self.summand = Growing(np.int32, purpose, context)
        self.column = Growing(np.int32, "the transitions that were found", context)
        self.weight = Growing(np.float64, "the transitions that were found", context)
        self.gains = Growing(np.float64, "the gains of commands", context) if self.step.gainful else None
        self.steps = Growing(np.float64, "the gains of transitions", context) if kernel.stepped else None
        self.index = HashIndex(self.words, context)
        self.found = self.expanded = self.choices = self.transitions = self.followed = 0
        self._begin()

    def _begin(self) -> None:
        for ends in (self.choice_end, self.row_end):
            ends.make_room(1)
            ends.data[0] = 0
        self.rows.make_room(self.words)
        self.rows.data[: self.words] = self.kernel.encoding.initial()
        self.index.enter_first(self.rows.data)
        self.found = 1

    def stretch(self) -> _Stretch:
        """Buffers for one more thread."""
        return _Stretch(self.step, self.words, self.rewards, self.kernel.stepped)

    def fits(self, stretch: _Stretch) -> bool:
        """Whether the stretch can be settled without moving an array."""
        batch = stretch.batch
        return (
            self.row_end.fits(1 + self.choices + batch.choices)
            and self.choice_end.fits(1 + self.expanded + stretch.end - stretch.low)
            and self.column.fits(self.transitions + batch.successors)
            and self.weight.fits(self.transitions + batch.successors)
            and (self.gains is None or self.gains.fits((self.choices + batch.choices) * self.rewards))
            and (self.steps is None or self.steps.fits((self.transitions + batch.successors) * self.rewards))
        )

    def follow(self, stretch: _Stretch) -> None:
        """Take as many states as the stretch holds, and number what they lead to."""
        room = stretch.batch.room
        self.rows.make_room((self.found + room) * self.words)
        self.index.make_room(self.rows.data, self.found, room)
        self.found = stretch.follow(self.expanded, self.found, self.rows.data, self.index.table)

    def settle(self, stretch: _Stretch) -> _Place:
        """Number the new states of a stretch and find the place of its transitions; stretches come in order."""
        batch = stretch.batch
        self.rows.make_room((self.found + stretch.misses) * self.words)
        self.index.make_room(self.rows.data, self.found, stretch.misses)
        table, found = self.index.table, (batch.targets, stretch.hashes, stretch.column, stretch.missing)
        self.found = enter_rows(stretch.misses, self.words, len(table) - 1, table, self.rows.data, self.found, *found)
        place = _Place(self.expanded, self.choices, self.transitions)
        self.expanded += stretch.end - stretch.low
        self.choices += batch.choices
        self.transitions += batch.successors
        self.followed += batch.followed
        self.choice_end.make_room(1 + (0 if self.chain else self.expanded))
        self.row_end.make_room(1 + self.choices)
        self.summand.make_room(self.choices)
        self.column.make_room(self.transitions)
        self.weight.make_room(self.transitions)
        if self.gains is not None:
            self.gains.make_room(self.choices * self.rewards)
        if self.steps is not None:
            self.steps.make_room(self.transitions * self.rewards)
        self._stay_within_limits()
        return place

    def lay(self, stretch: _Stretch, place: _Place) -> _Stretch:
        """Copy the choices and transitions of a stretch to their place; runs in any thread."""
        batch, states = stretch.batch, stretch.end - stretch.low
        choices, count = batch.choices, batch.successors
        lay_choices(
            0 if self.chain else states,
            choices,
            place.choice,
            place.transition,
            batch.counts,
            batch.pairs,
            self.choice_end.data[1 + place.state :],
            self.row_end.data[1 + place.choice :],
            self.summand.data[place.choice :],
        )
        _copy(self.column, stretch.column, place.transition, count)
        _copy(self.weight, batch.weights, place.transition, count)
        if self.gains is not None:
            _copy(self.gains, batch.gains, place.choice * self.rewards, choices * self.rewards)
        if self.steps is not None:
            _copy(self.steps, batch.steps, place.transition * self.rewards, count * self.rewards)
        return stretch

    def _stay_within_limits(self) -> None:
        self.context.allow_states(self.found)
        if self.found > MOST_STATES:
            raise LimitError("the game has more than 2,147,483,647 states", "make it smaller with --set")
        self.context.check()

    def raw(self) -> RawSpace:
        """What was explored; ends the exploration (its arrays are handed over)."""
        self.index.table = np.zeros(1, dtype=np.int64)
        rewards, choices = self.rewards, self.choices
        if self.gains is None:
            gains: NDArray[np.float64] = np.broadcast_to(np.float64(0.0), (choices, rewards))
        else:
            gains = self.gains.trimmed(choices * rewards).reshape(choices, rewards)
        steps = None
        if self.steps is not None:
            steps = self.steps.trimmed(self.transitions * rewards).reshape(self.transitions, rewards)
        return RawSpace(
            rows=self.rows.trimmed(self.found * self.words).reshape(self.found, self.words),
            choice_start=None if self.chain else self.choice_end.trimmed(1 + self.expanded),
            row_start=self.row_end.trimmed(1 + choices),
            column=self.column.trimmed(self.transitions),
            weight=self.weight.trimmed(self.transitions),
            summand=self.summand.trimmed(choices),
            gains=gains,
            step_gains=steps,
            followed=self.followed,
        )


def _copy(growing: Growing, values: NDArray[Any], start: int, count: int) -> None:
    growing.data[start : start + count] = values[:count]


def explore_native(kernel: Kernel, process: Process, context: Context) -> RawSpace:
    """Everything that can be reached; FaultyStateError at the first state that the step refuses."""
    space = _Exploration(kernel, process, context)
    task = context.monitor.task("exploring", "states")
    try:
        _explore(space, max(1, context.threads), task)
    except _Refused as fault:
        row = space.rows.data[fault.state * space.words : (fault.state + 1) * space.words].copy()
        raise FaultyStateError(row, space.raw()) from None
    finally:
        task.finish()
    return space.raw()


def _explore(space: _Exploration, lanes: int, task: Any) -> None:
    """On the spot while few states wait, else in threads; when it returns or raises, all threads have ended."""
    free = [space.stretch()]
    pool: ThreadPoolExecutor | None = None
    try:
        while space.expanded < space.found:
            if space.found - space.expanded < WORTH_A_THREAD or lanes == 1:
                _in_place(space, free[0])
            else:
                if pool is None:
                    pool = _pool(lanes)
                    free += [space.stretch() for _ in range(2 * lanes)]
                _in_parallel(space, free, pool, task)
            task.advance(space.expanded, None, f"{space.found:,} found")
    finally:
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)


def _pool(lanes: int) -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(lanes)


def _in_place(space: _Exploration, stretch: _Stretch) -> None:
    if space.found - space.expanded < NARROW:
        space.follow(stretch)
    else:
        stretch.take(space.expanded, space.found, space.rows.data, space.index.table)
    space.lay(stretch, space.settle(stretch))
    if stretch.batch.fault:
        raise _Refused(stretch.end)


def _in_parallel(space: _Exploration, free: list[_Stretch], pool: ThreadPoolExecutor, task: Any) -> None:
    """Keep all lanes busy until few states are left that nobody has begun: take, settle (here, in order), lay."""
    taking: deque[Future[_Stretch]] = deque()
    laying: deque[Future[_Stretch]] = deque()
    begun, lanes = space.expanded, len(free)
    while True:
        while laying and (laying[0].done() or not free):
            free.append(laying.popleft().result())
        while free and space.found - begun >= WORTH_A_THREAD:
            high = min(space.found, begun + _stride(space, begun, lanes))
            taking.append(pool.submit(free.pop().take, begun, high, space.rows.data, space.index.table))
            begun = high
        if not taking:
            break
        stretch = taking.popleft().result()
        if stretch.end < stretch.high or not space.fits(stretch):
            free += [future.result() for future in laying]
            laying.clear()
        while stretch.end < stretch.high and not stretch.batch.fault:
            space.lay(stretch, space.settle(stretch))
            stretch.take(stretch.end, stretch.high, space.rows.data, space.index.table)
        laying.append(pool.submit(space.lay, stretch, space.settle(stretch)))
        if stretch.batch.fault:
            free += [future.result() for future in laying]
            raise _Refused(stretch.end)
        task.advance(space.expanded, None, f"{space.found:,} found")
    free += [future.result() for future in laying]


def _stride(space: _Exploration, begun: int, lanes: int) -> int:
    """As many states as fill a stretch, by what the states so far had on average; few if all lanes are to get some."""
    average = space.transitions / max(1, space.expanded)
    filling = int(0.8 * ROOM / max(1.0, 1.2 * average))
    return max(64, min(filling, (space.found - begun) // lanes))
