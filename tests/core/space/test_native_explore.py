"""Exploration by compiled code: the states, numbers and transitions of the plain search, on any number of threads."""

import os
import signal
import threading
import time
from fractions import Fraction

import numpy as np
import pytest

from oddsmith.context import Context, LimitError, Limits
from oddsmith.expr.nodes import TRUE, Number
from oddsmith.expr.types import INT
from oddsmith.kernel.encoding import Encoding
from oddsmith.kernel.gather import expand_rows
from oddsmith.kernel.kernel import NativeStep
from oddsmith.native import from_text
from oddsmith.process.process import Branch, Parameter, Process, Reward, Summand
from oddsmith.space.native_explore import explore_native
from oddsmith.space.raw import FaultyStateError
from oddsmith.space.search import Budget, Search

HEAD = """
def expand(row: Array[u64], pairs: Array[i64], gains: Array[f64], targets: Array[u64], weights: Array[f64],
           steps: Array[f64]) -> i64:
"""
WALK = f"""{HEAD}
    x = i64(row[0])
    if x == LAST:
        return 0
    pairs[0] = 0
    pairs[1] = 3
    gains[0] = 1.0
    targets[0] = x + 1
    targets[1] = x * 7 % LAST
    targets[2] = x + 1
    weights[0] = 0.25
    weights[1] = 0.25
    weights[2] = 0.5
    return 1
"""
"""Up by one, or anywhere; the first and the third successor are the same."""
GRID = f"""{HEAD}
    x = row[0]
    y = row[1]
    count = 0
    for k in range(2):
        moved = x + u64(1) if k == 0 else y + u64(1)
        if moved <= LAST:
            pairs[2 * count] = k
            pairs[2 * count + 1] = 1
            gains[count] = f64(k)
            targets[2 * count] = moved if k == 0 else x
            targets[2 * count + 1] = moved if k == 1 else y
            weights[count] = 1.0
            steps[count] = f64(moved)
            count = count + 1
    return count
"""
"""Two words, two choices, gains that depend on the successor."""
WIDE = f"""{HEAD}
    x = i64(row[0])
    pairs[0] = 0
    pairs[1] = 100
    gains[0] = 0.0
    for k in range(100):
        targets[k] = (x + k * k) % 40
        weights[k] = 0.01
    return 1
"""
"""A long choice with many equal successors."""
FAULTY = WALK.replace("if x == LAST:", "if x == 50:\n        return -605\n    if x == LAST:")


class NativeKernel:
    """A hand-written step over x (and y) in 0..high, each in a word of its own."""

    numbers = "float"
    rewards = ("money",)

    def __init__(self, text, last, words=1, stepped=False, most=(1, 3)):
        high = (1 << 63) - 1 if words > 1 else 1 << 40
        params = tuple(Parameter(name, INT, 0, high, 0) for name in "xy"[:words])
        self.encoding = Encoding.of(params)
        self.stepped = stepped
        self.native = NativeStep(from_text(f"LAST = {last}\n{text}", "hand")["expand"], *most)
        branch = Branch((), Number(1), ())
        summands = tuple(Summand(a, TRUE, (branch,)) for a in ("go", "stay"))
        kind = "mdp" if most[0] > 1 else "chain"
        self.process = Process("hand", kind, params, summands, rewards=(Reward("money", Number(0)),))

    def expand(self, rows):
        return expand_rows(self.native, rows, 1, self.stepped)

    def explored(self, **context):
        return explore_native(self, self.process, Context(**context))

    def searched(self):
        search = Search(self, self.process, Context())
        search.run(Budget())
        return search.raw()


CASES = {
    "walk": lambda: NativeKernel(WALK, 5003),
    "grid": lambda: NativeKernel(GRID, 70, words=2, stepped=True, most=(2, 2)),
    "wide": lambda: NativeKernel(WIDE, 40, most=(1, 100)),
}


@pytest.mark.parametrize("name", CASES)
def test_the_space_is_that_of_the_plain_search(name):
    kernel = CASES[name]()
    wanted, found = kernel.searched(), kernel.explored()
    ends = np.diff(wanted.choice_start) == 0
    assert np.array_equal(found.rows, wanted.rows)
    assert found.expanded == found.size
    loops = found.summand < 0
    assert loops.sum() == ends.sum()
    assert np.array_equal(found.summand[~loops], wanted.summand)
    sizes = np.diff(found.row_start)
    assert np.array_equal(sizes[~loops], np.diff(wanted.row_start))
    kept = np.repeat(~loops, sizes)
    assert np.array_equal(found.column[kept], wanted.column)
    np.testing.assert_allclose(found.weight[kept], wanted.weight, rtol=1e-12)
    assert np.array_equal(found.gains[~loops], wanted.gains)
    if wanted.step_gains is not None:
        assert np.array_equal(found.step_gains[kept], wanted.step_gains)


def test_equal_successors_of_a_choice_become_one():
    space = NativeKernel(WALK, 5003).explored()
    assert np.diff(space.row_start)[5] == 2
    assert Fraction(space.weight[space.row_start[5]]) == Fraction(3, 4)


def test_an_end_gets_its_loop():
    space = NativeKernel(WALK, 5).explored()
    (end,) = np.flatnonzero(space.summand == -1)
    assert space.column[space.row_start[end]] == end
    assert space.weight[space.row_start[end]] == 1
    assert not space.gains[end].any()


@pytest.mark.parametrize(("text", "last", "words", "most"), [(WALK, 300_007, 1, (1, 3)), (GRID, 500, 2, (2, 2))])
def test_the_numbering_does_not_depend_on_the_threads(text, last, words, most):
    kernel = NativeKernel(text, last, words, stepped=words > 1, most=most)
    spaces = [kernel.explored(threads=threads) for threads in (1, 2, 5)]
    assert spaces[0].size == (last + 1) ** words
    for other in spaces[1:]:
        assert np.array_equal(spaces[0].rows, other.rows)
        assert np.array_equal(spaces[0].column, other.column)
        assert np.array_equal(spaces[0].row_start, other.row_start)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_faulty_state_comes_with_the_part_that_was_explored_before(threads):
    with pytest.raises(FaultyStateError) as error:
        NativeKernel(FAULTY, 5003).explored(threads=threads)
    part = error.value.part
    assert error.value.row.tolist() == [50]
    assert part.rows[part.expanded].tolist() == [50]
    assert part.expanded < part.size


def test_too_many_states_are_refused():
    with pytest.raises(LimitError, match="more than 1,000 states"):
        NativeKernel(WALK, 300_007).explored(limits=Limits(states=1000))


def test_too_much_memory_is_refused():
    with pytest.raises(LimitError, match="needs"):
        NativeKernel(WALK, 300_007).explored(limits=Limits(memory=1))


def test_the_time_limit_is_kept():
    with pytest.raises(LimitError, match="time limit"):
        NativeKernel(WALK, 300_007).explored(limits=Limits(seconds=0))


def test_progress_is_reported():
    seen = []

    class Task:
        def advance(self, done, total=None, note=""):
            seen.append(done)

        def finish(self):
            seen.append("end")

    class Monitor:
        def task(self, name, unit, total=None):
            assert (name, unit) == ("exploring", "states")
            return Task()

    NativeKernel(WALK, 300_007).explored(monitor=Monitor())
    assert seen[-1] == "end"
    assert seen[-2] == 300_008
    assert len(seen) > 3


def test_it_can_be_interrupted():
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        NativeKernel(WALK, 2_000_000_011).explored(limits=Limits(seconds=20))
    assert time.monotonic() - started < 5
