"""What a kernel is: the successor function of one process, over packed states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.expr.nodes import Expr
from oddsmith.kernel.encoding import Encoding
from oddsmith.process.process import Process
from oddsmith.source import Span

Rows = NDArray[np.uint64]
"""Packed states, one per row, `encoding.words` columns."""


@dataclass(frozen=True)
class Moves:
    """The choices of a batch of states, in the order of the states.

    `choices[i]` of state i; `summand[j]`, `sizes[j]` and `gains[j, r]` of choice j;
    `targets[t]`, `weights[t]` and `step_gains[t, r]` of successor t. Successors of one choice are not merged.
    """

    choices: NDArray[np.int64]
    summand: NDArray[np.int64]
    sizes: NDArray[np.int64]
    targets: Rows
    weights: NDArray[np.float64]
    gains: NDArray[np.float64]
    step_gains: NDArray[np.float64] | None = None
    exact_weights: list[Fraction] | None = None
    exact_gains: list[list[Fraction]] | None = None
    exact_step_gains: list[list[Fraction]] | None = None
    followed: int = 0
    """How many hidden steps were taken at once on the way to the successors."""


@dataclass(frozen=True)
class NativeStep:
    """A compiled `expand` for one state at a time, callable from compiled loops.

    int64 expand(row*, summand_and_size*, gains*, targets*, weights*, step_gains*): the number of choices, or a
    negative number if the state is faulty (the reference kernel then explains why). In the upper 32 bits stands how
    many hidden steps were taken at once. `gains` is written only if `gainful`, `step_gains` only if the kernel is
    `stepped`; there is no room for them otherwise.
    """

    function: Any
    """A `oddsmith.native` function; its address is passed to the explorer."""
    most_choices: int
    most_successors: int
    gainful: bool = True
    """Whether `gains` is written; if not, every choice gains nothing."""
    drops_alike: bool = False
    """Whether choices of a state with the same successors and gains are to be stored once."""


class Kernel(Protocol):
    """`numbers` is "float" or "exact"; an exact kernel fills the exact fields of Moves."""

    encoding: Encoding
    numbers: str
    rewards: tuple[str, ...]
    """Order of the gains' columns."""
    stepped: bool
    """Whether any gain depends on the successor (step_gains is filled)."""
    native: NativeStep | None

    def expand(self, rows: Rows) -> Moves:
        """All choices and successors; raises SemanticError at the first faulty state."""

    def holds(self, condition: int, rows: Rows) -> NDArray[np.bool_]:
        """Where the condition with this number (see Target.build) is true."""

    def state_gain(self, reward: int, rows: Rows) -> NDArray[np.float64]:
        """The state reward with this number."""

    def exact_state_gain(self, reward: int, rows: Rows) -> list[Fraction]:
        """The same, exactly; only kernels whose `numbers` is "exact"."""


class NotCompilableError(Exception):
    """A process, or a part of it, has no exact form in compiled code; the exact kernel can still do it."""


class SemanticError(Exception):
    """A state in which the game is wrong. The explorer adds the path that leads to it.

    `code`, `message`, `why`, `fix` as in Diagnostic; `row` the packed state; `summand` the command or None;
    `span` the faulty expression (without it the place is that of the command).
    """

    def __init__(
        self,
        code: str,
        message: str,
        row: Rows,
        summand: int | None = None,
        *,
        why: str = "",
        fix: str = "",
        span: Span | None = None,
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.row = code, message, row
        self.summand, self.why, self.fix, self.span = summand, why, fix, span


@dataclass(frozen=True)
class Target(ABC):
    """A way to build kernels: the base class of kernel plugins."""

    name: ClassVar[str]
    numbers: ClassVar[str]
    partial: ClassVar[bool] = False
    """Whether an exact one leaves some games to others (NotCompilableError): those that take all come before it."""

    @abstractmethod
    def build(self, process: Process, conditions: tuple[Expr, ...], context: Context) -> Kernel:
        """Compile a process; `conditions` are asked for later by their number."""

    def text(self, process: Process) -> str:
        """What the kernel of a process is made of, for readers; empty where the process itself is interpreted."""
        return ""
