"""An explored game -> an adjacency list: each state with its successors, for graph programs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from oddsmith.plugin import Context, ExplicitExporter, Explored, Exporter, hookimpl

oddsmith_surface = "1.0"


@dataclass(frozen=True)
class Adjacency(ExplicitExporter):
    """Each state with its successors, one line per state."""

    name: ClassVar[str] = "adjacency"
    suffixes: ClassVar[tuple[str, ...]] = (".adjlist",)
    text: ClassVar[bool] = True

    separator: str = " "
    """Between two numbers."""

    def write(self, explored: Explored, path: Path, context: Context) -> None:
        stored = explored.space.transitions
        with path.open("w", encoding="utf-8") as out:
            for state in range(stored.size):
                low, high = stored.row_start[stored.starts[state]], stored.row_start[stored.starts[state + 1]]
                successors = sorted(set(stored.column[low:high].tolist()))
                out.write(self.separator.join(map(str, [state, *successors])) + "\n")
            context.check()


@hookimpl
def oddsmith_exporters() -> list[type[Exporter]]:
    return [Adjacency]
