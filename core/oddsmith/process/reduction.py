"""The base class of reductions: a process -> a smaller one with the same answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from oddsmith.context import Context
from oddsmith.process.process import Process


@dataclass(frozen=True)
class Reduction(ABC):
    """A frozen record of options. Every question has the same answer before and after."""

    name: ClassVar[str]

    @abstractmethod
    def apply(self, process: Process, context: Context) -> Process:
        """The smaller process; the same one where there is nothing to do."""
