"""An explored game -> a text in DRN, the direct encoding of Storm: states with their rewards, labels and choices.

Every choice has an `action` line and its successors under it. Gains of transitions are written as what the choice gains
in the mean, which changes no expectation; who decides where in a game cannot be said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from oddsmith.plugin import Context, ExplicitExporter, Explored, Exporter, hookimpl, unsuited
from oddsmith_plugins.exporters.labels import action_names, deadlocks_of, expected_gain, first_state, labels_of, word

NO_NAME = "__NOLABEL__"
PIECE = 10_000
"""States that are written at a time."""


@dataclass(frozen=True)
class Drn(ExplicitExporter):
    """The direct encoding of Storm: a text for chains and decision processes."""

    name: ClassVar[str] = "drn"
    suffixes: ClassVar[tuple[str, ...]] = (".drn",)
    text: ClassVar[bool] = True

    def write(self, explored: Explored, path: Path, context: Context) -> None:
        if explored.process.kind == "game":
            raise unsuited("DRN does not tell which player decides in a state", "export to umb instead")
        for name, gains in explored.space.gains.items():
            if gains.step is not None:
                context.monitor.message(f"DRN has no rewards of transitions: {name} is written as its mean per choice")
        with path.open("w", encoding="utf-8") as out:
            out.writelines(_Lines(explored).all(context))


class _Lines:
    """The lines of the text."""

    def __init__(self, explored: Explored) -> None:
        self.space, self.kind = explored.space, explored.process.kind
        space = self.space
        labels = labels_of(explored)
        if space.deadlocks and "deadlock" not in labels:
            labels["deadlock"] = deadlocks_of(space)
        self.labels = first_state(labels, space)
        self.rewards = list(space.gains)
        self.state_gains = np.array([space.gains[name].state for name in self.rewards])
        self.choice_gains = np.array([expected_gain(space, space.gains[name]) for name in self.rewards])
        self.actions = [word(name) if name else NO_NAME for name in action_names(space)]

    def all(self, context: Context) -> Iterator[str]:
        stored = self.space.transitions
        yield f"@type: {'DTMC' if self.kind == 'chain' else 'MDP'}\n@value_type: double\n@parameters\n\n"
        yield f"@reward_models\n{' '.join(word(name) for name in self.rewards)}\n"
        yield f"@nr_states\n{stored.size}\n@nr_choices\n{stored.choices}\n@model\n"
        for first in range(0, stored.size, PIECE):
            context.check()
            yield from self._states(first, min(first + PIECE, stored.size))

    def _states(self, first: int, last: int) -> Iterator[str]:
        """The lines of some states; numbers are taken out of the arrays once for all of them."""
        stored = self.space.transitions
        starts = stored.starts[first : last + 1]
        rows = stored.row_start[starts[0] : starts[-1] + 1]
        columns = stored.column[rows[0] : rows[-1]].tolist()
        weights = stored.weight[rows[0] : rows[-1]].tolist()
        summands = self.space.summand[starts[0] : starts[-1]].tolist()
        labels = _words({name: holds[first:last] for name, holds in self.labels.items()}, last - first)
        state_gains = _gains(self.state_gains[:, first:last] if self.rewards else None, last - first)
        choice_gains = _gains(self.choice_gains[:, starts[0] : starts[-1]] if self.rewards else None, len(summands))
        places, ends = (starts - starts[0]).tolist(), (rows - rows[0]).tolist()
        for s in range(last - first):
            yield f"state {first + s}{state_gains[s]}{labels[s]}\n"
            for j in range(places[s], places[s + 1]):
                yield f"\taction {self.actions[summands[j]]}{choice_gains[j]}\n"
                for t in range(ends[j], ends[j + 1]):
                    yield f"\t\t{columns[t]} : {weights[t]!r}\n"


def _words(labels: dict[str, np.ndarray], count: int) -> list[str]:
    found = [""] * count
    for name, holds in labels.items():
        for s in np.flatnonzero(holds).tolist():
            found[s] += f" {name}"
    return found


def _gains(values: np.ndarray | None, count: int) -> list[str]:
    if values is None:
        return [""] * count
    return [f" [{', '.join(repr(value) for value in line)}]" for line in values.T.tolist()]


@hookimpl
def oddsmith_exporters() -> list[type[Exporter]]:
    return [Drn]
