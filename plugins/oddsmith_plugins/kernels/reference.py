"""Process -> the exact successor function, interpreted: the oracle that every other kernel is compared with.

For a state s, a command a enabled in s and chosen values c, the successors are

    P(s, a, c)(t) = sum over branches b and draws d with update_b(s, c, d) = t of  weight_b(s, c, d) * P(d | s, c)

in rational arithmetic, and the sum over all t must be 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Compiler,
    Context,
    Diagnostic,
    Encoding,
    EvaluationError,
    Expr,
    Kernel,
    Moves,
    NativeStep,
    Process,
    SemanticError,
    SpecError,
    Target,
    hookimpl,
    layout_of,
)
from oddsmith_plugins.kernels.reference_parts.advice import ADVICE, SEMANTIC
from oddsmith_plugins.kernels.reference_parts.commands import Choice, Command, looks_ahead
from oddsmith_plugins.kernels.reference_parts.exchange import Exchange
from oddsmith_plugins.kernels.reference_parts.following import Following

Rows = NDArray[np.uint64]
State = tuple[Any, ...]


class ReferenceKernel:
    """Closures over tuples of values, prepared once. A packed state is one whole number of all its words."""

    numbers = "exact"
    native: NativeStep | None = None

    def __init__(self, process: Process, conditions: Sequence[Expr]) -> None:
        self.encoding = Encoding.of(process.params)
        self.rewards = tuple(reward.name for reward in process.rewards)
        self.stepped = any(looks_ahead(gain.value) for summand in process.summands for gain in summand.gains)
        compiler = Compiler(layout_of(process))
        self.places = [(64 * f.word + f.shift, (1 << f.bits) - 1, f.low) for f in self.encoding.fields]
        offsets = [offset for offset, _, _ in self.places]
        self.commands = [Command(s, process, offsets, compiler) for s in process.summands]
        self.exchange = Exchange(process, self.encoding)
        self.following = Following(process, offsets, compiler)
        self.conditions = [compiler.compile(condition) for condition in conditions]
        self.state_rewards = [compiler.compile(reward.state) for reward in process.rewards]

    def expand(self, rows: Rows) -> Moves:
        """All choices and successors, in the order of the commands and of the chosen values."""
        counts: list[int] = []
        summands: list[int] = []
        choices: list[Choice] = []
        steps: list[list[Fraction]] = []
        targets: list[int] = []
        before_all = self.following.taken
        for place, packed in enumerate(self._packed(rows)):
            state, before = self._values(packed), len(choices)
            number = 0
            try:
                for number, command in enumerate(self.commands):
                    for extended, choice in command.choices(packed, state):
                        summands.append(number)
                        choices.append(choice)
                        if self.stepped:
                            steps += [command.step_gain(extended, self._values(t)) for t in choice.targets]
                        targets += [self.following(t, self._values, self.exchange) for t in choice.targets]
            except EvaluationError as error:
                raise semantic(error, rows[place], number) from None
            counts.append(len(choices) - before)
        moves = self._moves(counts, summands, choices, steps, targets)
        return replace(moves, followed=self.following.taken - before_all)

    def holds(self, condition: int, rows: Rows) -> NDArray[np.bool_]:
        return np.array([bool(v) for v in self._each(self.conditions[condition], rows)], dtype=np.bool_)

    def state_gain(self, reward: int, rows: Rows) -> NDArray[np.float64]:
        return np.array([float(v) for v in self._each(self.state_rewards[reward], rows)], dtype=np.float64)

    def exact_state_gain(self, reward: int, rows: Rows) -> list[Fraction]:
        return [Fraction(v) for v in self._each(self.state_rewards[reward], rows)]

    def _each(self, closure: Callable[[State], Any], rows: Rows) -> list[Any]:
        found: list[Any] = []
        try:
            for packed in self._packed(rows):
                found.append(closure(self._values(packed)))
        except EvaluationError as error:
            raise semantic(error, rows[len(found)], None) from None
        return found

    def _packed(self, rows: Rows) -> list[int]:
        if self.encoding.words == 1:
            numbers: list[int] = rows[:, 0].tolist()
            return numbers
        return [int.from_bytes(row.tobytes(), "little") for row in rows]

    def _values(self, packed: int) -> State:
        return tuple([low + ((packed >> offset) & mask) for offset, mask, low in self.places])

    def _rows(self, packed: list[int]) -> Rows:
        words = self.encoding.words
        if words == 1:
            return np.array(packed, dtype=np.uint64).reshape(-1, 1)
        data = b"".join(number.to_bytes(8 * words, "little") for number in packed)
        return np.frombuffer(data, dtype=np.uint64).reshape(-1, words)

    def _moves(
        self,
        counts: list[int],
        summands: list[int],
        choices: list[Choice],
        steps: list[list[Fraction]],
        targets: list[int],
    ) -> Moves:
        weights = [weight for choice in choices for weight in choice.weights]
        gains = [choice.gains for choice in choices]
        return Moves(
            choices=np.array(counts, dtype=np.int64),
            summand=np.array(summands, dtype=np.int64),
            sizes=np.array([len(choice.targets) for choice in choices], dtype=np.int64),
            targets=self._rows(targets),
            weights=np.array([float(w) for w in weights], dtype=np.float64),
            gains=self._table(gains),
            step_gains=self._table(steps) if self.stepped else None,
            exact_weights=weights,
            exact_gains=gains,
            exact_step_gains=steps if self.stepped else None,
        )

    def _table(self, lines: list[list[Fraction]]) -> NDArray[np.float64]:
        numbers = [[float(value) for value in line] for line in lines]
        return np.array(numbers, dtype=np.float64).reshape(len(lines), len(self.rewards))


def semantic(error: EvaluationError, row: Rows, summand: int | None) -> SemanticError:
    """A mistake in an expression, as a fault of the state it happened in."""
    code = SEMANTIC.get(error.code, error.code)
    why, fix = ADVICE.get(code, ("", ""))
    return SemanticError(code, error.message, row, summand, why=why, fix=fix, span=error.span)


@dataclass(frozen=True)
class Reference(Target):
    """Interprets the game in exact rational numbers: slow, and always right."""

    name = "reference"
    numbers = "exact"

    def build(self, process: Process, conditions: tuple[Expr, ...], context: Context) -> Kernel:
        try:
            return ReferenceKernel(process, conditions)
        except EvaluationError as error:
            raise SpecError([Diagnostic(error.code, error.message, error.span)]) from None


@hookimpl
def oddsmith_kernels() -> list[type[Target]]:
    return [Reference]
