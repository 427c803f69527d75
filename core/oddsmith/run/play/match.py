"""A board -> a game that goes on: steps that can be taken, taken back, and left to chance or to a strategy."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from oddsmith.run.play.board import Board, Choice, Outcome, Row

Advice = Callable[[Row, int], int | None]
"""A state and the number of moves before it -> the choice that a strategy takes there; None: it has no advice."""


class OrderError(Exception):
    """An order that cannot be followed; the text says why."""


@dataclass(frozen=True)
class Step:
    """One move: what was chosen, and what came of it."""

    before: Row
    choice: Choice
    outcome: Outcome
    by: str
    """Who chose: you, strategy, chance, or nobody, where there was no choice."""
    gained: tuple[Fraction, ...]
    after: Row


@dataclass
class Match:
    """The moves so far. Chance depends on the seed and the number of the move alone, so that undoing is no cheating."""

    board: Board
    seed: int = 0
    advice: Advice | None = None
    steps: list[Step] = field(default_factory=list)
    known: dict[bytes, tuple[Choice, ...]] = field(default_factory=dict)

    @property
    def row(self) -> Row:
        return self.steps[-1].after if self.steps else self.board.start()

    @property
    def choices(self) -> tuple[Choice, ...]:
        key = self.row.tobytes()
        if key not in self.known:
            self.known[key] = self.board.choices(self.row)
        return self.known[key]

    @property
    def over(self) -> bool:
        """Whether nothing can be done any more, or nothing ever changes."""
        here = self.row.tobytes()
        return all(state.tobytes() == here for c in self.choices for o in c.outcomes for state, _, _ in o.states)

    @property
    def yours(self) -> bool:
        """Whether the one who looks has something to decide."""
        choices = self.choices
        return len(choices) > 1 and not self.board.process.mixes and self.board.viewer in (None, choices[0].player)

    def gains(self) -> dict[str, Fraction]:
        """What every reward has gained so far, but for what would tell what is hidden before the game is over."""
        totals = [sum((step.gained[r] for step in self.steps), Fraction(0)) for r in range(len(self.board.rewards))]
        untold = frozenset() if not self.board.hidden or self.over else self.board.telling
        return {name: total for name, total in zip(self.board.rewards, totals, strict=True) if name not in untold}

    def take(self, choice: int | None = None, outcome: int | None = None) -> Step:
        """Choose by number from 1 (None where there is no choice); chance says what comes of it, or the user does."""
        choices = self.choices
        if not choices:
            raise OrderError("the game is over: nothing can be done (undo takes a move back)")
        by = "you"
        if choice is None:
            if self.yours:
                raise OrderError(f"choose one of 1..{len(choices)} or its name, or say best, any or auto")
            if outcome is not None and len(choices) > 1:
                raise OrderError(f"{choices[0].player} decides here: an outcome can be named when that is done")
            choice, by = self._others(choices)
        if not 1 <= choice <= len(choices):
            raise OrderError(f"there is no choice {choice}: choose one of 1..{len(choices)}")
        if by == "you" and not self.yours and len(choices) > 1 and not self.board.process.mixes:
            raise OrderError(f"{choices[0].player} decides here, not {self.board.viewer}")
        return self._happens(choices[choice - 1], outcome, by if len(choices) > 1 else "nobody")

    def best(self) -> Step:
        """What the strategy does."""
        choices = self.choices
        if not choices:
            raise OrderError("the game is over: nothing can be done (undo takes a move back)")
        place = None if self.advice is None else self.advice(self.row, len(self.steps))
        if len(choices) > 1 and place is None:
            raise OrderError("there is no strategy here: no question asks for the best, or the game is too large")
        return self._happens(choices[place or 0], None, "strategy" if len(choices) > 1 else "nobody")

    def any(self) -> Step:
        """Any choice, all alike."""
        choices = self.choices
        if not choices:
            raise OrderError("the game is over: nothing can be done (undo takes a move back)")
        place = self._chance("choice").randrange(len(choices))
        return self._happens(choices[place], None, "chance" if len(choices) > 1 else "nobody")

    def auto(self, most: int) -> list[Step]:
        """So many moves, by the strategy where there is one, else by chance; fewer if the game is over before."""
        made: list[Step] = []
        while len(made) < most and not self.over:
            advised = self.advice is not None and self.advice(self.row, len(self.steps)) is not None
            made.append(self.best() if advised else self.any())
        return made

    def undo(self, count: int) -> None:
        if not self.steps:
            raise OrderError("nothing has happened yet")
        del self.steps[max(0, len(self.steps) - count) :]

    def _others(self, choices: tuple[Choice, ...]) -> tuple[int, str]:
        """What others do, who are not the one who looks: as the strategy says, else anything."""
        if len(choices) == 1:
            return 1, "nobody"
        place = None if self.advice is None else self.advice(self.row, len(self.steps))
        if place is not None:
            return place + 1, "strategy"
        return self._chance("choice").randrange(len(choices)) + 1, "chance"

    def _happens(self, choice: Choice, outcome: int | None, by: str) -> Step:
        count = len(choice.outcomes)
        if outcome is not None and not 1 <= outcome <= count:
            raise OrderError(f"there is no outcome {outcome}: `odds` lists 1..{count}")
        if outcome is not None and choice.veiled:
            raise OrderError("what comes of it depends on what is hidden: leave it to chance")
        possible = choice.outcomes if outcome is None else (choice.outcomes[outcome - 1],)
        states = [(came, state) for came in possible for state in came.states]
        left = Fraction(self._chance("outcome").getrandbits(64), 2**64) * sum(state[1] for _, state in states)
        place = 0
        while left >= states[place][1][1]:
            left -= states[place][1][1]
            place += 1
        came, (row, _, gained) = states[place]
        step = Step(self.row, choice, came, by, gained, row)
        self.steps.append(step)
        return step

    def _chance(self, what: str) -> random.Random:
        return random.Random(f"{self.seed} {len(self.steps)} {what}")
