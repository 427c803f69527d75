"""PRISM's explicit files (or Storm's form of them) -> a stored model; see exporters/explicit.py for the format.

`.tra` is read with what stands beside it under the same name: `.lab` (which tells the first state), `.srew`, `.trew`,
or `NAME1.srew`, `NAME2.srew` and so on where there are several rewards. The variables in `.sta` are left out, and told.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
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

OFTEN = 1 << 16
HINTS = {"dtmc": "chain", "mdp": "mdp"}
TITLE = re.compile(r'# Reward structure: "([^"]*)"')
QUOTED = re.compile(r'(\d+)="([^"]*)"')


@dataclass(frozen=True)
class _Line:
    """The words of a line, and where it stands."""

    file: str
    number: int
    words: list[str]

    def wrong(self, message: str) -> SpecError:
        return damaged(f"{self.file}, line {self.number}: {message}")

    def index(self, place: int) -> int:
        word = self.words[place] if place < len(self.words) else "nothing"
        if not word.isdigit() or len(word) > 18:
            raise self.wrong(f"{word[:40]} is no number of a state or choice")
        return int(word)

    def value(self, place: int) -> float:
        word = self.words[place] if place < len(self.words) else "nothing"
        try:
            found = float(word)
        except ValueError:
            raise self.wrong(f"{word[:40]} is no number") from None
        if not math.isfinite(found):
            raise impossible(f"{self.file}, line {self.number}: the number {word[:40]} is not finite")
        return found


@dataclass(frozen=True)
class Explicit(ExplicitImporter):
    """PRISM's explicit files: .tra with .lab, .srew and .trew beside it, for chains and decision processes."""

    name: ClassVar[str] = "explicit"
    suffixes: ClassVar[tuple[str, ...]] = (".tra",)

    def open(self, path: Path, context: Context) -> StoredModel:
        context.need(
            40 * path.stat().st_size, f"reading {path.name}", "write the model as umb, which is read piecewise"
        )
        body = _lines(path, context)
        first = next(body, None)
        if first is None:
            raise damaged(f"{path.name} is empty")
        kind, counts = _kind(first)
        table = _Table.read(body, kind)
        if not len(table.state):
            raise impossible(f"{path.name} has no transition", "PRISM gives every state at least a loop")
        labels = _labels(path.with_suffix(".lab"), context)
        size = counts[0] if counts else 1 + max(table.state.max(initial=0), table.target.max(initial=0))
        stored = table.stored(int(size), kind, counts)
        begins = labels.get("init", [0])
        if len(begins) != 1:
            raise unsuited(f"{len(begins)} states have the label init", "a game begins in one state")
        places = {name: _holds(states, stored.size, name) for name, states in labels.items()}
        gains = dict(_rewards(path, stored, kind, bool(counts), context))
        actions, action = table.actions()
        left = ("the variables of the states (.sta) are left out",) if path.with_suffix(".sta").is_file() else ()
        return StoredModel(kind, stored, begins[0], places, gains, actions, action, remarks=left)


@dataclass(frozen=True)
class _Table:
    """Transitions in the order of states and choices."""

    state: NDArray[np.int64]
    choice: NDArray[np.int64]
    target: NDArray[np.int64]
    weight: NDArray[np.float64]
    names: list[str]

    @classmethod
    def read(cls, body: Iterator[_Line], kind: str) -> _Table:
        more = int(kind == "mdp")
        rows, weights, names = [], [], []
        for line in body:
            rows.append((line.index(0), line.index(1) if more else 0, line.index(1 + more)))
            weights.append(line.value(2 + more))
            names.append(" ".join(line.words[3 + more :]))
        table = np.array(rows, dtype=np.int64).reshape(-1, 3)
        order = np.lexsort((table[:, 1], table[:, 0]))
        ordered = [names[place] for place in order.tolist()]
        return cls(table[order, 0], table[order, 1], table[order, 2], np.array(weights)[order], ordered)

    @property
    def fresh(self) -> NDArray[np.bool_]:
        """Where another choice begins."""
        found = np.ones(len(self.state), dtype=bool)
        found[1:] = (self.state[1:] != self.state[:-1]) | (self.choice[1:] != self.choice[:-1])
        return found

    def stored(self, size: int, kind: str, counts: list[int]) -> Stored:
        starts = np.flatnonzero(self.fresh)
        found = [size, *([len(starts)] if kind == "mdp" else []), len(self.state)]
        if counts and counts != found:
            raise impossible(f"it begins with the counts {counts}, and has {found}: the file may be cut off")
        largest = max(self.state.max(initial=0), self.target.max(initial=0))
        if largest >= size:
            raise impossible(f"a transition begins or ends in state {largest:,}, and there are {size:,}")
        if size > 2 * len(self.state) + 1:
            raise impossible(f"it tells of {size:,} states, and {len(self.state):,} transitions lead from and to them")
        choices = np.bincount(self.state[starts], minlength=size)
        return Stored(
            size,
            np.concatenate(([0], np.cumsum(choices))).astype(np.int64),
            np.concatenate((starts, [len(self.state)])).astype(np.int64),
            self.target.astype(np.int32),
            self.weight,
        )

    def actions(self) -> tuple[tuple[str, ...], NDArray[np.int32]]:
        places: dict[str, int] = {}
        first = np.flatnonzero(self.fresh).tolist()
        found = [places.setdefault(self.names[place], len(places)) for place in first]
        return tuple(places), np.array(found, dtype=np.int32)


def _kind(first: _Line) -> tuple[str, list[int]]:
    """The kind of model, and the counts that PRISM writes: states, choices (of decision processes), transitions."""
    if first.words[0].lower() in HINTS:
        return HINTS[first.words[0].lower()], []
    if len(first.words) not in (2, 3):
        raise first.wrong("it must begin with the numbers of states and transitions, or with dtmc or mdp")
    return ("chain" if len(first.words) == 2 else "mdp"), [first.index(place) for place in range(len(first.words))]


def _lines(path: Path, context: Context) -> Iterator[_Line]:
    with path.open(encoding="utf-8") as handle:
        try:
            for number, line in enumerate(handle, 1):
                if number % OFTEN == 0:
                    context.check()
                words = line.split()
                if words and (not words[0].startswith("#") or words[0] in ("#DECLARATION", "#END")):
                    yield _Line(path.name, number, words)
        except UnicodeDecodeError:
            raise damaged(f"{path.name} is not UTF-8 text") from None


def _labels(path: Path, context: Context) -> dict[str, list[int]]:
    """The states of each label, in either form; without the file there are none."""
    if not path.is_file():
        return {}
    body = _lines(path, context)
    first = next(body, None)
    if first is None:
        return {}
    if first.words[0] == "#DECLARATION":
        declared = takewhile(lambda line: line.words[0] != "#END", body)
        names = {word: word for line in declared for word in line.words}
    else:
        names = dict(QUOTED.findall(" ".join(first.words)))
    found: dict[str, list[int]] = {name: [] for name in names.values()}
    for line in body:
        state = _Line(line.file, line.number, [line.words[0].rstrip(":")]).index(0)
        for word in line.words[1:]:
            if word not in names:
                raise line.wrong(f"there is no label {word[:40]}")
            found[names[word]].append(state)
    return found


def _holds(states: list[int], size: int, name: str) -> NDArray[np.bool_]:
    if states and max(states) >= size:
        raise impossible(f"the label {name} is told of state {max(states):,}, and there are {size:,}")
    found = np.zeros(size, dtype=bool)
    found[states] = True
    return found


def _rewards(path: Path, stored: Stored, kind: str, headed: bool, context: Context) -> Iterator[tuple[str, Gains]]:
    stems = [path.stem, *(f"{path.stem}{number}" for number in range(1, 100))]
    for stem in stems:
        files = [path.with_name(f"{stem}{end}") for end in (".srew", ".trew")]
        if not any(file.is_file() for file in files):
            continue
        state, step = np.zeros(stored.size), np.zeros(stored.count)
        for line in _body(files[0], headed, context):
            if line.index(0) >= stored.size:
                raise impossible(f"{line.file}, line {line.number}: there are {stored.size:,} states")
            state[line.index(0)] += line.value(1)
        more = int(kind == "mdp")
        for line in _body(files[1], headed, context):
            step[_place(line, stored, more)] += line.value(2 + more)
        yield _title(files) or stem, Gains(state, np.zeros(stored.choices), step if step.any() else None)


def _body(file: Path, headed: bool, context: Context) -> Iterator[_Line]:
    """The lines of rewards; in PRISM's form counts stand before them."""
    return islice(_lines(file, context), int(headed), None) if file.is_file() else iter(())


def _place(line: _Line, stored: Stored, more: int) -> int:
    state, target = line.index(0), line.index(1 + more)
    if state < stored.size:
        choice = int(stored.starts[state]) + (line.index(1) if more else 0)
        if choice < stored.starts[state + 1]:
            low, high = int(stored.row_start[choice]), int(stored.row_start[choice + 1])
            found = np.flatnonzero(stored.column[low:high] == target)
            if len(found):
                return low + int(found[0])
    raise impossible(f"{line.file}, line {line.number}: the rewarded transition does not exist")


def _title(files: list[Path]) -> str:
    for file in files:
        if file.is_file():
            with file.open(encoding="utf-8", errors="replace") as handle:
                if match := TITLE.match(handle.readline(1000)):
                    return match[1]
    return ""


@hookimpl
def oddsmith_importers() -> list[type[ExplicitImporter]]:
    return [Explicit]
