"""An explored game -> PRISM's explicit files: transitions (.tra), states (.sta), labels (.lab), rewards (.srew .trew).

`.tra` begins with the numbers of states and transitions (of a decision process also of choices), then a line per
transition: state, choice, target, probability, action. Storm reads the same lines behind a word for the kind of model,
and labels in its own form: `dialect=storm`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from oddsmith.plugin import Context, ExplicitExporter, Explored, Exporter, Gains, StateSpace, hookimpl, unsuited
from oddsmith_plugins.exporters.labels import deadlocks_of, first_state, labels_of, word
from oddsmith_plugins.exporters.lines import decided, lines


@dataclass(frozen=True)
class Explicit(ExplicitExporter):
    """PRISM's explicit files: .tra .sta .lab .srew .trew, for chains and decision processes."""

    name: ClassVar[str] = "explicit"
    suffixes: ClassVar[tuple[str, ...]] = (".tra",)
    dialect: Literal["prism", "storm"] = "prism"
    """Whose form of .tra and .lab is written."""

    def write(self, explored: Explored, path: Path, context: Context) -> None:
        kind, space = explored.process.kind, explored.space
        if kind == "game":
            raise unsuited("explicit files do not tell which player decides in a state", "export to umb instead")
        _write(path, self._transitions(space, kind, context))
        _write(path.with_suffix(".sta"), _states(space))
        labels = {**first_state(labels_of(explored), space)}
        labels.setdefault("deadlock", deadlocks_of(space))
        _write(path.with_suffix(".lab"), _labels(labels, space.size, self.dialect == "storm"))
        for number, (name, gains) in enumerate(space.gains.items(), 1):
            stem = path.with_name(path.stem + (str(number) if len(space.gains) > 1 else ""))
            title = f'# Reward structure: "{name}"\n' if self.dialect == "prism" else ""
            _write(stem.with_suffix(".srew"), self._state_rewards(space, gains, title))
            if gains.choice.any() or gains.step is not None:
                _write(stem.with_suffix(".trew"), self._rewards(space, gains, kind, title, context))

    def _transitions(self, space: StateSpace, kind: str, context: Context) -> Iterator[str]:
        stored = space.transitions
        counts = [stored.size, *([stored.choices] if decided(kind) else []), stored.count]
        plainly = self.dialect == "storm"
        yield ("mdp" if decided(kind) else "dtmc") + "\n" if plainly else " ".join(map(str, counts)) + "\n"
        for line in lines(space, context):
            choice = f"{line.choice} " if decided(kind) else ""
            action = f" {word(line.action)}" if line.action and not plainly else ""
            yield f"{line.state} {choice}{line.target} {line.weight!r}{action}\n"

    def _state_rewards(self, space: StateSpace, gains: Gains, title: str) -> Iterator[str]:
        found = np.flatnonzero(gains.state)
        if self.dialect == "prism":
            yield f"{title}# State rewards\n{space.size} {len(found)}\n"
        for s, value in zip(found.tolist(), gains.state[found].tolist(), strict=True):
            yield f"{s} {value!r}\n"

    def _rewards(self, space: StateSpace, gains: Gains, kind: str, title: str, context: Context) -> Iterator[str]:
        """Rewards of transitions: what the choice gains, and what the transition adds."""
        stored = space.transitions
        values = np.repeat(gains.choice, np.diff(stored.row_start)) + (0 if gains.step is None else gains.step)
        if self.dialect == "prism":
            counts = [stored.size, *([stored.choices] if decided(kind) else []), int(np.count_nonzero(values))]
            yield f"{title}# Transition rewards\n{' '.join(map(str, counts))}\n"
        for line in lines(space, context):
            if values[line.place]:
                choice = f"{line.choice} " if decided(kind) else ""
                yield f"{line.state} {choice}{line.target} {float(values[line.place])!r}\n"


def _states(space: StateSpace) -> Iterator[str]:
    encoding = space.encoding
    yield f"({','.join(param.name for param in encoding.params)})\n"
    for s in range(space.size):
        pairs = zip(encoding.params, encoding.unpack(space.rows[s]), strict=True)
        yield f"{s}:({','.join(_value(p.type.kind, v) for p, v in pairs)})\n"


def _value(kind: str, value: int) -> str:
    return ("true" if value else "false") if kind == "bool" else str(value)


def _labels(labels: dict[str, np.ndarray], size: int, declared: bool) -> Iterator[str]:
    """Where each label holds: numbers in PRISM's form, words in Storm's."""
    if declared:
        yield f"#DECLARATION\n{' '.join(labels)}\n#END\n"
    else:
        yield " ".join(f'{number}="{name}"' for number, name in enumerate(labels)) + "\n"
    words = [""] * size
    for number, (name, holds) in enumerate(labels.items()):
        for s in np.flatnonzero(holds).tolist():
            words[s] += f" {name if declared else number}"
    yield from (f"{s}{'' if declared else ':'}{found}\n" for s, found in enumerate(words) if found)


def _write(path: Path, content: Iterator[str]) -> None:
    with path.open("w", encoding="utf-8") as out:
        out.writelines(content)


@hookimpl
def oddsmith_exporters() -> list[type[Exporter]]:
    return [Explicit]
