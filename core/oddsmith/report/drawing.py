"""A small game -> a drawing of its states and transitions, laid out by Graphviz."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from oddsmith.exchange.exporter import ExplicitExporter
from oddsmith.report.figure import Figure
from oddsmith.run.exchange import write_explored
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools
from oddsmith.source import Diagnostic, SpecError

MOST_SECONDS = 30
FEW = 3
"""Variables from which on only their values are written into a state."""
STATE = re.compile(r'^  s\d+ \[label="([^"]*)"', re.MULTILINE)
MISSING = "Graphviz is not installed, so the states are not drawn: apt-get install graphviz"


def drawing(plan: Plan, tools: Tools, title: str) -> Figure:
    """The drawing as SVG; without Graphviz a note in its place."""
    if shutil.which("dot") is None:
        return Figure("states", title, svg="<svg xmlns='http://www.w3.org/2000/svg'/>", note=MISSING)
    exporter = tools.registry.alone("exporter", "dot")
    assert isinstance(exporter, ExplicitExporter)
    with tempfile.TemporaryDirectory(prefix="oddsmith-") as folder:
        path = Path(folder) / "states.dot"
        write_explored(plan, exporter, tools, path, force=False)
        graph, note = _short(path.read_text(encoding="utf-8"))
    return Figure("states", title, svg=_clean(laid_out(graph, "svg").decode()), graph=graph, note=note)


def laid_out(graph: str, form: str) -> bytes:
    """A graph in the language of Graphviz -> svg, png or pdf."""
    program = shutil.which("dot")
    if program is None:
        raise SpecError([Diagnostic("E713", "Graphviz is not installed", fix="apt-get install graphviz")])
    fonts = [f"-{part}fontname=Helvetica" for part in "NE"]  # as wide as the letters of a page
    command = [program, f"-T{form}", *fonts, *(["-Gdpi=150"] if form == "png" else [])]
    return subprocess.run(command, input=graph.encode(), capture_output=True, timeout=MOST_SECONDS, check=True).stdout


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
