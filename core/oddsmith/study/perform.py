"""Cells -> their documents: each cell is a run of its own, all cores are used, and what fails loses nothing else.

Several cells share cores and memory. One that does not fit its share is run again when the others are done, with the
whole machine to itself. A cell is an ordinary run in a process of its own, so neither a crash nor the system's hunt for
memory harms the rest, and one that was stopped goes on from its checkpoints.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oddsmith.context import Context
from oddsmith.run.bench.measure import PROGRAM
from oddsmith.run.folder import beside
from oddsmith.study.cache import Cache
from oddsmith.study.study import Cell, Text

FILES = ("spec", "strategy", "bind")
"""Keys of a pipeline that name files."""
DONE = "done"
"""The status of an answer with which all is well."""
LIMIT = 5
"""The exit code of a run beyond its limits."""


@dataclass(frozen=True)
class Result:
    """What came of a cell."""

    cell: Cell
    document: dict[str, Any] | None
    """As `pipeline run --json` prints it; None where there is no answer."""
    problem: str = ""
    code: int = 0
    seconds: float = 0.0
    kept: bool = False
    """Whether it had been answered before."""


@dataclass(frozen=True)
class Told:
    """What is to be said about one answer of a cell, in lines."""

    title: str
    text: tuple[str, ...]


@dataclass
class Performer:
    """Runs cells, `jobs` at a time."""

    cache: Cache
    context: Context
    jobs: int
    arguments: tuple[str, ...] = ()
    """Options for every run that leave its answers as they are."""
    running: set[subprocess.Popen[str]] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)
    stopping: bool = False

    def perform(self, cells: Iterable[Cell]) -> Iterator[Result]:
        """The results, as they come; first those that are known already."""
        fresh: list[Cell] = []
        for cell in cells:
            document = self.cache.answers(cell)
            if document is None:
                fresh.append(cell)
            else:
                yield Result(cell, document, kept=True, code=known_code(document))
        crowd = [cell for cell in fresh if not cell.alone]
        retry: list[Cell] = []
        with ThreadPoolExecutor(self.jobs) as pool:
            waiting = [pool.submit(self.run, cell, self.jobs) for cell in crowd]
            try:
                for future in as_completed(waiting):
                    result = future.result()
                    if result.code == LIMIT and self.jobs > 1:
                        retry.append(result.cell)
                    else:
                        yield result
            except BaseException:
                self.stop()
                pool.shutdown(wait=True, cancel_futures=True)
                raise
        for cell in [*retry, *(cell for cell in fresh if cell.alone)]:
            try:
                yield self.run(cell, 1)
            except BaseException:
                self.stop()
                raise

    def run(self, cell: Cell, share: int) -> Result:
        """One cell with its share of the machine."""
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="oddsmith-") as folder:
            code, output, messages = self._execute(self._command(cell, Path(folder), share), cell.home)
        seconds = time.perf_counter() - began
        document = _document(output, messages)
        if "errors" in document or "answers" not in document:
            return Result(cell, None, _problem(document) or f"exit code {code}", code, seconds)
        return Result(cell, document, code=code, seconds=seconds)

    def explain(self, cell: Cell, question: str) -> Told:
        """The strategy behind an answer of a cell that is kept, in words; kept beside the answer."""
        home = self.cache.home(cell).absolute()
        kept = home / "explained" / f"{question}.json"
        title = f"how to play for {question}{at(cell)}"
        if not kept.is_file():
            command = [sys.executable, "-c", PROGRAM, "explain", str(home), question, "--json", "--quiet"]
            _, output, messages = self._execute(command, cell.home)
            document = _document(output, messages)
            if "text" not in document:
                return Told(title, tuple(str(error["message"]) for error in document["errors"]))
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        document = json.loads(kept.read_text(encoding="utf-8"))
        return Told(title, tuple(document["text"]))

    def stop(self) -> None:
        """Ask everything that runs to end: it keeps what it has reached, if it can."""
        with self.lock:
            self.stopping = True
            running = list(self.running)
        for process in running:
            with contextlib.suppress(OSError):
                process.terminate()

    def _command(self, cell: Cell, folder: Path, share: int) -> list[str]:
        """What is to be typed for a cell."""
        command = [sys.executable, "-c", PROGRAM, "run", "--json", "--quiet"]
        command += run_arguments(cell, self.cache.make_room(cell), folder, self.arguments)
        if "--resume" in command:
            return command
        if share > 1:
            command += ["--threads", str(max(1, self.context.threads // share))]
        limits = cell.document.get("limits")
        if isinstance(limits, dict) and "memory" in limits:
            return command
        return [*command, "--max-memory", str(max(self.context.available_memory() // share, 1))]

    def _execute(self, command: list[str], home: Path) -> tuple[int, str, str]:
        with self.lock:
            if self.stopping:
                return 130, "", "stopped"
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, cwd=home
            )
            self.running.add(process)
        try:
            output, messages = process.communicate()
        finally:
            with self.lock:
                self.running.discard(process)
        return process.returncode, output, messages


def run_arguments(cell: Cell, home: Path, folder: Path, given: Iterable[str] = ()) -> list[str]:
    """What `pipeline run` is told of a cell: to go on if it was begun, else its file (made in `folder`) and `given`."""
    if beside(home).exists():
        return ["--resume", str(home)]
    path = cell.file.absolute() if cell.file is not None else folder / "pipeline.yaml"
    if cell.file is None:
        path.write_text(_pipeline(cell), encoding="utf-8")
    return [str(path), "--out", str(home), *given, *(f"--{name}={value}" for name, value in cell.options)]


def _document(output: str, messages: str) -> dict[str, Any]:
    """What a run has printed; its last words if that is no document."""
    try:
        return dict(json.loads(output))
    except ValueError:
        return {"errors": [{"message": messages.strip().rpartition("\n")[2]}]}


def _problem(document: dict[str, Any]) -> str:
    return "; ".join(line for error in document.get("errors", ()) if (line := _line(error)))


def at(cell: Cell) -> str:
    """` (N=3, d=10)`; nothing for the only run of a stage."""
    place = ", ".join(f"{name}={value}" for name, value in cell.coordinates)
    return f" ({place})" if place else ""


def _line(error: dict[str, Any]) -> str:
    """A complaint in one line, with its place where it has one."""
    place = f"{error['file']}:{error['line']}: " if error.get("file") else ""
    return place + "; ".join(line.strip() for line in str(error["message"]).splitlines() if line.strip())


def _pipeline(cell: Cell) -> str:
    """The pipeline file of a cell; the files that it names are named from the root."""
    document = {key: _rooted(value, cell.home) if key in FILES else value for key, value in cell.document.items()}
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in document.items())


def _rooted(value: Text, home: Path) -> Text:
    """Names of files, seen from the root; what is no file (a table that is written out) stays as it is."""
    if isinstance(value, dict):
        return {key: _rooted(item, home) for key, item in value.items()}
    return os.path.abspath(home / value) if isinstance(value, str) and (home / value).exists() else value


def known_code(document: dict[str, Any]) -> int:
    """The exit code of a run that is not run again: the one that it ended with."""
    answers = document.get("answers", ())
    if any(answer.get("ok") is False for answer in answers):
        return 1
    return 4 if any(answer.get("status", DONE) != DONE for answer in answers) else 0
