"""Process -> machine code: the kernel for large games, in 64-bit whole numbers and floats."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Context,
    Encoding,
    Expr,
    Kernel,
    Moves,
    NativeStep,
    Process,
    Rows,
    SemanticError,
    Target,
    expand_rows,
    from_text,
    hookimpl,
)
from oddsmith_plugins.kernels.compiled_parts.calls import is_gainful, is_stepped
from oddsmith_plugins.kernels.compiled_parts.entry import conditions_text, gains_text, step_text

STRETCH = 1 << 20
"""Rows per call of compiled code, so that Ctrl-C is heard between calls."""


@dataclass
class CompiledKernel:
    """See Kernel. Conditions and state gains are compiled when they are first asked for."""

    conditions_text: str
    gains_text: str
    context: Context
    encoding: Encoding
    step: NativeStep
    numbers: str = "float"
    rewards: tuple[str, ...] = ()
    stepped: bool = False

    def __post_init__(self) -> None:
        self.native: NativeStep | None = self.step

    def expand(self, rows: Rows) -> Moves:
        return expand_rows(self.step, rows, len(self.rewards), self.stepped)

    def holds(self, condition: int, rows: Rows) -> NDArray[np.bool_]:
        found = np.empty(len(rows), dtype=np.bool_)
        self._each(self._holds, condition, rows, found)
        return found

    def state_gain(self, reward: int, rows: Rows) -> NDArray[np.float64]:
        found = np.empty(len(rows), dtype=np.float64)
        self._each(self._gain, reward, rows, found)
        return found

    def exact_state_gain(self, reward: int, rows: Rows) -> list[Fraction]:
        raise NotImplementedError("compiled code has floats only")

    @cached_property
    def _holds(self) -> Any:
        return from_text(self.conditions_text, "conditions")["holds"]

    @cached_property
    def _gain(self) -> Any:
        return from_text(self.gains_text, "rewards")["gain"]

    def _each(self, function: Any, which: int, rows: Rows, found: NDArray[Any]) -> None:
        for low in range(0, len(rows), STRETCH):
            self.context.check()
            part = np.ascontiguousarray(rows[low : low + STRETCH])
            faulty = function(which, len(part), part, found[low : low + STRETCH])
            if faulty >= 0:
                raise SemanticError("E612", "an expression has no value in 64 bits here", part[faulty])


@dataclass(frozen=True)
class CompiledTarget(Target):
    """Translates a process into machine code; code is kept on disk, so the second run starts at once."""

    name: ClassVar[str] = "compiled"
    numbers: ClassVar[str] = "float"

    def build(self, process: Process, conditions: tuple[Expr, ...], context: Context) -> Kernel:
        """Raises NotCompilableError where an exact translation does not exist."""
        encoding = Encoding.of(process.params)
        made = step_text(process, encoding)
        step = NativeStep(
            function=from_text(made.text, "step")["expand"],
            most_choices=made.most_choices,
            most_successors=made.most_successors,
            gainful=is_gainful(process),
            drops_alike=process.drops_alike,
        )
        rewards = tuple(reward.name for reward in process.rewards)
        return CompiledKernel(
            conditions_text(process, encoding, conditions),
            gains_text(process, encoding),
            context,
            encoding,
            step,
            rewards=rewards,
            stepped=is_stepped(process),
        )

    def text(self, process: Process) -> str:
        return step_text(process, Encoding.of(process.params)).text


@hookimpl
def oddsmith_kernels() -> list[type[Target]]:
    return [CompiledTarget]
