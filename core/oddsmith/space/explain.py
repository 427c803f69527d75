"""A state that a kernel refused -> what the exact kernel says is wrong with it, and a shortest way to it."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.context import Context
from oddsmith.kernel.kernel import Kernel, Rows, SemanticError
from oddsmith.process.process import Process
from oddsmith.source import SpecError
from oddsmith.space.faults import check_choices, complaint
from oddsmith.space.paths import path_to_row, search_path
from oddsmith.space.raw import RawSpace


@dataclass(frozen=True)
class Judge:
    """Decides with an exact kernel whether a refused state is the game's fault."""

    process: Process
    kernel: Kernel
    conditions: int
    """How many conditions the kernel was built with."""
    context: Context

    def verdict(self, row: Rows) -> SemanticError | None:
        """What is wrong with a state; None: nothing is."""
        rows = row.reshape(1, -1)
        try:
            moves = self.kernel.expand(rows)
            check_choices(self.process, rows, moves.choices, moves.summand)
            for condition in range(self.conditions):
                self.kernel.holds(condition, rows)
            for reward in range(len(self.kernel.rewards)):
                self.kernel.state_gain(reward, rows)
        except SemanticError as error:
            return error
        return None

    def explain(self, error: SemanticError, part: RawSpace | None = None) -> SpecError:
        """The complaint for the user; `part` is what was explored, if the explorer kept it."""
        path = path_to_row(part, error.row) if part is not None else None
        if path is None:
            path = search_path(self.kernel, self.process, error.row, self.context)
        return complaint(error, self.process, self.kernel.encoding, path)
