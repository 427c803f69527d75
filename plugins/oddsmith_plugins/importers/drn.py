"""A text in DRN, the direct encoding of Storm -> a stored model; see exporters/drn.py for the format."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Context,
    ExplicitImporter,
    Gains,
    SpecError,
    Stored,
    StoredModel,
    damaged,
    hookimpl,
    impossible,
    unsuited,
)

KINDS = {"DTMC": "chain", "MDP": "mdp"}
NO_NAME = "__NOLABEL__"
OFTEN = 1 << 16
STATE = re.compile(r"state (\d+)(?: !\S+)?(?: \{\d+\})?(?: \[([^\]]*)\])?(.*)")
ACTION = re.compile(r"action (\S+)(?: \[([^\]]*)\])?")
WORD = re.compile(r'"([^"]*)"|(\S+)')


@dataclass(frozen=True)
class Drn(ExplicitImporter):
    """The direct encoding of Storm: a text for chains and decision processes."""

    name: ClassVar[str] = "drn"
    suffixes: ClassVar[tuple[str, ...]] = (".drn",)

    def open(self, path: Path, context: Context) -> StoredModel:
        context.need(8 * path.stat().st_size, f"reading {path.name}", "write the model as umb, which is read piecewise")
        reader = _Reader()
        with path.open(encoding="utf-8") as lines:
            try:
                _read(reader, lines, context)
            except UnicodeDecodeError:
                raise damaged(f"line {reader.line + 1}: this is not UTF-8 text") from None
        return reader.model()


def _read(reader: _Reader, lines: Iterator[str], context: Context) -> None:
    for number, line in enumerate(lines, 1):
        reader.line = number
        if number % OFTEN == 0:
            context.check()
        text = line.strip()
        if text and not text.startswith("//"):
            reader.take(text)
        elif reader.header:
            reader.header = ""  # an empty list of parameters or rewards


@dataclass
class _Reader:
    """What was read so far."""

    line: int = 0
    header: str = ""
    """The header whose value is expected in the next line."""
    said: dict[str, str] = field(default_factory=dict)
    in_model: bool = False
    exactly: bool = False
    starts: array[int] = field(default_factory=lambda: array("q"))
    row_start: array[int] = field(default_factory=lambda: array("q"))
    column: array[int] = field(default_factory=lambda: array("q"))
    weight: list[float] = field(default_factory=list)
    exact: list[Fraction] = field(default_factory=list)
    state_gains: list[list[float]] = field(default_factory=list)
    choice_gains: list[list[float]] = field(default_factory=list)
    labels: dict[str, list[int]] = field(default_factory=dict)
    actions: dict[str, int] = field(default_factory=dict)
    action: array[int] = field(default_factory=lambda: array("i"))

    def take(self, text: str) -> None:
        """One line that is neither empty nor a comment."""
        if not self.in_model:
            self._head(text)
        elif text[0].isdigit():
            self._transition(text)
        elif text.startswith("action"):
            self._action(text)
        elif text.startswith("state"):
            self._state(text)
        else:
            raise self._wrong("a state, an action or a transition is expected here")

    def _head(self, text: str) -> None:
        if not text.startswith("@"):
            if not self.header:
                raise self._wrong("a line that begins with @ is expected here")
            self.said[self.header], self.header = text, ""
            return
        key, colon, value = text[1:].partition(":")
        self.header = "" if colon or key == "model" else key
        self.said[key] = value.strip()
        if key == "model":
            self._begin()

    def _begin(self) -> None:
        kind = self.said.get("type", "").upper()
        if kind not in KINDS:
            raise unsuited(f"it is of type {kind or '(none)'}", f"DRN can be read of {' and '.join(KINDS)}")
        if self.said.get("parameters"):
            raise unsuited(f"it has the parameters {self.said['parameters']}", "models without parameters can be read")
        self.in_model, self.exactly = True, self.said.get("value_type") == "rational"

    @property
    def rewards(self) -> list[str]:
        return self.said.get("reward_models", "").split()

    def _state(self, text: str) -> None:
        match = STATE.fullmatch(text)
        if match is None:
            raise self._wrong("this line of a state cannot be read")
        if int(match[1]) != len(self.starts):
            raise self._wrong(f"state {match[1]} stands where state {len(self.starts)} is expected", True)
        for quoted, word in WORD.findall(match[3]):
            self.labels.setdefault(quoted or word, []).append(len(self.starts))
        self.starts.append(len(self.row_start))
        self.state_gains.append(self._gains(match[2]))

    def _action(self, text: str) -> None:
        match = ACTION.fullmatch(text)
        if match is None or not self.starts:
            raise self._wrong("this line of an action cannot be read, or has no state before it")
        name = "" if match[1] == NO_NAME else match[1]
        self.action.append(self.actions.setdefault(name, len(self.actions)))
        self.row_start.append(len(self.column))
        self.choice_gains.append(self._gains(match[2]))

    def _transition(self, text: str) -> None:
        target, colon, value = text.partition(":")
        if not colon or not target.strip().isdigit() or len(target) > 18 or not self.row_start:
            raise self._wrong("this transition cannot be read (`state : probability`), or has no action before it")
        self.column.append(int(target))
        self.weight.append(self._number(value.strip()))
        if self.exactly:  # the power of ten of a float is bounded, that of a text is not
            text = value.strip()
            self.exact.append(Fraction(self.weight[-1] if "e" in text.lower() else text))

    def _gains(self, text: str | None) -> list[float]:
        found = [self._number(value.strip()) for value in text.split(",")] if text else []
        if len(found) not in (0, len(self.rewards)):
            raise self._wrong(f"{len(found)} rewards are told of {len(self.rewards)}", True)
        return found or [0.0] * len(self.rewards)

    def _number(self, text: str) -> float:
        try:
            number = float(Fraction(text)) if "/" in text else float(text)
            if not math.isfinite(number):
                raise self._wrong(f"the number {text[:40]} is not finite", True)
            return number
        except (ValueError, ZeroDivisionError, OverflowError):
            if text.startswith("["):
                raise unsuited(
                    f"line {self.line}: the probability is an interval", "certain ones can be read"
                ) from None
            raise self._wrong(f"`{text[:40]}` is no number") from None

    def _wrong(self, message: str, contradicts: bool = False) -> SpecError:
        return (impossible if contradicts else damaged)(f"line {self.line}: {message}")

    def model(self) -> StoredModel:
        """What the whole text says."""
        if not self.in_model:
            raise damaged("the text ends before its states begin (@model)")
        size, choices = len(self.starts), len(self.row_start)
        for key, count in (("nr_states", size), ("nr_choices", choices)):
            if self.said.get(key, str(count)) != str(count):
                raise impossible(f"@{key} is {self.said[key]}, and there are {count:,}: the file may be cut off")
        first = self.labels.get("init", [])
        if len(first) != 1:
            complaint = unsuited if first else impossible
            raise complaint(f"{len(first)} states have the label init", "a game begins in one state")
        if len(self.column) and max(self.column) >= size:
            raise impossible(f"a transition leads to state {max(self.column):,}, and there are {size:,}")
        stored = Stored(
            size,
            _offsets(self.starts, choices),
            _offsets(self.row_start, len(self.column)),
            np.array(self.column, dtype=np.int32),
            np.array(self.weight, dtype=np.float64),
            tuple(self.exact) if self.exactly else None,
        )
        state, choice = (np.array(lines, dtype=np.float64) for lines in (self.state_gains, self.choice_gains))
        return StoredModel(
            kind=KINDS[self.said["type"].upper()],
            transitions=stored,
            initial=first[0],
            labels={name: _holds(states, size) for name, states in self.labels.items()},
            gains={
                name: Gains(state[:, place].copy(), choice[:, place].copy() if choices else np.zeros(0))
                for place, name in enumerate(self.rewards)
            },
            actions=tuple(self.actions),
            action=np.array(self.action, dtype=np.int32),
        )


def _offsets(starts: array[int], count: int) -> NDArray[np.int64]:
    return np.array([*starts, count], dtype=np.int64)


def _holds(states: list[int], size: int) -> NDArray[np.bool_]:
    found = np.zeros(size, dtype=bool)
    found[states] = True
    return found


@hookimpl
def oddsmith_importers() -> list[type[ExplicitImporter]]:
    return [Drn]
