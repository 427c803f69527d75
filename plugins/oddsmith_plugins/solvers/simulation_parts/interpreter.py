"""A process and what is looked for -> the same games as the compiled loop, interpreted in exact numbers.

It is what the compiled loop is tested against, and it plays games that have no compiled form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Branch, Compiler, Encoding, EvaluationError, Process, SemanticError, Summand, layout_of
from oddsmith_plugins.kernels.reference import ReferenceKernel, semantic
from oddsmith_plugins.kernels.reference_parts.commands import Command
from oddsmith_plugins.kernels.reference_parts.draws import Draws
from oddsmith_plugins.kernels.reference_parts.updates import Updates
from oddsmith_plugins.solvers.simulation_parts.commands import entangled
from oddsmith_plugins.solvers.simulation_parts.seen import Observable
from oddsmith_plugins.solvers.simulation_parts.sharing import fixed_size, fresh
from oddsmith_plugins.solvers.simulation_parts.watchers import maker

State = tuple[Any, ...]
UNIT = 2.0**-53


class Words:
    """The random words of one game, from NumPy's Philox."""

    def __init__(self, seed: int, series: int, game: int) -> None:
        key, counter = np.array([seed, series], dtype=np.uint64), np.array([0, game, 0, 0], dtype=np.uint64)
        self.source: Any = np.random.Philox(key=key, counter=counter)
        self.taken = 0

    def __call__(self) -> int:
        self.taken += 1
        return int(self.source.random_raw())

    def chance(self) -> float:
        return (self() >> 11) * UNIT


class Interpreter:
    """Plays by closures; see `program.play_text` for the rules."""

    def __init__(self, process: Process, observables: Sequence[Observable], decides: bool) -> None:
        self.process, self.decides = process, decides
        self.encoding = Encoding.of(process.params)
        self.kernel = ReferenceKernel(process, ())
        compiler = Compiler(layout_of(process))
        self.makers = [maker(seen, compiler, self.kernel.state_rewards) for seen in observables]

    def play(
        self, first: int, count: int, seed: int, series: int, longest: int, asked: Callable[[], bool] = lambda: False
    ) -> tuple[NDArray[np.float64], int, int]:
        """values[observable, game], the number of moves, and how many games were cut; SemanticError for a fault."""
        values = np.full((len(self.makers), count), nan)
        moves = cut = 0
        for place in range(count):
            if asked():
                raise InterruptedError
            found, made, over = self.game(Words(seed, series, first + place), longest)
            values[:, place], moves, cut = found, moves + made, cut + (not over)
        return values, moves, cut

    def game(self, words: Words, longest: int) -> tuple[list[float], int, bool]:
        watchers = [make() for make in self.makers]
        row = self.encoding.initial()
        k, since, stretch, mark = 0, 0, 1, row.tobytes()
        while True:
            state = self.encoding.unpack(row)
            for watcher in watchers:
                if watcher.open:
                    watcher.arrive(k, state)
            over = not any(watcher.open for watcher in watchers)
            if over or k >= longest:
                return [watcher.value for watcher in watchers], k, over
            before = words.taken
            following, gains = self.move(row, state, words)
            for watcher in watchers:
                if watcher.open:
                    watcher.move(k, state, gains)
            row, k = following, k + 1
            if words.taken != before:
                since, stretch, mark = k, 1, row.tobytes()
            elif row.tobytes() == mark:
                for watcher in watchers:
                    if watcher.open:
                        watcher.repeat(since)
                since, stretch = k, 1
            elif k - since >= stretch:
                since, stretch, mark = k, 2 * stretch, row.tobytes()

    def move(self, row: Any, state: State, words: Words) -> tuple[Any, list[Fraction]]:
        """The next state, and what each reward gains on the way."""
        packed = self.kernel._packed(row.reshape(1, -1))[0]
        number = None
        try:
            gains = [Fraction(closure(state)) for closure in self.kernel.state_rewards]
            chosen = self._choice(state, row, words)
            if chosen is None:
                return row, gains
            number, extended = chosen
            command = self.kernel.commands[number]
            target = self._successor(self.process.summands[number], command, packed, extended, words)
            more = [command._gained(command.gains, extended)]
            more.append(command.step_gain(extended, self.kernel._values(target)))
        except EvaluationError as error:
            raise semantic(error, row, number) from None
        return self.kernel._rows([target])[0], [sum(parts, Fraction(0)) for parts in zip(gains, *more, strict=True)]

    def _choice(self, state: State, row: Any, words: Words) -> tuple[int, State] | None:
        choices = list(self._choices(state))
        if not choices:
            if self.process.deadlock == "error":
                raise SemanticError("E609", "no command is enabled in this state", row)
            return None
        if len(choices) > 1 and not self.decides:
            raise SemanticError("E603", "two commands are enabled in the same state", row, choices[1][0])
        return choices[(words() * len(choices)) >> 64] if len(choices) > 1 else choices[0]

    def _choices(self, state: State) -> Iterator[tuple[int, State]]:
        for number, command in enumerate(self.kernel.commands):
            if command.early and not command.guard(state):
                continue
            for values in command.chosen:
                extended = (*state, *values) if values else state
                if command.early or command.guard(extended):
                    yield number, extended

    def _successor(self, summand: Summand, command: Command, packed: int, state: State, words: Words) -> int:
        if entangled(summand):
            updates, extended = _walked(command, state, words)
            return updates.apply(packed, extended)
        weights = [draws.weight(state) for draws, _ in command.branches]
        place = weighed(weights, words)
        draws, updates = command.branches[place]
        return updates.apply(packed, _drawn(summand.branches[place], draws, state, words))


def weighed(weights: Sequence[Any], words: Words) -> int:
    """One of several weights by chance; a certain one without."""
    if any(weight < 0 for weight in weights):
        raise EvaluationError("E606", "a weight is negative")
    if sum(weights, Fraction(0)) != 1:
        raise EvaluationError("E601", f"the probabilities sum to {sum(weights, Fraction(0))}, not to 1")
    kept = [place for place, weight in enumerate(weights) if weight != 0]
    if certain := [place for place in kept if float(weights[place]) >= 1]:
        return certain[0]
    chance, total, chosen = words.chance(), 0.0, kept[-1]
    for place in kept:
        total += float(weights[place])
        if chance < total:
            return place
    return chosen


def _walked(command: Command, state: State, words: Words) -> tuple[Updates, State]:
    chance, total = words.chance(), 0.0
    last: tuple[Updates, State] | None = None
    for draws, updates in command.branches:
        for values, weight in draws.outcomes(state)[0]:
            last = updates, (*state, *values)
            total += float(weight)
            if chance < total:
                return last
    assert last is not None
    return last


def _drawn(branch: Branch, draws: Draws, state: State, words: Words) -> State:
    """The state with the values of all draws behind it."""
    bits = 0
    for draw, domain, new in zip(branch.draws, draws.domains, fresh(branch), strict=True):
        outcomes = domain(state)
        if len(outcomes) == 1:
            place = 0
        elif fixed_size(draw) is not None:
            bits = words() if new else bits
            place, bits = (bits * len(outcomes)) >> 64, (bits * len(outcomes)) & (2**64 - 1)
        elif hasattr(draw.domain, "outcomes"):
            place = weighed([weight for _, weight in outcomes], words)
        else:
            place = (words() * len(outcomes)) >> 64
        state = (*state, outcomes[place][0])
    return state
