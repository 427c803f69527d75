"""Process -> how large its state space is, or at least and at most is, and what storing it would take."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from oddsmith.context import Context
from oddsmith.kernel.kernel import Kernel, NotCompilableError, SemanticError, Target
from oddsmith.process.process import Process
from oddsmith.space.census import Census
from oddsmith.space.explain import Judge
from oddsmith.space.search import Budget

LOOK = Budget(seconds=2.0)
"""How long a game is looked at."""
FIRST_LOOK = Budget(states=2_000, seconds=0.3)
"""How much of that an exact kernel may take before a compiled one is built."""
TRANSITIONS_PER_SECOND = 4e6
"""What a compiled kernel and one solver together manage on two cores, roughly."""
STEADY = 0.02
"""Levels that grow or shrink by less than this part stay as large as they are."""
FEWEST_LEVELS = 4
"""With fewer levels nothing is known of their growth."""
FEWEST_STATES = 1_000
"""With fewer states a look says little: a busy machine may spend it all on building the kernel."""
SOLVER_VECTORS = 8
"""Numbers per state that a solver keeps beside the transitions."""


@dataclass(frozen=True)
class Estimate:
    """What is known of a state space before it is built."""

    box: int
    """The product of all ranges: there are at most so many states."""
    states: int
    """Counted: all of them if `complete`, else there are at least so many."""
    choices: int
    transitions: int
    """Of the expanded states alone."""
    expanded: int
    complete: bool
    levels: tuple[int, ...]
    """States by distance from the initial state, complete levels only."""
    likely: int
    """States, as extrapolated from the growth of the levels; the count if `complete`."""
    state_bytes: int
    choice_bytes: int
    transition_bytes: int

    @property
    def founded(self) -> bool:
        """Enough was seen to say how many states are likely."""
        return self.complete or len(self.levels) >= FEWEST_LEVELS or self.expanded >= FEWEST_STATES

    @property
    def likely_transitions(self) -> int:
        return self.transitions if self.complete else math.ceil(self.likely * self.transitions / max(1, self.expanded))

    @property
    def memory(self) -> int:
        """Bytes that the likely space takes, stored and solved."""
        choices = self.choices if self.complete else math.ceil(self.likely * self.choices / max(1, self.expanded))
        stored = self.likely * self.state_bytes + choices * self.choice_bytes
        return stored + self.likely_transitions * self.transition_bytes

    @property
    def seconds(self) -> float:
        """A guess of the time to explore and solve it."""
        return self.likely_transitions / TRANSITIONS_PER_SECOND


def estimate(process: Process, targets: Sequence[Target], context: Context, look: Budget = LOOK) -> Estimate:
    """Look at the game for a while; raises SpecError if that already shows a faulty state."""
    exact_target = next((t for t in targets if t.numbers == "exact"), None)
    float_target = next((t for t in targets if t.numbers == "float"), None)
    started = time.monotonic()
    census = None
    if exact_target is not None:
        census = Census(exact_target.build(process, (), context), process, context)
        _count(census, FIRST_LOOK if float_target is not None else look, census.kernel)
    if float_target is not None and (census is None or not census.finished):
        rest = None if look.seconds is None else max(0.1, look.seconds - (time.monotonic() - started))
        census = _count_compiled(float_target, census, process, context, Budget(look.states, rest))
    if census is None:
        raise ValueError("no target to build a kernel with")
    return _of(census, box_size(process))


def _count_compiled(
    target: Target, census: Census | None, process: Process, context: Context, budget: Budget
) -> Census:
    """Count anew with compiled code; go on with the exact census where there is none."""
    try:
        kernel = target.build(process, (), context)
    except NotCompilableError:
        if census is None:
            raise
        _count(census, budget, census.kernel)
        return census
    compiled = Census(kernel, process, context)
    _count(compiled, budget, kernel if census is None else census.kernel)
    return compiled


def _count(census: Census, budget: Budget, exact: Kernel) -> None:
    """Count within the budget; a faulty state is explained by the exact kernel."""
    try:
        census.run(budget)
    except SemanticError as error:
        judge = Judge(census.process, exact, 0, census.context)
        verdict = judge.verdict(error.row)
        if verdict is not None:
            raise judge.explain(verdict) from None
        # Compiled code refuses a state that is right (a number beyond 64 bits): what was counted is a lower bound.


def box_size(process: Process) -> int:
    """The number of combinations of values: no game has more states."""
    return math.prod(p.high - p.low + 1 for p in process.params)


def _of(census: Census, box: int) -> Estimate:
    kernel = census.kernel
    rewards = len(kernel.rewards)
    complete = census.finished
    levels = census.levels
    return Estimate(
        box=box,
        states=census.states,
        choices=census.choices,
        transitions=census.transitions,
        expanded=census.expanded,
        complete=complete,
        levels=tuple(levels),
        likely=census.states if complete else max(census.states, guessed(levels, box, census.coverage())),
        # The packed row, its place in the hash index, where its choices begin, its state gains, the solver's vectors.
        state_bytes=8 * kernel.encoding.words + 16 + 8 + 8 * rewards + 8 * SOLVER_VECTORS,
        # Where its transitions begin, its command, its gains.
        choice_bytes=8 + 4 + 8 * rewards,
        # Column and weight.
        transition_bytes=12 + (8 * rewards if kernel.stepped else 0),
    )


def guessed(levels: Sequence[int], box: int, coverage: float = 0.0) -> int:
    """Like `extrapolated`; levels that swell and shrink in turn (a draw, then its payment) are taken two by two."""
    growth = [b / a for a, b in pairwise(levels[-12:])]
    changes = [later - sooner for sooner, later in pairwise(growth)]
    turns = sum(one * other < 0 for one, other in pairwise(changes))
    if turns < len(growth) - 2 or len(growth) < 6:
        return extrapolated(levels, box, coverage)
    even = levels[len(levels) % 2 :]
    pairs = [a + b for a, b in zip(even[::2], even[1::2], strict=True)]
    return extrapolated(pairs, box, coverage)


def extrapolated(levels: Sequence[int], box: int, coverage: float = 0.0) -> int:
    """A guess of the number of all states from the sizes of the first levels.

    The logarithm of the growth factor from level to level is continued as a straight line (least squares over the
    last levels), so that growth slows down, turns, and dies out: the levels then have the shape of a bell.
    Where levels stay as large as they are, something counts its way through its range: as much of the space is found
    as values are covered. Where growth does not slow down, the guess is the whole box.
    """
    sizes = levels[-12:]
    if len(sizes) < FEWEST_LEVELS:
        return box
    growth = [math.log(b / a) for a, b in pairwise(sizes)]
    middle, mean = (len(growth) - 1) / 2, sum(growth) / len(growth)
    if abs(mean) < STEADY and coverage > 0:
        return min(box, math.ceil(sum(levels) / coverage))
    moment = sum((k - middle) * (g - mean) for k, g in enumerate(growth))
    slope = moment / sum((k - middle) ** 2 for k in range(len(growth)))
    if slope >= 0 and mean >= 0:
        return box
    slope = min(slope, 0.0)
    total, size = float(sum(levels)), float(sizes[-1])
    current = mean + slope * (len(growth) - middle)
    while size >= 0.5 and total < box:
        size *= math.exp(current)
        total += size
        current += slope
    return box if total >= box else int(total)
