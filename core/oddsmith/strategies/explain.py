"""A found strategy -> why it does what it does: a compact tree in the words of the spec, proved on all its states."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.kernel.kernel import Target
from oddsmith.process.process import Process
from oddsmith.solve.restricted import restricted
from oddsmith.solve.strategy import Found, Strategy
from oddsmith.strategies.cells import Cells, cells_in, summarise_cells
from oddsmith.strategies.decisions import Decisions, decisions_of
from oddsmith.strategies.features import Feature, candidates, measured
from oddsmith.strategies.summary import Columns, Summary, summarise
from oddsmith.strategies.tree import conditions, lines, used
from oddsmith.strategies.words import Words

FEW = 300
"""So many states are measured by the interpreter, more by compiled code."""
STEP = Feature("step", None)
MOST_STEPS = 2_000
"""Steps after which visits are no longer counted."""


@dataclass(frozen=True)
class Explained:
    """A summary of a strategy."""

    summary: Summary
    options: tuple[str, ...]
    """The moves of the tree's leaves."""
    strategy: Strategy
    """What the summary says, in every state."""
    decisions: int
    ties_used: int
    """Decisions in which it does something else that is as good."""
    wrong: int = 0
    """Decisions in which it does something worse."""
    cells: Cells | None = None

    @property
    def features(self) -> tuple[str, ...]:
        """What it looks at."""
        return tuple(self.summary.features[n].text for n in sorted(used(self.summary.tree)))

    def text(self) -> list[str]:
        """The tree for readers."""
        if self.cells is None:
            return list(lines(self.summary.tree, self.summary.features, self.options))
        return [self.cells.head, *lines(self.summary.tree, self.summary.features, self.options, "  ")]

    def rules(self) -> list[tuple[str, str]] | None:
        """(condition, move), the first that fits; None where they cannot be said as rules.

        The last ones are for states in which nothing matters any more, and the usual move need not be possible.
        """
        if self.cells is not None or STEP.text in self.features:
            return None
        found = list(conditions(self.summary.tree, self.summary.features))
        plain = [(" and ".join(f"({c})" if " or " in c else c for c in all_of), self.options[o]) for all_of, o in found]
        last = max(dict.fromkeys(move for _, move in plain), key=lambda move: sum(m == move for _, m in plain))
        others = [("", move) for move in self.options if move != last]
        return [*((when, move) for when, move in plain if move != last), ("", last), *others]


def explain(
    found: Found,
    words: Words,
    process: Process,
    targets: tuple[Target, ...],
    context: Context,
    prune: int | None = None,
    ties: bool = True,
    among: NDArray[np.bool_] | None = None,
    emphasis: float = 1.0,
) -> Explained | None:
    """The summary of a strategy (in the states `among`); None where none was found.

    With `prune` a tree of at most so many leaves, which may be worse; a state then counts as its visits to the power
    of `emphasis`.
    """
    matters = found.strategy.deciding & ~found.ties.free
    states = np.flatnonzero(matters if among is None else matters & among)
    decisions = decisions_of(found, words, states, ties)
    space = found.strategy.space
    rows = space.rows[states]
    features = candidates(process)
    known = {}
    if found.strategy.steps is not None:
        features = [*features, STEP]
        known[len(features) - 1] = found.strategy.steps[states].astype(np.float64)
    measure = measured(process, features, targets, len(states) <= FEW, context)
    columns, weight = (
        Columns(measure, rows, known),
        None if prune is None else visits(found.strategy)[states] ** emphasis,
    )
    whole = summarise(columns, tuple(features), decisions.allowed, decisions.chosen, context.seed, prune, weight)
    best = None if whole is None else _explained(decisions, whole, whole.option)
    cells = cells_in(decisions, words) if prune is None else None
    if cells is not None:
        apart = summarise_cells(decisions, cells, process, measure, context.seed)
        if apart is not None and (best is None or apart[0].leaves < best.summary.leaves):
            named = _explained(decisions, *apart)
            return replace(named, options=cells.options, cells=cells)
    return best


def visits(strategy: Strategy) -> NDArray[np.float64]:
    """About how often each state is met by following the strategy; a little even for those that never are."""
    part = restricted(strategy.space, strategy.mask)
    stored = part.space.transitions
    source = np.repeat(np.arange(stored.size), np.diff(stored.row_start))
    moving = source != stored.column  # an end stays as it is
    source, target, chance = source[moving], stored.column[moving], stored.weight[moving]
    now: NDArray[np.float64] = np.zeros(stored.size)
    now[part.space.initial] = 1.0
    total = now.copy()
    for _ in range(MOST_STEPS):
        now = np.bincount(target, now[source] * chance, stored.size).astype(np.float64)
        total += now
        if now.sum() < 1e-6:
            break
    result = np.full(strategy.space.size, 1e-9)
    result[part.state] += total
    return result


def _explained(decisions: Decisions, summary: Summary, option: NDArray[np.int64]) -> Explained:
    choice = decisions.choices(option)
    impossible = choice < 0
    choice = np.where(impossible, decisions.found.strategy.choice, choice)
    right = (decisions.allowed >> np.maximum(option, 0)) & 1 == 1
    used_ties = int(np.count_nonzero(right & (option != decisions.chosen)))
    return Explained(
        summary,
        decisions.options,
        replace(decisions.found.strategy, choice=choice),
        len(option),
        used_ties,
        int(np.count_nonzero(~right)),
    )
