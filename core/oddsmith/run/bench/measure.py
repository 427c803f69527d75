"""A command -> wall time and peak memory of all its processes, and the answers that it prints as JSON."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from oddsmith.run.bench.tree import Tree
from oddsmith.solve.process_solver import Effort

PROGRAM = "from oddsmith.cli.main import main; main()"
"""What our own command runs, with whatever Python runs this."""
OUT_OF_MEMORY = "out of memory"
"""How the problem of a run begins that did not fit into its limit."""
POLL = 0.005


@dataclass(frozen=True)
class Reading:
    """One answer with its bounds."""

    name: str
    value: float
    lower: float
    upper: float

    @property
    def width(self) -> float:
        """Of the bounds, relative to the value."""
        if self.upper == self.lower:
            return 0.0
        return (self.upper - self.lower) / abs(self.value) if self.value else float("inf")


@dataclass(frozen=True)
class Measured:
    """One command, from its start to its end."""

    seconds: float
    memory: int
    """Peak resident bytes, added up over all processes."""
    largest: int
    """Of the largest process."""
    value: float | None
    """The first answer."""
    states: int | None
    problem: str = ""
    answers: tuple[Reading, ...] = ()
    effort: Effort | None = None
    part: float | None = None
    """Seconds of the part that is compared, where the command tells: of a reduction, of an errand."""


def measure(
    command: Sequence[str], timeout: float, environment: Mapping[str, str], limit: int | None = None
) -> Measured:
    """Run a command to its end, or end it when the time is over; it may take `limit` bytes of memory."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as messages:
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=messages, env=dict(os.environ) | dict(environment))
        if limit is not None:
            resource.prlimit(process.pid, resource.RLIMIT_AS, (limit, limit))
        memory, largest, late = _wait(process, begun + timeout)
        seconds = time.perf_counter() - begun
        output.seek(0)
        messages.seek(0)
        text, complaint = output.read(), messages.read().strip()
    document = _document(text)
    found = _found(document)
    if late or found is None:
        problem = "too slow" if late else _problem(document, complaint, process.returncode)
        if limit is not None and not late and ("alloc" in complaint or "emory" in complaint or process.returncode < 0):
            problem = f"{OUT_OF_MEMORY}, of which it had {limit / 1e9:.3g} GB"
        return Measured(seconds, memory, largest, None, None, problem)
    value, states, answers = found
    problem = _loose(document)
    effort = Effort(**document["effort"]) if document.get("effort") else None
    return Measured(seconds, memory, largest, value, states, problem, answers, effort, _part(document))


def _wait(process: subprocess.Popen[str] | subprocess.Popen[bytes], deadline: float) -> tuple[int, int, bool]:
    """Wait for the process, or end it at the deadline: peak memory of all and of the largest, whether it was late."""
    tree, late = Tree(process.pid), False
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    try:
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                break
            tree.look()
            if time.perf_counter() > deadline:
                late = True
                tree.end(process)
            time.sleep(POLL)
    except BaseException:
        tree.end(process)
        raise
    peaks = sorted(tree.peaks.values()) or [0]
    last = usage.ru_maxrss * 1024
    # a child that has just been forked is as large as its parent: such a figure tells nothing about the program
    largest = max(peaks[-1], last) if last > own or not peaks[-1] else peaks[-1]
    return sum(peaks[:-1]) + largest, largest, late


def _document(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def _found(document: dict[str, Any]) -> tuple[float, int, tuple[Reading, ...]] | None:
    """The first value, the states, and all answers that are numbers with bounds."""
    try:
        listed = document.get("answers", [document])
        readings = tuple(
            Reading(item["name"], float(item["value"]), float(item["lower"]), float(item["upper"]))
            for item in listed
            if "name" in item and isinstance(item["value"], int | float)
        )
        return float(listed[0]["value"]), int(document["states"]), readings
    except (ValueError, KeyError, IndexError, TypeError):
        return None


def _part(document: dict[str, Any]) -> float | None:
    """What the document tells of the part that is compared: our own reductions, or what a script has timed."""
    timed = [one["seconds"] for one in document.get("reductions", []) if one["before"]["states"] is not None]
    return document.get("part_seconds", sum(timed) if timed else None)


def _problem(document: dict[str, Any], complaint: str, code: int) -> str:
    """Why there is no answer: what the program said, its last line that says something, or how it ended."""
    for error in document.get("errors", []):
        message = str(error.get("message", "")).partition("\n")[0]
        return f"{message} ({error['fix']})" if error.get("fix") else message
    lines = [line.strip() for line in complaint.splitlines() if any(sign.isalnum() for sign in line)]
    return lines[-1] if lines else f"exit code {code}"


def _loose(document: dict[str, Any]) -> str:
    """Which answers are not what was asked for."""
    for item in document.get("answers", []):
        if item.get("status", "done") != "done":
            return f"{item['name']} is {item['status']}"
        if item.get("ok") is False:
            return f"{item['name']} is not what is expected"
    return ""
