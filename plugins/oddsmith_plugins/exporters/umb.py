"""An explored game -> a UMB archive (Unified Markov Binary, format version 1).

The format is a tar archive: `index.json` first, then arrays of little-endian numbers. States, choices and branches are
chained by offsets (`state-to-choices`, `choice-to-branches`), labels are bit vectors, rewards and variables annotate
them. See https://pmc-tools.github.io/umb/spec. Nothing is converted that need not be: weights and packed states go to
disk as they lie in memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np

from oddsmith.plugin import Context, ExplicitExporter, Explored, Exporter, Gains, StateSpace, hookimpl
from oddsmith_plugins.exporters.labels import action_names, deadlocks_of, labels_of
from oddsmith_plugins.exporters.umb_parts.index import BOOL, DOUBLE, header, identifiers, valuations
from oddsmith_plugins.exporters.umb_parts.tape import Tape, opened


@dataclass(frozen=True)
class Umb(ExplicitExporter):
    """Unified Markov Binary: the exchange format of PRISM 4.10, Storm 1.13 and others."""

    name: ClassVar[str] = "umb"
    suffixes: ClassVar[tuple[str, ...]] = (".umb",)
    compression: Literal["none", "gzip", "xz"] = "none"
    """Uncompressed archives are written and read at the speed of the disk."""
    variables: bool = True
    """Whether the values of the variables are written for every state."""

    def write(self, explored: Explored, path: Path, context: Context) -> None:
        space, kind = explored.space, explored.process.kind
        labels = labels_of(explored)
        if space.deadlocks and "deadlock" not in labels:
            labels["deadlock"] = deadlocks_of(space)
        names = identifiers(list(labels))
        rewards = identifiers(list(space.gains))
        actions = sorted(set(action_names(space)) - {""})
        if actions and ((space.summand < 0).any() or "" in space.actions):
            actions.append("")
        index = header(explored.process.name, kind, space, len(actions))
        index["annotations"] = {
            "aps": {names[n]: {"alias": n, "applies-to": ["states"], "type": BOOL} for n in labels},
            "rewards": {
                rewards[n]: {"alias": n, "applies-to": list(_parts(g)), "type": DOUBLE} for n, g in space.gains.items()
            },
        }
        if self.variables:
            index["valuations"] = {"states": valuations(space.encoding)}
        with opened(path, self.compression) as out:
            tape = Tape(out, context.check)
            _transitions(tape, space, kind, index)
            _actions(tape, space, actions)
            for name, holds in labels.items():
                tape.truths(f"annotations/aps/{names[name]}/states/values.bin", holds)
            for name, gains in space.gains.items():
                for part, values in _parts(gains).items():
                    tape.numbers(f"annotations/rewards/{rewards[name]}/{part}/values.bin", values, "<f8")
            if self.variables:
                tape.numbers("valuations/states/valuations.bin", space.rows, "<u8")
            tape.close()


def _transitions(tape: Tape, space: StateSpace, kind: str, index: dict[str, Any]) -> None:
    import json

    stored = space.transitions
    tape.text("index.json", json.dumps(index, indent=2, ensure_ascii=False) + "\n")
    if stored.choice_start is not None:
        tape.numbers("state-to-choices.bin", stored.choice_start, "<u8")
    if kind == "game" and space.player is not None:
        tape.numbers("state-to-player.bin", np.maximum(space.player, 0), "<u4")
    first = np.zeros(space.size, dtype=bool)
    first[space.initial] = True
    tape.truths("state-is-initial.bin", first)
    tape.numbers("choice-to-branches.bin", stored.row_start, "<u8")
    tape.numbers("branch-to-target.bin", stored.column, "<u8")
    tape.numbers("branch-to-probability.bin", stored.weight, "<f8")


def _actions(tape: Tape, space: StateSpace, actions: list[str]) -> None:
    """The choices' actions; the one without a name stands for commands without one, and for the loops of ends."""
    if not actions:
        return
    place = {name: number for number, name in enumerate(actions)}
    table = np.array([place.get(name, 0) for name in action_names(space)], dtype=np.uint32)
    tape.numbers("actions/choices/values.bin", table[space.summand], "<u4")
    texts = [name.encode() for name in actions]
    ends = np.cumsum([0, *(len(text) for text in texts)])
    tape.numbers("actions/choices/string-mapping.bin", ends, "<u8")
    tape.numbers("actions/choices/strings.bin", np.frombuffer(b"".join(texts), dtype=np.uint8), "u1")


def _parts(gains: Gains) -> dict[str, np.ndarray[Any, np.dtype[np.float64]]]:
    """What a reward has to say of states, choices and branches; of states in any case."""
    found = {"states": gains.state}
    if gains.choice.any():
        found["choices"] = gains.choice
        if not gains.state.any():
            del found["states"]
    if gains.step is not None:
        found["branches"] = gains.step
    return found


@hookimpl
def oddsmith_exporters() -> list[type[Exporter]]:
    return [Umb]
