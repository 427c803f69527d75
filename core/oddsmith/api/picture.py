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
MISSING = "Graphviz is not installed, so the states are not drawn: apt-get install graphviz"


def picture(game: Game) -> Figure:
    """The drawing as SVG; without Graphviz a note in its place."""
    program = shutil.which("dot")
    if program is None:
        return Figure("states", game.name, svg="<svg xmlns='http://www.w3.org/2000/svg'/>", note=MISSING)
    with tempfile.TemporaryDirectory(prefix="oddsmith-") as folder:
        path = Path(folder) / "states.dot"
        game.export(path, "dot")
        made = subprocess.run(
            [program, "-Tsvg", str(path)], capture_output=True, text=True, timeout=MOST_SECONDS, check=True
        )
    return Figure("states", game.name, svg=_clean(made.stdout))


def _clean(svg: str) -> str:
    """Without the heading for files, and with colours that suit a dark page, too."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r'<polygon fill="white"[^>]*/>', "", svg, count=1)
    return svg.replace('stroke="black"', 'stroke="currentColor"').replace('fill="black"', 'fill="currentColor"')
