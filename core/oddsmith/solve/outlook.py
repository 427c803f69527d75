"""What a solver that stores nothing would take: one record for each way that it can go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Way:
    """One way to answer all questions of a run."""

    name: str
    memory: int
    """Bytes on each machine."""
    seconds: float | None = None
    """A guess; None where there is none."""
    arguments: tuple[str, ...] = ()
    """What `pipeline run SPEC` needs to go this way."""
    disk: int = 0
    """Bytes of files."""
    ranks: int = 0
    """Processes of a launcher; 0: started without one."""
    machines: int = 1
    sent: int = 0
    """Bytes that each machine sends over the network."""
    remark: str = ""
    spare: bool = False
    """Whether it is of interest only where the others do not fit."""
    elsewhere: bool = False
    """Whether it is about machines other than this one."""


@dataclass(frozen=True)
class Outlook:
    """What is known before a run."""

    text: str
    """How the game is seen, in a line or two."""
    states: int
    """There are at most so many."""
    ways: tuple[Way, ...]
    """The one that is preferred first."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """What the guesses are made of, for programs."""
    remarks: tuple[str, ...] = ()
    spread: Callable[[int], Way | None] | None = field(default=None, compare=False)
    """The way over so many machines, None where they are too many; no function where the work is not shared."""
