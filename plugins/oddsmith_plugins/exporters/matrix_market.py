"""An explored game -> its transition matrix in the Matrix Market format: a row per choice, a column per state.

Where states have several choices, a second file (`.rows.mtx`) tells the state of each row. Numbers begin with 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from oddsmith.plugin import Context, ExplicitExporter, Explored, Exporter, hookimpl
from oddsmith_plugins.exporters.lines import decided, lines


@dataclass(frozen=True)
class MatrixMarket(ExplicitExporter):
    """The transition matrix for programs of linear algebra; labels and rewards are not part of it."""

    name: ClassVar[str] = "matrix-market"
    suffixes: ClassVar[tuple[str, ...]] = (".mtx",)
    text: ClassVar[bool] = True

    def write(self, explored: Explored, path: Path, context: Context) -> None:
        space, kind = explored.space, explored.process.kind
        stored = space.transitions
        with path.open("w", encoding="utf-8") as out:
            out.write("%%MatrixMarket matrix coordinate real general\n")
            out.write(f"% {explored.process.name}: a row per {'choice' if decided(kind) else 'state'}, ")
            out.write(f"it begins in state {space.initial + 1}\n")
            out.write(f"{stored.choices} {stored.size} {stored.count}\n")
            out.writelines(f"{line.row + 1} {line.target + 1} {line.weight!r}\n" for line in lines(space, context))
        if decided(kind):
            with path.with_suffix(".rows.mtx").open("w", encoding="utf-8") as out:
                out.write(f"%%MatrixMarket matrix array integer general\n% the state of each row of {path.name}\n")
                out.write(f"{stored.choices} 1\n")
                out.writelines(f"{state + 1}\n" for state in stored.owner.tolist())


@hookimpl
def oddsmith_exporters() -> list[type[Exporter]]:
    return [MatrixMarket]
