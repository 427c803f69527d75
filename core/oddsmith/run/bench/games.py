"""A list of games -> wall time and peak memory of whole processes, ours and a peer's, measured side by side."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from oddsmith.hosting.names import unknown
from oddsmith.run.bench.measure import PROGRAM, Measured, measure
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.tree import Mapping, Node, Scalar
from oddsmith.spec.tree import Sequence as Listed


@dataclass(frozen=True)
class Case:
    """One game: how we are asked, and how a peer is."""

    name: str
    arguments: tuple[str, ...]
    """Of `pipeline run`."""
    model: Path
    constants: str
    question: str


@dataclass(frozen=True)
class Comparison:
    case: Case
    cold: Measured | None
    warm: Measured
    peer: Measured | None


def cases(games: Mapping, folder: Path, names: Sequence[str]) -> list[Case]:
    """The named games of a bench file (all of them if none is named)."""
    found = {entry.key.text: _case(entry.key.text, entry.value, folder) for entry in games}
    for name in names:
        if name not in found:
            raise unknown("game to measure", name, found)
    return [found[name] for name in names or found]


def _case(name: str, node: Node, folder: Path) -> Case:
    if not isinstance(node, Mapping):
        raise SpecError([Diagnostic("E108", "a game to measure is a mapping", node.span)])
    constants = node.get("set")
    questions = node.get("questions")
    arguments = ["run", str(folder / _text(node, "spec")), "--json", "--no-save", "--quiet"]
    if constants is not None and isinstance(constants.value, Mapping):
        arguments += [f"--set={e.key.text}={e.value.span.text}" for e in constants.value]
    if questions is not None and isinstance(questions.value, Listed):
        arguments += [f"--question={item.span.text}" for item in questions.value]
    return Case(
        name, tuple(arguments), folder / _text(node, "prism"), _text(node, "constants"), _text(node, "property")
    )


def _text(node: Mapping, key: str) -> str:
    entry = node.get(key)
    return entry.value.text if entry is not None and isinstance(entry.value, Scalar) else ""


def compare(chosen: Sequence[Case], peer: str | None, cold: bool, timeout: float) -> Iterator[Comparison]:
    """Measure one game after the other; cold runs begin with an empty cache of compiled code, warm ones follow."""
    for case in chosen:
        with tempfile.TemporaryDirectory(prefix="oddsmith-bench-") as cache:
            command = [sys.executable, "-c", PROGRAM, *case.arguments]
            first = measure(command, timeout, {"ODDSMITH_CACHE": cache})
            warm = measure(command, timeout, {"ODDSMITH_CACHE": cache})
        script = str(Path(__file__).parents[1] / "storm_peer.py")
        question = [sys.executable, script, str(case.model), case.constants, case.question]
        yield Comparison(case, first if cold else None, warm, measure(question, timeout, {}) if peer else None)
