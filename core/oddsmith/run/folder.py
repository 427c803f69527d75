"""A finished run -> one folder that tells all about it; it appears whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from oddsmith.run.binding import bound_files
from oddsmith.run.plan import Plan, Step
from oddsmith.source import Diagnostic, SpecError

RUNS = Path("runs")
SUFFIX = ".unfinished"
"""Of the folder that holds the checkpoints of a run, beside the one that the run will become."""


def beside(folder: Path) -> Path:
    """Where the checkpoints of the run are that will be kept in this folder."""
    return folder.with_name(folder.name + SUFFIX)


def default_folder(game: str) -> Path:
    """`runs/20260131-235959-gambler`; a number is added where it exists already."""
    name = "".join(c if c.isalnum() or c in "-_." else "-" for c in game)
    wanted = RUNS / f"{time.strftime('%Y%m%d-%H%M%S')}-{name}"
    candidate, number = wanted, 2
    while candidate.exists() or beside(candidate).exists():
        candidate, number = wanted.with_name(f"{wanted.name}-{number}"), number + 1
    return candidate


def check_folder(folder: Path) -> None:
    """Refuse before the run what could not be written after it."""
    parent = next((p for p in (folder.absolute().parent, *folder.absolute().parents) if p.exists()), Path("/"))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise folder_error(folder, "it exists already", "name a new folder with --out")
    if beside(folder).exists():
        reason = f"{beside(folder)} is an unfinished run of that name"
        raise folder_error(folder, reason, f"go on with --resume {beside(folder)}, remove it, or name a new folder")
    if not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
        raise folder_error(folder, f"{parent} cannot be written to", "name another folder with --out")


def folder_error(folder: Path, reason: str, fix: str) -> SpecError:
    """The complaint E705."""
    return SpecError([Diagnostic("E705", f"the run folder {folder} cannot be written: {reason}", fix=fix)])


def write_folder(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write all files into a hidden sibling, then rename it; whatever goes wrong, nothing half-written stays."""
    sibling: Path | None = None
    fresh = [parent for parent in folder.parents if not parent.exists()]
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        sibling = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        for name, text in files.items():
            path = sibling / name
            path.parent.mkdir(parents=True, exist_ok=True)
            # paths need not be text
            path.write_bytes(text if isinstance(text, bytes) else text.encode(errors="backslashreplace"))
        if "repeat" in files:
            (sibling / "repeat").chmod(0o755)
        sibling.chmod(0o755)
        if folder.is_dir():
            folder.rmdir()
        sibling.rename(folder)
    except OSError as error:
        reason = error.strerror or str(error)
        raise folder_error(folder, reason, "make room, name another folder with --out, or use --no-save") from None
    finally:
        if sibling is not None and sibling.exists():
            with contextlib.suppress(OSError):
                shutil.rmtree(sibling)
        with contextlib.suppress(OSError):  # folders made for nothing; those with something in them stay
            for parent in fresh:
                parent.rmdir()


def spec_files(texts: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """The spec and all it extends, by their names inside the run folder: relative to the folder of the spec."""
    home = PurePosixPath(texts[0][0]).parent if texts else PurePosixPath()
    files = {}
    for name, text in texts:
        parts = PurePosixPath(os.path.relpath(name, home)).parts
        files[str(PurePosixPath("spec", *(part for part in parts if part != "..")))] = text
    return files


def pipeline_text(plan: Plan, spec: str, precision: float) -> str:
    """The plan as a pipeline file that repeats it."""
    document: dict[str, object] = {"pipeline": plan.name or "repeat", "spec": spec}
    if plan.overrides:
        document["set"] = dict(plan.overrides)
    if plan.bindings:
        files = bound_files(plan.bindings)
        document["bind"] = {PurePosixPath(file).stem: file for file in files}
    if plan.reductions:
        document["reductions"] = [_step(step) for step in plan.reductions]
    for key, step in (("kernel", plan.kernel), ("solver", plan.solver)):
        if step is not None:
            document[key] = _step(step)
    if plan.strategy is not None:
        document["strategy"] = f"strategy/{plan.strategy.name}"
    if plan.questions:
        document["questions"] = list(plan.questions)
    if plan.asks:
        document["ask"] = {ask.name: ask.text for ask in plan.asks}
    document["precision"] = str(precision)
    text = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in document.items())
    return text if plan.learning is None else f"{text}{plan.learning.text.rstrip()}\n"


def repeat_script(seed: int, without: Iterable[str] = ()) -> str:
    """A script that runs it again, without the same plugins, printing only."""
    options = "".join(f" --without {shlex.quote(name)}" for name in without)
    command = f"exec pipeline run pipeline.yaml --seed {seed}{options} --no-save"
    return f'#!/bin/sh\ncd "$(dirname "$0")" && {command} "$@"\n'


def _step(step: Step) -> object:
    return {step.name: dict(step.options)} if step.options else step.name
