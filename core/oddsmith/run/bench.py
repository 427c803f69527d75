"""A list of games -> wall time and peak memory of whole processes, ours and a peer's, measured side by side."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from oddsmith.hosting.names import unknown
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.compose import compose
from oddsmith.spec.text import read_file
from oddsmith.spec.tree import Mapping, Node, Scalar
from oddsmith.spec.tree import Sequence as Listed

GAMES = Path("pipelines/bench/games.yaml")
PROGRAM = "from oddsmith.cli.main import main; main()"


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
class Measured:
    """One process, from its start to its end."""

    seconds: float
    memory: int
    """Peak resident bytes."""
    value: float | None
    states: int | None
    problem: str = ""


@dataclass(frozen=True)
class Comparison:
    case: Case
    cold: Measured | None
    warm: Measured
    peer: Measured | None


def cases(path: Path, names: Sequence[str]) -> list[Case]:
    """The named games of a bench file (all of them if none is named)."""
    complaints = Complaints()
    tree = compose(read_file(path), complaints)
    complaints.check()
    games = tree.get("games") if isinstance(tree, Mapping) else None
    if games is None or not isinstance(games.value, Mapping):
        raise SpecError([Diagnostic("E203", f"`{path}` has no games", fix="a bench file has the key `games`")])
    found = {entry.key.text: _case(entry.key.text, entry.value, path.parent) for entry in games.value}
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
            first = measure(command, timeout, cache)
            warm = measure(command, timeout, cache)
        script = str(Path(__file__).with_name("storm_peer.py"))
        question = [sys.executable, script, str(case.model), case.constants, case.question]
        yield Comparison(case, first if cold else None, warm, measure(question, timeout, None) if peer else None)


def measure(command: Sequence[str], timeout: float, cache: str | None) -> Measured:
    """Run a command to its end: wall time, peak memory, and the answer it prints as JSON."""
    environment = dict(os.environ) | ({"ODDSMITH_CACHE": cache} if cache else {})
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as messages:
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=messages, env=environment)
        usage = _wait(process, begun + timeout)
        seconds = time.perf_counter() - begun
        output.seek(0)
        messages.seek(0)
        text, complaint = output.read(), messages.read().strip()
    value, states = _answer(text)
    if value is None:
        last = complaint.splitlines()[-1].strip() if complaint else f"exit code {process.returncode}"
        return Measured(seconds, usage, None, None, "too slow" if seconds >= timeout else last)
    return Measured(seconds, usage, value, states)


def _wait(process: subprocess.Popen[str] | subprocess.Popen[bytes], deadline: float) -> int:
    """Wait for the process, or end it at the deadline; its peak memory in bytes."""
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_maxrss * 1024
        if time.perf_counter() > deadline:
            process.kill()
        time.sleep(0.005)


def _answer(text: str) -> tuple[float | None, int | None]:
    try:
        document = json.loads(text)
        value = document["answers"][0]["value"] if "answers" in document else document["value"]
        return float(value), int(document["states"])
    except (ValueError, KeyError, IndexError, TypeError):
        return None, None
