"""An explored game, or the part of it around one state -> a picture in DOT, the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from oddsmith.plugin import Context, ExplicitExporter, Explored, Exporter, StateSpace, hookimpl, unsuited
from oddsmith_plugins.exporters.labels import action_names, labels_of
from oddsmith_plugins.exporters.lines import decided


@dataclass(frozen=True)
class Dot(ExplicitExporter):
    """A picture for Graphviz: a box per state, a dot per choice, an arrow per transition."""

    name: ClassVar[str] = "dot"
    suffixes: ClassVar[tuple[str, ...]] = (".dot", ".gv")
    text: ClassVar[bool] = True
    centre: int | None = None
    """The state from which the picture is drawn; else the first state of the game."""
    radius: int | None = None
    """How many steps from the centre are drawn; else all, if they are not more than `most`."""
    most: int = 500
    """States of a picture that can still be looked at."""

    def write(self, explored: Explored, path: Path, context: Context) -> None:
        space = explored.space
        centre = space.initial if self.centre is None else self.centre
        if not 0 <= centre < space.size:
            raise unsuited(f"there is no state {centre:,}: the game has {space.size:,}", "name another centre")
        drawn = _near(space, centre, self.radius, self.most)
        if len(drawn) > self.most:
            asked = "a picture" if self.radius is None else f"a picture of radius {self.radius}"
            fix = "draw the surroundings of a state: --set-option radius=3 (and centre=…), or allow more: most=…"
            raise unsuited(f"{asked} would have more than {self.most:,} states, too many to look at", fix)
        with path.open("w", encoding="utf-8") as out:
            out.writelines(_picture(explored, drawn))


def _near(space: StateSpace, centre: int, radius: int | None, most: int) -> list[int]:
    """The states that are so many steps away at most, in the order in which they are met; not many more than `most`."""
    found, edge = {centre: None}, [centre]
    while edge and len(found) <= most and (radius is None or radius > 0):
        radius = None if radius is None else radius - 1
        fresh: list[int] = []
        for s in edge:
            for target in _targets(space, s):
                if target not in found:
                    found[target] = None
                    fresh.append(target)
        edge = fresh
    return list(found)


def _targets(space: StateSpace, state: int) -> list[int]:
    stored = space.transitions
    first, last = stored.starts[state], stored.starts[state + 1]
    return list(map(int, stored.column[stored.row_start[first] : stored.row_start[last]].tolist()))


def _picture(explored: Explored, drawn: list[int]) -> Iterator[str]:
    space = explored.space
    stored, inside = space.transitions, set(drawn)
    names, labels = action_names(space), labels_of(explored)
    yield f'digraph "{_quoted(explored.process.name)}" {{\n  node [shape=box, style=rounded];\n'
    for s in drawn:
        words = ", ".join(name for name, holds in labels.items() if holds[s])
        who = "" if space.player is None or space.player[s] < 0 else f"\\n{_quoted(space.players[space.player[s]])}"
        bold = ", penwidth=2" if s == space.initial else ""
        text = _quoted(space.describe(s)) + (f"\\n{_quoted(words)}" if words else "") + who
        yield f'  s{s} [label="{text}"{bold}];\n'
        for j in range(int(stored.starts[s]), int(stored.starts[s + 1])):
            source, head = f"s{s}", ""
            action = names[int(space.summand[j])]
            if decided(explored.process.kind):
                source = f"c{j}"
                yield f'  c{j} [shape=point];\n  s{s} -> c{j} [label="{_quoted(action)}", arrowhead=none];\n'
            elif action:
                head = f"{_quoted(action)} "
            for t in range(int(stored.row_start[j]), int(stored.row_start[j + 1])):
                yield _arrow(source, int(stored.column[t]), f"{head}{float(stored.weight[t]):.4g}", inside, t)
    yield "}\n"


def _arrow(source: str, target: int, text: str, inside: set[int], place: int) -> str:
    """An arrow; what is not drawn any more is an ellipsis."""
    if target in inside:
        return f'  {source} -> s{target} [label="{text}"];\n'
    return f'  e{place} [shape=plaintext, label="…"];\n  {source} -> e{place} [label="{text}", style=dashed];\n'


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


@hookimpl
def oddsmith_exporters() -> list[type[Exporter]]:
    return [Dot]
