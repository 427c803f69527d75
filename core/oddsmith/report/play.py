"""A match -> what is shown of it: positions, choices, odds, worth; with colours on a terminal, plain elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isnan
from typing import Any

from oddsmith.report.json import answer_document, number
from oddsmith.report.numbers import significant, with_bounds
from oddsmith.report.terminal import confidence_text, value_text
from oddsmith.run.play.board import Choice, Outcome
from oddsmith.run.play.match import Match, Step
from oddsmith.run.play.orders import HELP
from oddsmith.run.quantities import counted
from oddsmith.solve.answer import Answer

DIGITS = 6
MOST_SHOWN = 24
"""Parameters of a state that are shown in a line."""
MOST_OUTCOMES = 40


@dataclass
class Screen:
    """Prints to stdout; remembers what positions were worth, to show how that changes."""

    worth: dict[str, float] = field(default_factory=dict)

    def line(self, text: str = "", style: str = "") -> None:
        if sys.stdout.isatty():
            from rich.console import Console
            from rich.text import Text

            Console(highlight=False).print(Text(text, style=style))
        else:
            print(text)

    def begin(self, title: str, how: str) -> None:
        self.line(title, "bold")
        if how:
            self.line(f"what a position is worth: {how}", "dim")
        self.line("help lists what you can do", "dim")

    def position(self, match: Match, answers: Sequence[Answer]) -> None:
        """Where the game is, what can be done, and what it is worth."""
        board, row = match.board, match.row
        values = list(board.shown(row).items())
        shown = ", ".join(f"{name}={text}" for name, text in values[:MOST_SHOWN])
        rest = len(values) - MOST_SHOWN
        self.line()
        self.line(
            f"after {counted(len(match.steps), 'move')}: {shown}{f', and {rest} more' if rest > 0 else ''}", "bold"
        )
        if labels := board.labels(row):
            self.line(f"  holds: {', '.join(labels)}", "cyan")
        if gains := {name: total for name, total in match.gains().items() if total}:
            self.line("  gained: " + ", ".join(f"{name} {_fraction(total)}" for name, total in gains.items()))
        for answer in answers:
            self.line(f"  {answer.question.name}: {self._worth(answer)}", "green")
        if match.over:
            self.line("  the game is over", "bold magenta")
        else:
            self._choices(match)

    def _worth(self, answer: Answer) -> str:
        name, value = answer.question.name, answer.value
        if answer.sample is not None and isinstance(value, float):
            text = with_bounds(value, answer.lower, answer.upper, DIGITS, 1) + confidence_text(answer)
        elif isinstance(value, float) and not isnan(value):
            text = significant(value, DIGITS) if abs(value) < float("inf") else str(value)
        else:
            return value_text(answer)
        before = self.worth.get(name)
        self.worth[name] = value
        if before is None or before == value or abs(value - before) == float("inf"):
            return text
        return f"{text} ({'▲' if value > before else '▼'} {significant(abs(value - before), 3)})"

    def _choices(self, match: Match) -> None:
        choices = match.choices
        if len(choices) == 1:
            self.line(f"  next: {_chances(choices[0])}")
        elif match.board.process.mixes:
            self.line(f"  next, each alike: {', '.join(map(_chances, choices))}")
        elif not match.yours:
            self.line(f"  next: {choices[0].player} decides")
        else:
            who = choices[0].player or "you"
            self.line(f"  {who} can:")
            for place, choice in enumerate(choices, 1):
                self.line(f"    {place}  {_chances(choice)}", "yellow")

    def step(self, step: Step) -> None:
        """What has just happened."""
        who = {"you": "", "nobody": "", "strategy": "the strategy chooses ", "chance": "chance chooses "}[step.by]
        if step.choice.player is not None:
            who = f"{step.choice.player}: {who}"
        certain = step.choice.veiled or step.outcome.probability == 1
        odds = "" if certain else f"  (1 in {significant(1 / step.outcome.probability, 3)})"
        told = step.outcome.text in step.choice.title
        came = step.choice.title if told else f"{step.choice.title}: {step.outcome.text}"
        self.line(f"  {who}{came}{odds}", "bold yellow")

    def odds(self, choice: Choice) -> None:
        if choice.veiled:
            self.line(f"  {choice.title}: what may come of it depends on what is hidden")
            return
        self.line(f"  {choice.title}:")
        for place, outcome in enumerate(choice.outcomes[:MOST_OUTCOMES], 1):
            self.line(f"    .{place}  {_fraction(outcome.probability):>9}  {outcome.text}")
        if len(choice.outcomes) > MOST_OUTCOMES:
            self.line(f"    and {len(choice.outcomes) - MOST_OUTCOMES} more")

    def help(self) -> None:
        width = max(len(words) for words, _ in HELP)
        for words, meaning in HELP:
            self.line(f"  {words:<{width}}  {meaning}")


def _chances(choice: Choice) -> str:
    outcomes = choice.outcomes
    if choice.veiled:
        return choice.title
    if len(outcomes) > 1:
        return f"{choice.title} ({len(outcomes)} outcomes)"
    return choice.title if outcomes[0].text in choice.title else f"{choice.title}: {outcomes[0].text}"


def _fraction(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 9 else significant(value, 4)


def transcript(match: Match, spec: str, answers: Sequence[Answer]) -> dict[str, Any]:
    """The whole match for programs; what the one who looks must not see is `?`."""
    board = match.board
    return {
        "game": board.process.name,
        "spec": spec,
        "seed": match.seed,
        "as": board.viewer,
        "start": board.shown(board.start()),
        "moves": [_move(match, step) for step in match.steps],
        "state": board.shown(match.row),
        "labels": board.labels(match.row),
        "gained": {name: number(total) for name, total in match.gains().items()},
        "over": match.over,
        "choices": [choice.title for choice in match.choices] if match.yours else [],
        "answers": [answer_document(answer) for answer in answers],
    }


def _move(match: Match, step: Step) -> dict[str, Any]:
    outcome: Outcome = step.outcome
    return {
        "player": step.choice.player,
        "choice": step.choice.title,
        "by": step.by,
        "outcome": outcome.text,
        "probability": None if step.choice.veiled else number(outcome.probability),
        "state": match.board.shown(step.after),
    }
