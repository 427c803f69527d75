"""A line of input -> what the user wants done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from oddsmith.hosting.names import suggestion
from oddsmith.run.play.match import OrderError

HELP = (
    ("Enter, roll", "go on: what comes is left to chance (others decide for themselves)"),
    ("2, or its name", "take choice 2, by its number or its name; chance says what comes of it"),
    ("2.3", "take choice 2 with outcome 3 (where there is no choice: 1.3 or roll 3)"),
    ("odds, odds 2", "what may come of a choice (number or name), and how probable it is"),
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


def order_of(line: str, choices: Sequence[str] = ()) -> Order:
    """Read a line; OrderError where it means nothing. `choices` are the names of what can be done here.

    Words go before names, so that `undo` is always there, and names before short forms. To `roll` where there is
    something to decide would mean nothing, so that a game may have a choice of that name.
    """
    text = line.split("#", maxsplit=1)[0].strip().lower()
    if match := re.fullmatch(r"(\d{1,9})(?:\s*[.,]\s*(\d{1,9}))?", text):
        return Order("take", int(match[1]), None if match[2] is None else int(match[2]))
    if (text not in WORDS or text == "roll") and (place := _named(text, choices)):
        return Order("take", place)
    if text.startswith("odds ") and (place := _named(text.removeprefix("odds "), choices)):
        return Order("odds", place)
    match = re.fullmatch(r"(\S*)(?:\s+(\d{1,9}))?", text)
    word = "" if match is None else SHORT.get(match[1], match[1])
    if match is None or word not in WORDS:
        near = suggestion(text.split()[0], WORDS, also=map(_action, choices))
        raise OrderError(f"`{line.strip()}` means nothing here: {near}{_numbered(choices)}; help lists all")
    return Order(word, None if match[2] is None else int(match[2]))


def _named(text: str, choices: Sequence[str]) -> int | None:
    """The number of the choice with this name, or with this action where no other has it; 0 does not occur."""
    for name in (_plain, lambda title: _plain(_action(title))):
        found = [place for place, title in enumerate(choices, 1) if text and name(title) == _plain(text)]
        if len(found) > 1:
            several = ", ".join(map(str, found))
            raise OrderError(f"`{text}` may be any of {several}: say the number{_numbered(choices)}")
        if found:
            return found[0]
    return None


def _plain(title: str) -> str:
    """`bet, k = 2` as `bet k=2`, `BET k=2` and others write it."""
    return re.sub(r"[\s,]", "", title).lower()


def _action(title: str) -> str:
    return title.partition(", ")[0]


def _numbered(choices: Sequence[str]) -> str:
    listed = ", ".join(f"{place} {title}" for place, title in enumerate(choices, 1))
    return f"; choices: {listed}" if choices else ""
