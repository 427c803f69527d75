"""A problem of two sides -> both sides' strategies: one side improves while the other replies as well as it can.

    hold the pressed side's choices, solve what is left for the other side, and where a choice of the pressed side is
    surely better than the value that came out, take it; until there is none

(Hoffman & Karp, On nonterminating stochastic games, 1966). Pressed is the side that loses by going on for ever: the
maximiser of a probability or a total (going on is worth nothing), the minimiser of a gain until a goal (it is worth
infinitely much). Only strict improvements are taken. Then no play of the new choices can go round for ever unless it
did so before (on a closed set of states the old values would be a submartingale, hence constant, and nothing was
switched there), so values never get worse, also where there are end components.

When nothing is better, the values x satisfy x = F(x). For probabilities and totals the value of the game is the least
solution, and x is what the pressed side's choices secure: x is at most the value and at least the least solution, so it
is the value. Until a goal, x is the greatest solution that is secured by choices that reach it, and the same holds
turned around. In fractions this is the whole proof. In floating-point numbers it proves one bound, and the reply of
the other side, held in its turn, the other one: `certificate`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Alone, Context, Problem, Solution, Trait, alone
from oddsmith_plugins.solvers.better import better_fractions, surely_better

Vector = NDArray[np.float64]
Choices = NDArray[np.int64]
Fractions = tuple[Fraction | float, ...]
"""Values as fractions, or infinite."""
Inner = Callable[[Problem], Solution]
"""A problem of one side -> its solution, with bounds at all states."""


def pressed_side(problem: Problem) -> int:
    """1: the maximiser loses by going on for ever; -1: the minimiser does."""
    return 1 if problem.proper is None else -1


def first_choices(problem: Problem) -> Choices:
    """Choices of the pressed side to begin with; they reach the fixed states where there are any that must."""
    several = np.diff(problem.transitions.starts) > 1
    assert problem.side is not None
    mine = (problem.side == pressed_side(problem)) & several & ~problem.fixed
    begin = problem.transitions.starts[:-1] if problem.proper is None else problem.proper
    return np.where(mine, begin, -1)


def column_of(problem: Problem, column: int) -> Problem:
    """The same problem with one of its columns."""
    part, known, gain = slice(column, column + 1), problem.exact_known, problem.exact_gain
    return replace(
        problem,
        known=np.ascontiguousarray(problem.known[:, part]),
        gain=None if problem.gain is None else np.ascontiguousarray(problem.gain[:, part]),
        exact_known=None if known is None else known[part],
        exact_gain=None if gain is None else gain[part],
    )


@dataclass
class Contest:
    """A problem with one column, the choices that are held, and what they were found to be worth."""

    problem: Problem
    inner: Inner
    context: Context
    held: Choices
    """Of the pressed side; -1 at all states where it does not decide."""
    rounds: int = 0
    lower: Vector = field(init=False, repr=False)
    upper: Vector = field(init=False, repr=False)
    reply: Choices = field(init=False, repr=False)
    solution: Solution = field(init=False, repr=False)
    exact: Fractions | None = field(init=False, default=None, repr=False)

    def evaluate(self) -> None:
        """Let the other side reply to the held choices."""
        rest, self.solution, self.lower, self.upper = self.played(self.held)
        self.reply = self.completed(rest.reply(self.solution.strategy))
        found = self.solution.exact
        self.exact = None if found is None else self.spread(rest, found[0])
        self.rounds += 1

    def played(self, held: Choices) -> tuple[Alone, Solution, Vector, Vector]:
        """What is left when these choices are held, solved: with bounds at the states of the problem."""
        self.context.check()
        rest = alone(self.problem, held, self.context)
        solution = self.inner(rest.problem)
        lower, upper = rest.values(solution.lower[:, 0]), rest.values(solution.upper[:, 0])
        fixed = self.problem.fixed
        lower[fixed] = upper[fixed] = self.problem.known[fixed, 0]
        return rest, solution, lower, upper

    def spread(self, rest: Alone, values: Fractions) -> Fractions:
        """Fractions at the states of the problem."""
        known = self.problem.exact_known
        assert known is not None
        places, fixed = rest.lift.state.tolist(), self.problem.fixed.tolist()
        return tuple(known[0][s] if fixed[s] else values[places[s]] for s in range(len(places)))

    def completed(self, choices: Choices) -> Choices:
        """A choice wherever the other side decides: the first one where none was given, because none matters."""
        assert self.problem.side is not None
        several = np.diff(self.problem.transitions.starts) > 1
        theirs = (self.problem.side == -pressed_side(self.problem)) & several & ~self.problem.fixed
        first = self.problem.transitions.starts[:-1]
        return np.where(theirs, np.where(choices >= 0, choices, first), -1)

    def improve(self, most: float = inf) -> None:
        """Evaluate and improve until nothing is surely better, or so many strategies were tried."""
        task = self.context.monitor.task("strategies", "strategies")
        self.evaluate()
        while self.rounds < most and (better := self.better()) is not None:
            task.advance(self.rounds)
            self.held = np.where(better >= 0, better, self.held)
            self.evaluate()
        task.finish()

    def better(self) -> Choices | None:
        """Choices that are surely better than the held ones; None if there are none."""
        sign = pressed_side(self.problem)
        if self.exact is not None:
            return better_fractions(self.problem, sign, self.held, self.exact)
        return surely_better(self.problem, sign, self.held, self.lower, self.upper)

    def certificate(self) -> tuple[Vector, Vector]:
        """Proved bounds: what each side secures with the choices found for it."""
        _, _, lower, upper = self.played(self.reply)
        return (self.lower, upper) if pressed_side(self.problem) > 0 else (lower, self.upper)

    @property
    def strategy(self) -> Choices:
        """The choices of both sides; -1 where nothing is decided."""
        return np.where(self.held >= 0, self.held, self.reply)


def is_contested(problem: Problem) -> bool:
    """Whether both sides decide, and one sweep or a number of sweeps is not enough."""
    return Trait.TWO_SIDED in problem.traits and not problem.traits & {Trait.ACYCLIC, Trait.HORIZON}
