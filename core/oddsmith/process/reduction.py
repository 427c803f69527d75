"""The base class of reductions: a process -> a smaller one with the same answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from oddsmith.context import BrokenOfferError, Context
from oddsmith.process.process import Process


@dataclass(frozen=True)
class Size:
    """How large a form is; None where it is not known."""

    states: int | None = None
    transitions: int | None = None
    parameters: int | None = None
    commands: int | None = None


@dataclass(frozen=True)
class Reduced:
    """What a reduction has done."""

    name: str
    before: Size
    after: Size
    seconds: float
    note: str = ""
    """Why it was skipped, or what the user should know."""
    followed: int = 0
    """Steps that it took at once while exploring: at most so many states were never stored."""


@dataclass(frozen=True)
class Reduction(ABC):
    """A frozen record of options. Every question has the same answer before and after."""

    name: ClassVar[str]
    last: ClassVar[bool] = False
    """Whether it comes after all others, which could undo what it relies on."""

    @abstractmethod
    def apply(self, process: Process, context: Context) -> Process:
        """The smaller process; the same one where there is nothing to do."""


def reduced(reduction: Reduction, process: Process, context: Context) -> Process:
    """The process after a reduction, in which nothing is lost that was asked."""
    after = reduction.apply(process, context)
    if not isinstance(after, Process):
        wrong = f"returned {type(after).__name__}, which is no Process"
    elif [(q.name, q.expect) for q in after.questions] != [(q.name, q.expect) for q in process.questions]:
        wrong = f"changed what is asked in {process.name}: every question stays, in its place, with what it expects"
    else:
        return after
    raise BrokenOfferError(reduction, f"the reduction {reduction.name} {wrong}")
