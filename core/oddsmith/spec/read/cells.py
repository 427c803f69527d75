"""A CSV or YAML text and the shape of a table -> the value of every cell with its place, or all that is wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from oddsmith.source import Source, Span
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.compose import compose
from oddsmith.spec.tree import Mapping, Node, Scalar, kind, shorten
from oddsmith.spec.tree import Sequence as Items

LONGEST_NUMBER: Final = 60
"""Characters of a number; its power of ten has at most three digits."""
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?(\s*/\s*\d+)?\Z")
_NO_NUMBER = re.compile(r"[+-]?(nan|inf|infinity)\Z", re.IGNORECASE)
"""What programs write where they have no number: never the head of a column."""
_WHOLE = re.compile(r"[+-]?\d{1,9}\Z")


@dataclass(frozen=True)
class Cell:
    value: Fraction
    span: Span


Cells = tuple[Cell, ...]
"""Row by row."""


@dataclass(frozen=True)
class Shape:
    """The table that the values are for."""

    name: str
    axes: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """`4 rows (1..4) of 5 numbers (1..5)`."""
        sizes = [f"{high - low + 1} {{}} ({low}..{high})" for low, high in self.axes]
        words = ["numbers"] if len(self.axes) == 1 else ["rows", "numbers"]
        return " of ".join(size.format(word) for size, word in zip(sizes, words, strict=True))


@dataclass(frozen=True)
class _Written:
    """One number with the indices that the file gives it; None: it is the next one."""

    row: int | None
    column: int | None
    text: str
    span: Span


def cells_of(source: Source, form: str, shape: Shape) -> Cells:
    """All cells of the table; raises SpecError with everything that is wrong."""
    complaints = Complaints()
    reading = _Csv(source, shape, complaints) if form == "csv" else _Yaml(source, shape, complaints)
    lines = reading.lines()
    complaints.check()
    cells = _placed(lines, shape, Span(source, 0, 0), complaints)
    complaints.check()
    return cells


class _Yaml:
    """`[0, 0, 1]`, `[[…], […]]`, `{1: 0.5, 2: 1}`, `{1: [0, 1], 2: [1/2, 1/2]}`."""

    def __init__(self, source: Source, shape: Shape, complaints: Complaints) -> None:
        self.source, self.shape, self.complaints = source, shape, complaints

    def lines(self) -> list[list[_Written]]:
        tree = compose(self.source, self.complaints)
        if tree is None or isinstance(tree, Scalar):
            self._wrong(Span(self.source, 0, 0), "nothing" if tree is None else kind(tree))
            return []
        if len(self.shape.axes) == 1:
            return [[w for index, item in self._items(tree) for w in self._number(None, index, item)]]
        found: list[list[_Written]] = []
        for row, line in self._items(tree):
            if isinstance(line, Scalar):
                self._wrong(line.span, kind(line))
            else:
                found.append([w for column, item in self._items(line) for w in self._number(row, column, item)])
        return found

    def _items(self, node: Mapping | Items) -> list[tuple[int | None, Node]]:
        if isinstance(node, Items):
            return [(None, item) for item in node]
        found: list[tuple[int | None, Node]] = []
        for entry in node:
            if _WHOLE.match(entry.key.text):
                found.append((int(entry.key.text), entry.value))
            else:
                message = f"`{shorten(entry.key.text)}` is no index of `{self.shape.name}`"
                self.complaints.add("E722", message, entry.key.span, fix="indices are whole numbers")
        return found

    def _number(self, row: int | None, column: int | None, node: Node) -> list[_Written]:
        if isinstance(node, Scalar):
            return [_Written(row, column, node.text.strip(), node.span)]
        self._wrong(node.span, kind(node))
        return []

    def _wrong(self, span: Span, found: str) -> None:
        message = f"`{self.shape.name}` takes {self.shape.text}, not {found}"
        self.complaints.add("E722", message, span)


class _Csv:
    """A line per row; `#` begins a comment. A head line with one word more than there are columns names rows by index.

    A table with one axis stands in one line or in one column (`index,value` with a head line).
    """

    def __init__(self, source: Source, shape: Shape, complaints: Complaints) -> None:
        self.source, self.shape, self.complaints = source, shape, complaints

    def lines(self) -> list[list[_Written]]:
        lines = self._fields()
        indexed = False
        if len(lines) > 1 and _is_head(lines[0][0][0]):
            indexed = self._has_index(lines.pop(0))
        found = [self._line(line, indexed) for line in lines]
        if len(self.shape.axes) == 2:
            return found
        return [[_Written(None, w.row, w.text, w.span) if indexed else w for line in found for w in line]]

    def _fields(self) -> list[list[tuple[str, Span]]]:
        found: list[list[tuple[str, Span]]] = []
        start = 0
        for line in self.source.text.split("\n"):
            content = line.partition("#")[0].rstrip()
            if content.strip():
                fields, place = [], start
                for part in re.split(r"[,;\t]", content):
                    lead = len(part) - len(part.lstrip())
                    text = part.strip().strip('"')
                    fields.append((text, Span(self.source, place + lead, place + lead + max(1, len(part.strip())))))
                    place += len(part) + 1
                found.append(fields)
            start += len(line) + 1
        return found

    def _has_index(self, head: list[tuple[str, Span]]) -> bool:
        low, high = self.shape.axes[-1]
        columns = 1 if len(self.shape.axes) == 1 else high - low + 1
        return len(head) == columns + 1

    def _line(self, fields: Sequence[tuple[str, Span]], indexed: bool) -> list[_Written]:
        row: int | None = None
        if indexed:
            text, span = fields[0]
            if not _WHOLE.match(text):
                message = f"`{shorten(text)}` is no index of `{self.shape.name}`"
                self.complaints.add("E722", message, span, fix="indices are whole numbers")
                return []
            row, fields = int(text), fields[1:]
        return [_Written(row, None, text, span) for text, span in fields]


def _is_head(text: str) -> bool:
    return not (_NUMBER.match(text) or _NO_NUMBER.match(text))


def _placed(lines: list[list[_Written]], shape: Shape, span: Span, complaints: Complaints) -> Cells:
    """Every number in its cell: none twice, none outside, none missing."""
    rows = (0, 0) if len(shape.axes) == 1 else shape.axes[0]
    columns = shape.axes[-1]
    found: dict[tuple[int, int], Cell] = {}
    for place, line in enumerate(lines, start=rows[0]):
        for column, written in enumerate(line, start=columns[0]):
            at = (
                place if written.row is None else written.row,
                column if written.column is None else written.column,
            )
            value = _value(written, shape, complaints)
            if not (rows[0] <= at[0] <= rows[1] and columns[0] <= at[1] <= columns[1]):
                message = f"there is no cell {_cell(shape, at)} in `{shape.name}`, which takes {shape.text}"
                complaints.add("E722", message, written.span)
                break
            if at in found:
                complaints.add("E722", f"{_cell(shape, at)} of `{shape.name}` is given twice", written.span)
            else:
                found[at] = Cell(value, written.span)
    wanted = list(product(range(rows[0], rows[1] + 1), range(columns[0], columns[1] + 1)))
    missing = [at for at in wanted if at not in found]
    if missing:
        shown = ", ".join(_cell(shape, at) for at in missing[:3]) + (", …" if len(missing) > 3 else "")
        message = f"{len(missing)} of {len(wanted)} values for `{shape.name}` are missing: {shown}"
        complaints.add("E722", message, span, fix=f"it takes {shape.text}")
        return ()
    return tuple(found[at] for at in wanted)


def _cell(shape: Shape, at: tuple[int, int]) -> str:
    return str(list(at if len(shape.axes) == 2 else at[1:]))


def _value(written: _Written, shape: Shape, complaints: Complaints) -> Fraction:
    """An exact number; `nan`, `inf` and words are none."""
    text = written.text
    if len(text) <= LONGEST_NUMBER and _NUMBER.match(text):
        number, _, divisor = text.partition("/")
        if not divisor or int(divisor) != 0:
            return Fraction(number.strip()) / int(divisor or 1)
    message = f"`{shorten(text)}` is no number for `{shape.name}`"
    complaints.add("E722", message, written.span, fix="write 0.25, 1/4 or 3e-2")
    return Fraction(0)
