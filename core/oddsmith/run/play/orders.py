"""A line of input -> what the user wants done."""

from __future__ import annotations

import re
from dataclasses import dataclass

from oddsmith.hosting.names import suggestion
from oddsmith.run.play.match import OrderError

HELP = (
    ("Enter, roll", "go on: what comes is left to chance (others decide for themselves)"),
    ("2", "take choice 2; chance says what comes of it"),
    ("2.3", "take choice 2 with outcome 3 (where there is no choice: 1.3 or roll 3)"),
    ("odds, odds 2", "what may come of a choice, and how probable it is"),
    ("best", "do what the strategy says"),
    ("any", "choose at random"),
    ("auto, auto 10", "let the game go on by itself to its end, or for 10 moves"),
    ("undo, undo 3", "take moves back"),
    ("show", "the position again"),
    ("help", "this list"),
    ("quit", "leave the game"),
)
SHORT = {"r": "roll", "o": "odds", "b": "best", "a": "auto", "u": "undo", "s": "show", "h": "help", "?": "help"}
SHORT |= {"q": "quit", "exit": "quit", "": "roll"}
WORDS = ("roll", "odds", "best", "any", "auto", "undo", "show", "help", "quit")


@dataclass(frozen=True)
class Order:
    """`word` is one of WORDS or `take`."""

    word: str
    number: int | None = None
    outcome: int | None = None


def order_of(line: str) -> Order:
    """Read a line; OrderError where it means nothing."""
    text = line.split("#", maxsplit=1)[0].strip().lower()
    if match := re.fullmatch(r"(\d{1,9})(?:\s*[.,]\s*(\d{1,9}))?", text):
        return Order("take", int(match[1]), None if match[2] is None else int(match[2]))
    match = re.fullmatch(r"(\S*)(?:\s+(\d{1,9}))?", text)
    word = "" if match is None else SHORT.get(match[1], match[1])
    if match is None or word not in WORDS:
        raise OrderError(f"`{line.strip()}` means nothing here: {suggestion(text.split()[0], WORDS)}; help lists all")
    return Order(word, None if match[2] is None else int(match[2]))
