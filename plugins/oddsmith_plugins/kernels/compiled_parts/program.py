"""The growing text of one program: functions and constant tables that generated code shares."""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.plugin import Encoding, Function, Process, Table
from oddsmith_plugins.kernels.compiled_parts.calls import (
    is_gainful,
    is_stepped,
    recursive_functions,
)
from oddsmith_plugins.kernels.compiled_parts.prelude import FUNCTIONS

LONGEST_TEXT = 10_000_000
"""Longer programs would be compiled for minutes."""


@dataclass
class Program:
    """Collects what the expressions of one process need; `text` is the whole in the dialect."""

    process: Process
    encoding: Encoding
    parts: dict[str, str] = field(default_factory=dict)
    """Functions by name; a name is there, empty, while its function is being made."""
    tuples: dict[str, tuple[float, ...]] = field(default_factory=dict)
    made: dict[object, str] = field(default_factory=dict)
    """Names of the functions that were made for a part of the process."""

    def __post_init__(self) -> None:
        self.slots = {p.name: number for number, p in enumerate(self.process.params)}
        self.arrays = {a.name: a for a in self.process.arrays}
        self.tables: dict[str, Table] = {t.name: t for t in self.process.tables}
        self.functions: dict[str, Function] = {f.name: f for f in self.process.functions}
        self.recursive = recursive_functions(self.process.functions)
        self.gainful, self.stepped = is_gainful(self.process), is_stepped(self.process)

    @property
    def words(self) -> int:
        return self.encoding.words

    def fresh(self, stem: str) -> str:
        return f"{stem}_{len(self.parts) + len(self.tuples)}"

    def constant(self, values: tuple[float, ...], stem: str) -> str:
        """The name of a tuple of constants."""
        for name, known in self.tuples.items():
            if known == values and [type(v) for v in known] == [type(v) for v in values]:
                return name
        name = self.fresh(stem)
        self.tuples[name] = values
        return name

    def text(self) -> str:
        """Everything, helpers included where they are used."""
        own = "\n".join(self.parts.values())
        helpers = [text for name, text in FUNCTIONS.items() if f"{name}(" in own]
        tuples = [f"{name} = {values!r}" for name, values in self.tuples.items()]
        return "\n".join([*tuples, *helpers, own])
