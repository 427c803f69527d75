"""The base classes of exporters: a process -> texts in another language; a state space -> files in another format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.process.process import Process
from oddsmith.space.space import StateSpace


@dataclass(frozen=True)
class Export:
    """What a symbolic exporter says: one text, or several that belong together."""

    files: tuple[tuple[str, str], ...]
    """(suffix, text) pairs; the first is the model, which `-o` names, the others take its name with their suffix."""
    remarks: tuple[str, ...] = ()
    """What the other language cannot say, for the user: one line each."""


@dataclass(frozen=True)
class Explored:
    """A state space with the process that it was explored from."""

    process: Process
    space: StateSpace
    labels: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    """Where each label of the process holds; the conditions of the questions are in `space.conditions`."""
    kernel: str = ""
    """The name of the kernel that explored it."""


@dataclass(frozen=True)
class Exporter(ABC):
    """A frozen record of options."""

    name: ClassVar[str]
    """As `--to` calls it."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    """The ends of file names that stand for this format, like `.prism`; the first is the usual one."""


@dataclass(frozen=True)
class SymbolicExporter(Exporter):
    """Writes the process itself: nothing is explored."""

    @abstractmethod
    def translate(self, process: Process, context: Context) -> Export:
        """The texts; SpecError names every construct that cannot be said, with its place."""


@dataclass(frozen=True)
class ExplicitExporter(Exporter):
    """Writes the explored states and transitions."""

    text: ClassVar[bool] = False
    """Whether the format is text in a single file, so that it can go to stdout."""
    numbers: ClassVar[str] = "float"
    """`exact`: the space is explored with fractions, whatever it costs."""

    @abstractmethod
    def write(self, explored: Explored, path: Path, context: Context) -> None:
        """Write `path`, and whatever else belongs to it, into its folder.

        The folder is new, empty and only there for this: what it holds when all went well is moved to where the user
        wants it, and nothing else ever is. So there is no need to write carefully, and none to clean up.
        """
