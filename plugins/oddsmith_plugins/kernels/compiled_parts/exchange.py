"""Exchangeable blocks -> a function that puts those of one packed state in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oddsmith.plugin import Field, exchanged_fields
from oddsmith_plugins.kernels.compiled_parts.layout import mask
from oddsmith_plugins.kernels.compiled_parts.program import Program

SORT = """def sort_blocks(count: i64, width: i64, keys: Array[u64]):
    for i in range(1, count):
        j = i
        while j > 0:
            behind = 0
            for k in range(width):
                left = keys[(j - 1) * width + k]
                right = keys[j * width + k]
                if left != right:
                    if left > right:
                        behind = 1
                    break
            if behind == 0:
                break
            for k in range(width):
                moved = keys[j * width + k]
                keys[j * width + k] = keys[(j - 1) * width + k]
                keys[(j - 1) * width + k] = moved
            j = j - 1
"""

Place = tuple[Field, int, int]
"""A field, the word of the key that it is copied to, and how far from its end."""


def write_order(program: Program) -> bool:
    """Add the function `order(row)`; False if nothing can be exchanged."""
    groups = exchanged_fields(program.process, program.encoding)
    if not groups:
        return False
    lines = ["def order(row: Array[u64]):"]
    for number, group in enumerate(groups):
        lines += [f"    {line}" for line in _sorted(f"keys{number}", group)]
    program.parts["sort_blocks"] = SORT
    program.parts["order"] = "\n".join([*lines, ""])
    return True


def _sorted(keys: str, group: Sequence[Sequence[Field]]) -> Iterator[str]:
    """Copy the blocks into keys whose order as numbers is that of the blocks, sort them, and copy them back."""
    places, width = _places(group[0])
    copies = [
        (field, f"{keys}[{number * width + word}]", shift)
        for number, block in enumerate(group)
        for field, (_, word, shift) in zip(block, places, strict=True)
    ]
    parts: dict[str, list[str]] = {}
    for field, key, shift in copies:
        parts.setdefault(key, []).append(_moved(f"row[{field.word}]", field.shift, field.bits, shift))
    yield f"{keys} = array(u64, {len(group) * width})"
    yield from (f"{key} = {' | '.join(texts)}" for key, texts in parts.items())
    yield f"sort_blocks({len(group)}, {width}, {keys})"
    for word in sorted({field.word for field, _, _ in copies}):
        here = [copy for copy in copies if copy[0].word == word]
        kept = mask(64) & ~sum(mask(field.bits) << field.shift for field, _, _ in here)
        texts = [_moved(key, shift, field.bits, field.shift) for field, key, shift in here]
        yield f"row[{word}] = {' | '.join([*([f'(row[{word}] & {kept})'] if kept else []), *texts])}"


def _places(block: Sequence[Field]) -> tuple[list[Place], int]:
    """Where the fields of a block stand in its key, the first one highest, and how many words the key has."""
    words: list[list[Field]] = [[]]
    for field in block:
        if sum(f.bits for f in words[-1]) + field.bits > 64:
            words.append([])
        words[-1].append(field)
    places = [
        (field, number, sum(f.bits for f in fields[place + 1 :]))
        for number, fields in enumerate(words)
        for place, field in enumerate(fields)
    ]
    return places, len(words)


def _moved(text: str, source: int, bits: int, goal: int) -> str:
    """Some bits of a word, at another place."""
    taken = text if bits == 64 else f"(({text} >> {source}) & {mask(bits)})"
    return f"({taken} << {goal})" if goal else taken
