"""State values <-> rows of 64-bit words, range checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.process.process import Parameter


@dataclass(frozen=True)
class Field:
    """Where one parameter stands: `value = low + ((row[word] >> shift) & mask)`."""

    word: int
    shift: int
    bits: int
    low: int
    high: int


@dataclass(frozen=True)
class Encoding:
    """Parameters packed in order; none straddles two words."""

    params: tuple[Parameter, ...]
    fields: tuple[Field, ...]
    words: int

    @classmethod
    def of(cls, params: Iterable[Parameter]) -> Encoding:
        params = tuple(params)
        fields: list[Field] = []
        word, shift = 0, 0
        for param in params:
            bits = max(1, (param.high - param.low).bit_length())
            if shift + bits > 64:
                word, shift = word + 1, 0
            fields.append(Field(word, shift, bits, param.low, param.high))
            shift += bits
        return cls(params, tuple(fields), word + 1)

    def pack(self, values: Sequence[int]) -> NDArray[np.uint64]:
        """One state as a row."""
        words = [0] * self.words
        for field, value in zip(self.fields, values, strict=True):
            words[field.word] |= (value - field.low) << field.shift
        return np.array(words, dtype=np.uint64)

    def unpack(self, row: NDArray[np.uint64]) -> tuple[int, ...]:
        """The values of one row."""
        words = [int(w) for w in row]
        return tuple(f.low + ((words[f.word] >> f.shift) & ((1 << f.bits) - 1)) for f in self.fields)

    def column(self, rows: NDArray[np.uint64], index: int) -> NDArray[np.int64]:
        """The values of one parameter in many rows."""
        field = self.fields[index]
        mask = np.uint64((1 << field.bits) - 1)
        raw = (rows[:, field.word] >> np.uint64(field.shift)) & mask
        return raw.astype(np.int64) + field.low

    def readable(self, rows: NDArray[np.uint64], index: int) -> NDArray[Any]:
        """The same as the spec writes it: truth values and the words of an enumeration are not numbers."""
        values, type_ = self.column(rows, index), self.params[index].type
        if type_.kind == "bool":
            return values.astype(np.bool_)
        return np.array(type_.values)[values] if type_.kind == "enum" else values

    def initial(self) -> NDArray[np.uint64]:
        return self.pack([p.init for p in self.params])

    def describe(self, row: NDArray[np.uint64], most: int | None = None) -> str:
        """A state in the game's words: `f=2, turn=1`; at most so many of its parameters."""
        pairs = zip(self.params[:most], self.unpack(row)[:most], strict=True)
        words = [f"{p.name}={p.type.text(v)}" for p, v in pairs]
        left_out = len(self.params) - len(words)
        return ", ".join([*words, f"and {left_out:,} more"] if left_out else words)
