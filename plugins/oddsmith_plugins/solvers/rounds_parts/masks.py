"""Conditions over the box -> for each block the lanes in which they hold.

A condition reads the lane's parameter and the outer ones. Its largest parts that read outer parameters only are
selectors: for each combination of their values the condition is a mask over the lanes, calculated once. What is left
for every block is to look the selectors up, by a generated function: it fills in the mask of every condition and
returns where the block begins.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Binary, Boolean, Expr, Process, Rounds, Unary, flat, from_text
from oddsmith_plugins.solvers.rounds_parts.box import Blocks
from oddsmith_plugins.solvers.rounds_parts.leaves import LeafTables

NEVER, ALWAYS, SOMETIMES = 0, 1, 2
MOST_MASKS = 4096
ARGUMENTS = "block: i64, truth: Array[u8], masks: Array[i32], out: Array[i32], mask: Array[f64]"


class Masks:
    """The conditions of one layer, by number; `never` and `always` are masks 0 and 1."""

    def __init__(self, process: Process, rounds: Rounds, blocks: Blocks) -> None:
        self.rounds, self.blocks = rounds, blocks
        self.leaves = LeafTables(process, rounds)
        self.numbers: dict[Expr, int] = {}
        self.same: dict[tuple[str, tuple[int, ...]], int] = {}
        """Conditions by what they look up and the masks that they find."""
        self.lines: list[str] = []
        self.mask_of: list[int] = []
        self.default: list[int] = []
        """The mask of each condition while all its selectors are zero: rows are laid out for it; -1: unknown before."""
        lanes = blocks.lanes
        self.masks: dict[bytes, int] = {np.zeros(lanes, bool).tobytes(): 0, np.ones(lanes, bool).tobytes(): 1}
        self.loops: list[tuple[int, str]] = []
        """Conditions with too many masks for a table: their number, and their truth in lane `k`."""

    def number(self, condition: Expr | None) -> int:
        """The number of a condition; -1 stands for always."""
        if condition is None:
            return -1
        if condition not in self.numbers:
            self.numbers[condition] = self._added(condition)
        return self.numbers[condition]

    def _added(self, condition: Expr) -> int:
        """The number of a new condition; of one that only looks new, the number that it has."""
        number = len(self.default)
        selectors: list[tuple[str, int]] = []
        form = self._form(condition, selectors)
        radices = [radix for _, radix in selectors]
        if prod(radices) > MOST_MASKS:
            self.loops.append((number, self._text(condition)))
            self.default.append(-1)
            return number
        masks: list[int] = []
        for chosen in product(*map(range, radices)):
            mask = np.ascontiguousarray(np.broadcast_to(_evaluate(form, chosen), self.blocks.lanes))
            masks.append(self.masks.setdefault(mask.tobytes(), len(self.masks)))
        place = "0"
        for text, radix in selectors:
            place = f"({place}) * {radix} + {text}" if place != "0" else text
        known = self.same.setdefault((place, tuple(masks)), number)
        if known != number:
            return known
        base = len(self.mask_of)
        self.mask_of += masks
        self.default.append(masks[0])
        self.lines.append(f"    out[{number}] = masks[{base} + {place}]")
        return number

    def _form(self, expr: Expr, selectors: list[tuple[str, int]]) -> _Form:
        """The condition as a function of its selectors' values, to a mask."""
        lane = None if self.blocks.lane is None else self.rounds.axes[self.blocks.lane].name
        names = self.leaves.reads(expr)
        if lane not in names:
            return self._selector(expr, selectors)
        if names == {lane}:
            return ("mask", self.leaves.table(expr, (lane,)).astype(bool))
        if isinstance(expr, Binary) and expr.operator in ("and", "or"):
            parts = flat(expr.operator, expr)
            outer = [part for part in parts if lane not in self.leaves.reads(part)]
            forms = [self._form(part, selectors) for part in parts if part not in outer]
            if outer:
                forms.append(self._selector(_joined(expr.operator, outer), selectors))
            return (expr.operator, forms)
        if isinstance(expr, Unary) and expr.operator == "not":
            return ("not", [self._form(expr.operand, selectors)])
        return self._both(expr, lane, sorted(names - {lane}), selectors)

    def _selector(self, expr: Expr, selectors: list[tuple[str, int]]) -> _Form:
        if isinstance(expr, Boolean):
            return ("mask", np.array(expr.value))
        selectors.append((self._text(expr), 2))
        return ("choose", len(selectors) - 1, np.array([[False], [True]]))

    def _both(self, expr: Expr, lane: str, names: list[str], selectors: list[tuple[str, int]]) -> _Form:
        """A simple condition about the lane's parameter and outer ones: one mask for each of their values."""
        table = self.leaves.table(expr, (*names, lane)).astype(bool)
        sizes = [self.leaves.size(name) for name in names]
        selectors.append((_place([self._index(n) for n in names], sizes), prod(sizes)))
        return ("choose", len(selectors) - 1, table.reshape(-1, self.blocks.lanes))

    def _text(self, expr: Expr) -> str:
        """A condition in the dialect: 0 or 1."""
        if isinstance(expr, Binary) and expr.operator in ("and", "or"):
            sign = "&" if expr.operator == "and" else "|"
            return "(" + f" {sign} ".join(self._text(part) for part in flat(expr.operator, expr)) + ")"
        if isinstance(expr, Unary) and expr.operator == "not":
            return f"(1 - {self._text(expr.operand)})"
        names = sorted(self.leaves.reads(expr))
        start = self.leaves.stored(expr, tuple(names))
        sizes = [self.leaves.size(name) for name in names]
        return f"truth[{start} + {_place([self._index(n) for n in names], sizes)}]"

    def _index(self, name: str) -> str:
        if self.blocks.lane is not None and name == self.rounds.axes[self.blocks.lane].name:
            return "k"
        return f"i{next(place for place, axis in enumerate(self.rounds.axes) if axis.name == name)}"

    def compiled(self, name: str) -> tuple[Any, Any]:
        """The functions (block, truth, masks, out, mask) -> where the block begins, and block -> where it begins."""
        stride = self.blocks.strides
        places: list[str] = []
        rest = "block"
        for place in reversed(self.blocks.outer):
            size = len(self.rounds.axes[place].values)
            places.append(f"    i{place} = ({rest}) % {size}")
            rest = f"({rest}) // {size}"
        begin = " + ".join([f"i{place} * {stride[place]}" for place in self.blocks.outer]) or "0"
        places.append(f"    begin = {begin}")
        loops = [
            line
            for place, (number, text) in enumerate(self.loops)
            for line in self._loop(number, len(self.masks) + place, text)
        ]
        locate = [f"def locate({ARGUMENTS}) -> i64:", *places, *self.lines, *loops, "    return begin"]
        begins = ["def begins(block: i64) -> i64:", *places, "    return begin"]
        functions = from_text("\n".join([*locate, *begins]), name)
        return functions["locate"], functions["begins"]

    def _loop(self, number: int, row: int, text: str) -> list[str]:
        """Lines that fill in the mask of a condition lane by lane."""
        return [
            "    some = 0",
            "    every = 1",
            f"    for k in range({self.blocks.lanes}):",
            f"        holds = {text}",
            f"        mask[{row * self.blocks.padded} + k] = f64(holds)",
            "        some = some | holds",
            "        every = every & holds",
            f"    out[{number}] = 1 if every else ({row} if some else 0)",
        ]

    def states(self) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """For each mask whether it holds never, always or sometimes; and 1.0 in the lanes where it holds, padded."""
        count = len(self.masks) + len(self.loops)
        padded = np.zeros((count, self.blocks.padded))
        for text, number in self.masks.items():
            padded[number, : self.blocks.lanes] = np.frombuffer(text, dtype=bool)
        state = np.full(count, SOMETIMES, dtype=np.uint8)
        state[0] = NEVER
        state[1] = ALWAYS
        padded[1] = 1.0
        return state, padded


_Form = tuple  # (kind, operands …): mask, choose, and, or, not


def _evaluate(form: _Form, chosen: tuple[int, ...]) -> NDArray[np.bool_]:
    match form:
        case ("mask", mask):
            return mask
        case ("choose", place, table):
            return table[chosen[place]]
        case ("not", (inner,)):
            return ~_evaluate(inner, chosen)
        case (operator, forms):
            join = np.logical_and if operator == "and" else np.logical_or
            result = _evaluate(forms[0], chosen)
            for other in forms[1:]:
                result = join(result, _evaluate(other, chosen))
            return result
    raise AssertionError(form)


def _joined(operator: str, parts: list[Expr]) -> Expr:
    result = parts[0]
    for part in parts[1:]:
        result = Binary(operator, result, part)
    return result


def _place(indices: list[str], sizes: list[int]) -> str:
    text = indices[0] if indices else "0"
    for index, size in zip(indices[1:], sizes[1:], strict=True):
        text = f"({text}) * {size} + {index}"
    return text
