"""The valuations of states -> variables and packed rows, as explored games have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Encoding, Field, Parameter, Type, impossible
from oddsmith_plugins.importers.umb_parts.index import Index, Kind, kind_of, mapping
from oddsmith_plugins.importers.umb_parts.numbers import Numbers

WIDEST = 64
"""Bits of a variable in the file."""
WIDEST_RANGE = 60
"""Bits of the difference of its values, here."""
Rows = NDArray[np.uint64]


@dataclass(frozen=True)
class _Slot:
    """Where a variable lies: bits from the lowest bit of a state's bytes on."""

    name: str
    kind: Kind
    start: int
    offset: int


def variables(index: Index, numbers: Numbers, size: int) -> tuple[Encoding, Rows] | str | None:
    """Variables and rows; a text where they cannot be taken (they only describe states), None where there are none."""
    entry = mapping(index.document.get("valuations", {}), "valuations").get("states")
    if entry is None:
        return None
    classes = mapping(entry, "valuations of states").get("classes")
    if not isinstance(classes, list) or len(classes) != 1 or numbers.has("valuations/states/valuation-to-class.bin"):
        return "states of several classes: their variables are left out"
    slots, bits = _slots(mapping(classes[0], "a class of valuations").get("variables"))
    unknown = [s.name for s in slots if s.kind.name not in ("bool", "uint", "int") or s.kind.size > WIDEST]
    if unknown:
        return (
            f"variables are left out, since {unknown[0]} is neither a truth value nor a whole number of {WIDEST} bits"
        )
    if not slots or bits % 8:
        return None if not slots else "variables are left out: a state takes no whole number of bytes"
    name = "valuations/states/valuations.bin"
    found = len(numbers.archive.members.get(name, b""))
    if found != size * bits // 8:  # Storm 1.13 tells a wrong padding of models that it has read and writes again
        return f"variables are left out: {found:,} bytes are not {size:,} states of {bits} bits"
    data = np.frombuffer(numbers.archive.members[name], dtype=np.uint8)
    direct = _direct(slots, bits)
    if direct is not None:
        return direct, data.view("<u8").reshape(size, -1)
    return _packed(slots, data.reshape(size, -1)) or "variables are left out: the values of one are too far apart"


def _slots(entries: Any) -> tuple[list[_Slot], int]:
    found: list[_Slot] = []
    place = 0
    if not isinstance(entries, list):
        raise impossible("index.json: a class of valuations has no list of variables")
    for described in entries:
        entry = mapping(described, "a variable")
        if "padding" in entry:
            padding = entry["padding"]
            if not isinstance(padding, int) or not 0 < padding < 2**20:
                raise impossible(f"index.json: a padding of {padding!r} bits")
            place += padding
            continue
        name, offset = entry.get("name"), entry.get("offset", 0)
        if not isinstance(name, str) or not name or name in {slot.name for slot in found}:
            raise impossible(f"index.json: a variable is named {name!r}, or two are")
        if not isinstance(offset, int) or abs(offset) >= 2**WIDEST_RANGE:
            raise impossible(f"index.json: the offset of {name} is {offset!r}")
        kind = kind_of(entry if isinstance(entry.get("type"), str) else entry.get("type"), name)
        optional = entry.get("is-optional", False) is True
        found.append(_Slot(name, Kind("string", 64) if optional else kind, place + optional, offset))
        place += kind.size + optional
    return found, place


def _direct(slots: list[_Slot], bits: int) -> Encoding | None:
    """The encoding that the bytes have already, if it is one of whole words (so that the rows stay on disk)."""
    if bits % 64 or any(s.start // 64 != (s.start + s.kind.size - 1) // 64 or s.kind.name == "int" for s in slots):
        return None
    if any(s.kind.size > WIDEST_RANGE or (s.kind.name == "bool" and s.kind.size != 1) for s in slots):
        return None
    fields = [Field(s.start // 64, s.start % 64, s.kind.size, s.offset, s.offset + 2**s.kind.size - 1) for s in slots]
    return Encoding(
        tuple(_parameter(s, f.low, f.high) for s, f in zip(slots, fields, strict=True)), tuple(fields), bits // 64
    )


def _packed(slots: list[_Slot], data: NDArray[np.uint8]) -> tuple[Encoding, Rows] | None:
    """The values of every variable, packed anew; None where they are too far apart."""
    columns = [_column(slot, data) for slot in slots]
    if any(max(abs(int(column.min())), abs(int(column.max()))) >= 2**WIDEST_RANGE for column in columns):
        return None
    params = [_parameter(s, int(c.min()), int(c.max())) for s, c in zip(slots, columns, strict=True)]
    encoding = Encoding.of(params)
    rows = np.zeros((len(data), encoding.words), dtype=np.uint64)
    for field, column in zip(encoding.fields, columns, strict=True):
        rows[:, field.word] |= (column - field.low).astype(np.uint64) << np.uint64(field.shift)
    return encoding, rows


def _column(slot: _Slot, data: NDArray[np.uint8]) -> NDArray[np.int64]:
    size, value = slot.kind.size, np.zeros(len(data), dtype=np.uint64)
    first, last = slot.start // 8, (slot.start + size - 1) // 8
    for byte in range(first, last + 1):
        shift = 8 * byte - slot.start
        piece = data[:, byte].astype(np.uint64)
        value |= piece << np.uint64(shift) if shift >= 0 else piece >> np.uint64(-shift)
    result = (value & np.uint64(2**size - 1)).astype(np.int64)
    if slot.kind.name == "bool":
        return (result != 0).astype(np.int64)
    if slot.kind.name == "int" and size < WIDEST:  # all 64 bits have their sign already
        result = np.where(result >= 2 ** (size - 1), result - 2**size, result)
    return result + slot.offset


def _parameter(slot: _Slot, low: int, high: int) -> Parameter:
    if slot.kind.name == "bool":
        return Parameter(slot.name, Type("bool"), 0, 1, 0)
    return Parameter(slot.name, Type("int"), low, high, low)
