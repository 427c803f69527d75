"""The updates of a branch -> statements that check the new values and write the packed successor."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from oddsmith.plugin import Field, Index, Name, NotCompilableError, Update
from oddsmith_plugins.kernels.compiled_parts.layout import mask, packed, writing_tree
from oddsmith_plugins.kernels.compiled_parts.lookups import place_of
from oddsmith_plugins.kernels.compiled_parts.prelude import NOT_WHOLE, OUT_OF_RANGE, OUTSIDE, TWICE
from oddsmith_plugins.kernels.compiled_parts.terms import Ratio, Term, Whole, floored, number, whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddsmith_plugins.kernels.compiled_parts.commands import Writer
    from oddsmith_plugins.kernels.compiled_parts.render import Renderer


@dataclass(frozen=True)
class Place:
    """The parameters from `first` on that a target may stand for, and which of them it is."""

    first: int
    count: int
    offset: Whole

    @property
    def fixed(self) -> int | None:
        return None if self.offset.known is None else self.first + self.offset.known


def write_successor(writer: Writer, renderer: Renderer, updates: Sequence[Update]) -> None:
    """All values are computed from the old state before anything is written."""
    program = renderer.program
    fields = program.encoding.fields
    places = [_place(renderer, update) for update in updates]
    values = [renderer.exact(update.value) for update in updates]
    _check_twice(writer, places)
    kept = [~0] * program.words
    bits: list[list[str]] = [[] for _ in range(program.words)]
    later: list[tuple[Place, Whole]] = []
    for place, value in zip(places, values, strict=True):
        if place.fixed is None:
            later.append((place, _fitting(writer, value, fields[place.first : place.first + place.count])))
            continue
        field = fields[place.fixed]
        fitted = _fitting(writer, value, [field])
        kept[field.word] &= ~(mask(field.bits) << field.shift)
        bits[field.word].append(packed(field, fitted.text))
    successor = [f"n{k}" for k in range(program.words)]
    for k, word in enumerate(renderer.words):
        writer.put(f"{successor[k]} = {_word(word, kept[k], bits[k])}")
    for place, fitted in later:
        cell, new = writer.fresh("cell"), writer.fresh("new")
        writer.put(f"{cell} = {place.offset.text}", f"{new} = {fitted.text}")
        cells = fields[place.first : place.first + place.count]
        writer.put(*writing_tree(cells, cell, new, successor, ""))
    for k, word in enumerate(successor):
        place_text = "at" if program.words == 1 else f"at * {program.words} + {k}"
        writer.put(f"targets[{place_text}] = {word}")


def _word(word: str, kept: int, bits: list[str]) -> str:
    """The old word with some fields replaced."""
    if not bits:
        return f"{word} | u64(0)"
    keep = kept & mask(64)
    return " | ".join([*([f"({word} & {keep})"] if keep else []), *bits])


def _place(renderer: Renderer, update: Update) -> Place:
    program = renderer.program
    if isinstance(update.target, Name):
        return Place(program.slots[update.target.name], 1, number(0))  # type: ignore[arg-type]
    if not isinstance(update.target, Index) or update.target.name not in program.arrays:
        raise NotCompilableError("an update writes to something that is no variable")
    array = program.arrays[update.target.name]
    size = prod(high - low + 1 for low, high in array.axes)
    return Place(array.first, size, place_of(renderer, update.target, array.axes, OUTSIDE))


def _fitting(writer: Writer, value: Term, fields: Sequence[Field]) -> Whole:
    """The value as a local where it needs a check against the range of the field."""
    if isinstance(value, Ratio):
        with writer.inside(f"if {value.top.tight} % {value.bottom.tight} != 0:"):
            writer.put(f"book[0] = {NOT_WHOLE}")
        value = floored(value)
    fitted = whole(value)
    low, high = max(f.low for f in fields), min(f.high for f in fields)
    if low <= fitted.low and fitted.high <= high:
        return fitted
    local = writer.fresh("x")
    writer.put(f"{local} = {fitted.text}")
    if fitted.high < low or fitted.low > high:
        writer.put(f"book[0] = {OUT_OF_RANGE}")
    else:
        with writer.inside(f"if {_outside(local, fitted, low, high)}:"):
            writer.put(f"book[0] = {OUT_OF_RANGE}")
    return Whole(local, low, high)


def _outside(local: str, fitted: Whole, low: int, high: int) -> str:
    tests = [f"{local} < {low}"] if fitted.low < low else []
    if fitted.high > high:
        tests.append(f"{local} > {high}")
    return " or ".join(tests)


def _check_twice(writer: Writer, places: Sequence[Place]) -> None:
    """No cell may be written twice."""
    for number_, one in enumerate(places):
        for other in places[:number_]:
            if one.fixed is not None and other.fixed is not None:
                if one.fixed == other.fixed:
                    writer.put(f"book[0] = {TWICE}")
            elif one.first < other.first + other.count and other.first < one.first + one.count:
                same = f"{one.first} + {one.offset.tight} == {other.first} + {other.offset.tight}"
                with writer.inside(f"if {same}:"):
                    writer.put(f"book[0] = {TWICE}")
