"""What one rank finds wrong with the game -> the same complaint on all ranks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from oddsmith.plugin import Context, Expr, Judge, Process, Rows, SemanticError, UnsuitableError
from oddsmith_plugins.kernels.reference import Reference

Result = TypeVar("Result")


@dataclass(frozen=True)
class Agreement:
    """Decides on faulty states with the exact kernel, on all ranks alike, so that all raise the same error."""

    process: Process
    conditions: tuple[Expr, ...]
    context: Context
    comm: Any

    def together(self, work: Callable[[], Result]) -> Result:
        """The result of `work`, unless it meets a faulty state on any rank."""
        result, row = None, None
        try:
            result = work()
        except SemanticError as error:
            row = error.row
        self.judge(row)
        assert result is not None
        return result

    def judge(self, row: Rows | None) -> None:
        """Raise if any rank has found a faulty state: the complaint about the first one."""
        found = [other for other in self.comm.allgather(row) if other is not None]
        if not found:
            return
        kernel = Reference().build(self.process, self.conditions, self.context)
        judge = Judge(self.process, kernel, len(self.conditions), self.context)
        verdict = judge.verdict(found[0])
        if verdict is None:
            raise UnsuitableError("a number does not fit into 64 bits")
        raise judge.explain(verdict)
