"""Where parameters and array cells stand in a packed row -> text that reads and writes them."""

from __future__ import annotations

from collections.abc import Sequence

from oddsmith.plugin import Field
from oddsmith_plugins.kernels.compiled_parts.terms import Whole, number


def read(field: Field, word: str) -> Whole:
    """The value of a field of the word with this text."""
    if field.low == field.high:
        return number(field.low)  # type: ignore[return-value]
    raw = f"i64(({word} >> {field.shift}) & {mask(field.bits)})" if field.bits < 64 else f"i64({word})"
    if field.low == 0:
        return Whole(raw, field.low, field.high)
    sign, offset = ("+", field.low) if field.low > 0 else ("-", -field.low)
    return Whole(f"({raw} {sign} {offset})", field.low, field.high)


def mask(bits: int) -> int:
    return (1 << bits) - 1


def packed(field: Field, value: str) -> str:
    """The bits of a value, in their place."""
    offset = (
        f"({value})" if field.low == 0 else f"({value}) - {field.low}" if field.low > 0 else f"({value}) + {-field.low}"
    )
    bits = f"u64({offset})"
    return f"({bits} << {field.shift})" if field.shift else bits


def reader(name: str, fields: Sequence[Field]) -> str:
    """A function that reads the cell at a place (from 0) of an array."""
    head = f"def {name}(place: i64, row: Array[u64]) -> i64:\n"
    first = fields[0]
    if all(f.bits == first.bits and f.low == first.low and f.word == first.word for f in fields):
        shift = f"{first.shift} + {first.bits} * place"
        return head + f"    return i64((row[{first.word}] >> ({shift})) & {mask(first.bits)}) + ({first.low})\n"
    return head + _reading_tree(fields, 0, len(fields), "    ")


def _reading_tree(fields: Sequence[Field], low: int, high: int, indent: str) -> str:
    """Stretches of alike cells in one word, found by halving."""
    part = fields[low:high]
    first = part[0]
    if all(f.bits == first.bits and f.low == first.low and f.word == first.word for f in part):
        shift = f"{first.shift} + {first.bits} * (place - {low})" if len(part) > 1 else str(first.shift)
        return f"{indent}return i64((row[{first.word}] >> ({shift})) & {mask(first.bits)}) + ({first.low})\n"
    middle = (low + high) // 2
    return (
        f"{indent}if place < {middle}:\n"
        + _reading_tree(fields, low, middle, indent + "    ")
        + _reading_tree(fields, middle, high, indent)
    )


def writing_tree(fields: Sequence[Field], place: str, value: str, words: Sequence[str], indent: str) -> list[str]:
    """Statements that put a value into the cell at a place that is only known later."""
    return _writing_tree(fields, 0, len(fields), place, value, words, indent)


def _writing_tree(
    fields: Sequence[Field], low: int, high: int, place: str, value: str, words: Sequence[str], indent: str
) -> list[str]:
    part = fields[low:high]
    first = part[0]
    if all(f.bits == first.bits and f.low == first.low and f.word == first.word for f in part):
        word = words[first.word]
        shift = f"({first.shift} + {first.bits} * ({place} - {low}))" if len(part) > 1 else str(first.shift)
        offset = f"u64(({value}) - ({first.low}))"
        return [f"{indent}{word} = ({word} & ~(u64({mask(first.bits)}) << {shift})) | ({offset} << {shift})"]
    middle = (low + high) // 2
    deeper = indent + "    "
    return [
        f"{indent}if {place} < {middle}:",
        *_writing_tree(fields, low, middle, place, value, words, deeper),
        f"{indent}else:",
        *_writing_tree(fields, middle, high, place, value, words, deeper),
    ]
