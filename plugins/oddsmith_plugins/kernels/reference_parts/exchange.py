"""A packed successor -> the same with its exchangeable blocks in order."""

from __future__ import annotations

from oddsmith.plugin import Encoding, Process, exchanged_fields


class Exchange:
    """Sorts the blocks of each group, compared field by field."""

    def __init__(self, process: Process, encoding: Encoding) -> None:
        self.groups = [
            [[(64 * f.word + f.shift, (1 << f.bits) - 1) for f in block] for block in group]
            for group in exchanged_fields(process, encoding)
        ]

    def __call__(self, packed: int) -> int:
        for group in self.groups:
            held = [[(packed >> offset) & mask for offset, mask in block] for block in group]
            for block, before, after in zip(group, held, sorted(held), strict=True):
                for (offset, _), old, new in zip(block, before, after, strict=True):
                    packed += (new - old) << offset
        return packed
