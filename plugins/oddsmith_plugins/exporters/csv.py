"""An explored game -> two tables: its transitions, and (`.states.csv`) its states with all that is known of them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from oddsmith.plugin import Context, ExplicitExporter, Explored, Exporter, hookimpl
from oddsmith_plugins.exporters.labels import labels_of
from oddsmith_plugins.exporters.lines import lines


@dataclass(frozen=True)
class Csv(ExplicitExporter):
    """Tables of transitions and of states, for spreadsheets and data frames."""

    name: ClassVar[str] = "csv"
    suffixes: ClassVar[tuple[str, ...]] = (".csv",)
    text: ClassVar[bool] = True

    def write(self, explored: Explored, path: Path, context: Context) -> None:
        space = explored.space
        gains = space.gains
        with path.open("w", encoding="utf-8", newline="") as out:
            table = csv.writer(out, lineterminator="\n")
            table.writerow(["state", "choice", "action", "target", "probability", *(f"gain {name}" for name in gains)])
            for line in lines(space, context):
                added = [g.choice[line.row] + (0 if g.step is None else g.step[line.place]) for g in gains.values()]
                table.writerow([line.state, line.choice, line.action, line.target, line.weight, *map(float, added)])
        with path.with_suffix(".states.csv").open("w", encoding="utf-8", newline="") as out:
            _states(csv.writer(out, lineterminator="\n"), explored)


def _states(table: csv._writer, explored: Explored) -> None:  # type: ignore[name-defined]
    space, labels = explored.space, labels_of(explored)
    names = [param.name for param in space.encoding.params]
    gains = {name: found.state for name, found in space.gains.items() if found.state.any()}
    player = ["player"] if space.player is not None else []
    table.writerow(["state", *names, *labels, *(f"gain {name}" for name in gains), *player])
    for s in range(space.size):
        pairs = zip(space.encoding.params, space.encoding.unpack(space.rows[s]), strict=True)
        values = [param.type.text(value) for param, value in pairs]
        held = [str(bool(holds[s])).lower() for holds in labels.values()]
        who = [] if space.player is None else [space.players[space.player[s]] if space.player[s] >= 0 else ""]
        table.writerow([s, *values, *held, *(float(found[s]) for found in gains.values()), *who])


@hookimpl
def oddsmith_exporters() -> list[type[Exporter]]:
    return [Csv]
