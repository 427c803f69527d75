"""The exchangeable blocks of a process -> where they stand in a packed state."""

from __future__ import annotations

from oddsmith.kernel.encoding import Encoding, Field
from oddsmith.process.process import Process

FieldBlocks = tuple[tuple[Field, ...], ...]


def exchanged_fields(process: Process, encoding: Encoding) -> tuple[FieldBlocks, ...]:
    """The fields of every block. A state is in order if the blocks of each group ascend, compared field by field."""
    fields = {param.name: field for param, field in zip(encoding.params, encoding.fields, strict=True)}
    return tuple(tuple(tuple(fields[name] for name in block) for block in group) for group in process.exchangeable)
