"""An explored game -> a JSON document: its states with variables, labels, rewards, choices and successors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from oddsmith.plugin import Context, ExplicitExporter, Explored, Exporter, hookimpl
from oddsmith_plugins.exporters.labels import labels_of
from oddsmith_plugins.exporters.lines import Line, lines


@dataclass(frozen=True)
class Json(ExplicitExporter):
    """A document with one line per state, for scripts."""

    name: ClassVar[str] = "json"
    suffixes: ClassVar[tuple[str, ...]] = (".json",)
    text: ClassVar[bool] = True

    def write(self, explored: Explored, path: Path, context: Context) -> None:
        space = explored.space
        head = {
            "name": explored.process.name,
            "kind": explored.process.kind,
            "initial": space.initial,
            "players": list(space.players),
            "variables": [param.name for param in space.encoding.params],
            "labels": list(labels_of(explored)),
            "rewards": list(space.gains),
            "counts": {
                "states": space.size,
                "choices": space.transitions.choices,
                "transitions": space.transitions.count,
            },
        }
        with path.open("w", encoding="utf-8") as out:
            out.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "states": [\n')
            out.writelines(_separated(json.dumps(state, ensure_ascii=False) for state in _states(explored, context)))
            out.write("\n]}\n")


def _separated(texts: Iterator[str]) -> Iterator[str]:
    for number, text in enumerate(texts):
        yield (",\n" if number else "") + text


def _states(explored: Explored, context: Context) -> Iterator[dict[str, Any]]:
    space, labels = explored.space, labels_of(explored)
    for s, found in groupby(lines(space, context), key=lambda line: line.state):
        state: dict[str, Any] = {
            "id": s,
            "values": list(space.encoding.unpack(space.rows[s])),
            "labels": [name for name, holds in labels.items() if holds[s]],
            "gains": {name: float(gains.state[s]) for name, gains in space.gains.items() if gains.state[s]},
            "choices": [_choice(explored, list(group)) for _, group in groupby(found, key=lambda line: line.row)],
        }
        if space.player is not None and space.player[s] >= 0:
            state["player"] = space.players[int(space.player[s])]
        yield state


def _choice(explored: Explored, found: list[Line]) -> dict[str, Any]:
    gains = explored.space.gains
    to: list[Any] = [[line.target, line.weight] for line in found]
    for entry, line in zip(to, found, strict=True):
        steps = {name: float(g.step[line.place]) for name, g in gains.items() if g.step is not None}
        if np.any(list(steps.values())):
            entry.append(steps)
    gained = {name: float(g.choice[found[0].row]) for name, g in gains.items() if g.choice[found[0].row]}
    return {"action": found[0].action, **({"gains": gained} if gained else {}), "to": to}


@hookimpl
def oddsmith_exporters() -> list[type[Exporter]]:
    return [Json]
