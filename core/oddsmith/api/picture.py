"""A small game -> a drawing of its states and transitions, laid out by Graphviz."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from oddsmith.api.game import Game
from oddsmith.report.figure import Figure

MOST_SECONDS = 30
FEW = 3
"""Variables from which on only their values are written into a state."""
STATE = re.compile(r'^  s\d+ \[label="([^"]*)"', re.MULTILINE)
MISSING = "Graphviz is not installed, so the states are not drawn: apt-get install graphviz"


def picture(game: Game) -> Figure:
    """The drawing as SVG; without Graphviz a note in its place."""
    program = shutil.which("dot")
    if program is None:
        return Figure("states", game.name, svg="<svg xmlns='http://www.w3.org/2000/svg'/>", note=MISSING)
    with tempfile.TemporaryDirectory(prefix="oddsmith-") as folder:
        path = Path(folder) / "states.dot"
        game.export(path, "dot")
        text, note = _short(path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
        made = subprocess.run(
            [program, "-Tsvg", str(path)], capture_output=True, text=True, timeout=MOST_SECONDS, check=True
        )
    return Figure("states", game.name, svg=_clean(made.stdout), note=note)


def _short(text: str) -> tuple[str, str]:
    """States with several variables show their values only; the note says in which order, and what never changes."""
    labels = [_values(match[1]) for match in STATE.finditer(text)]
    names = list(labels[0]) if labels else []
    if len(names) < FEW or any(list(label) != names for label in labels):
        return text, ""
    told = [name for name in names if len({label[name] for label in labels}) > 1]

    def shortened(match: re.Match[str]) -> str:
        values, tail = _values(match[1]), match[1].partition("\\n")[1:]
        return match[0].replace(match[1], " ".join(values[name] for name in told) + "".join(tail), 1)

    return STATE.sub(shortened, text), f"States: {', '.join(told)}."


def _values(label: str) -> dict[str, str]:
    """`f[1]=3, f[2]=0` by name, without the labels on the next line."""
    pairs = (pair.partition("=") for pair in label.partition("\\n")[0].split(", "))
    return {name: value for name, _, value in pairs}


def _clean(svg: str) -> str:
    """Without the heading for files, and with colours that suit a dark page, too."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r'<polygon fill="white"[^>]*/>', "", svg, count=1)
    return svg.replace('stroke="black"', 'stroke="currentColor"').replace('fill="black"', 'fill="currentColor"')
