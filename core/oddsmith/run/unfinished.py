"""A run -> the files from which it can go on; such files -> the run, if they are what was written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oddsmith.context import Context
from oddsmith.run.binding import bound_files, is_bound
from oddsmith.run.folder import SUFFIX, beside, pipeline_text, spec_files
from oddsmith.run.manifest import digest
from oddsmith.run.plan import Plan
from oddsmith.run.slots import FORMAT
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import Game
from oddsmith.version import VERSION

ABOUT = "run.json"
ANSWERS = "answers.json"
"""What every finished run folder has."""


@dataclass(frozen=True)
class Unfinished:
    """A run that has ended too early."""

    folder: Path
    about: Mapping[str, Any]

    @property
    def final(self) -> Path:
        """The folder that it would have become."""
        return self.folder.with_name(self.folder.name.removesuffix(SUFFIX))

    @property
    def pipeline(self) -> Path:
        """The plan as a file."""
        return self.folder / "pipeline.yaml"

    @property
    def identity(self) -> str:
        return str(self.about["identity"])


def description(plan: Plan, game: Game, context: Context, settings: Mapping[str, Any]) -> tuple[dict[str, str], str]:
    """All files that are needed to go on, and the identity of the run."""
    texts = spec_files(game.texts)
    spec = next(iter(texts), str(plan.spec.absolute()))
    files = {"pipeline.yaml": pipeline_text(plan, spec, context.precision), **texts, **bound_files(plan.bindings)}
    identity = _identity(files, settings)
    about = {
        "format": FORMAT,
        "oddsmith": VERSION,
        "identity": identity,
        "game": game.name,
        "spec": str(plan.spec),
        "names": [name for name, _ in game.texts],
        "pipeline": plan.texts,
        "settings": settings,
        "files": list(files),
    }
    return {ABOUT: json.dumps(about, indent=2) + "\n", **files}, identity


def find(run: Path) -> Unfinished | Path:
    """The unfinished run of this name, or the folder of a finished one."""
    run = run if run.name not in ("", "..") else run.resolve()
    final = run.with_name(run.name.removesuffix(SUFFIX) or run.name)
    if (final / ANSWERS).is_file():
        return final
    for folder in (run, beside(final)):
        if (folder / ABOUT).is_file():
            return _read(folder)
    reason = "it is no folder of a run" if run.exists() else "it does not exist"
    raise resume_error(run, reason, "name the folder that the run has printed (RUN.unfinished)")


def compare(unfinished: Unfinished, game: Game) -> None:
    """Refuse to go on with another game than the one that was begun."""
    given = spec_files(game.texts)
    names = [name for name in unfinished.about["files"] if name != "pipeline.yaml" and not is_bound(name)]
    begun = {name: (unfinished.folder / name).read_text(encoding="utf-8") for name in names}
    differing = sorted(name for name in given.keys() | begun.keys() if given.get(name) != begun.get(name))
    if differing:
        raise SpecError(
            [
                Diagnostic(
                    "E709",
                    f"{unfinished.folder} is a run of another game: {', '.join(differing)} differs",
                    fix="leave the spec out to go on with the game as it was, or run the spec without --resume",
                )
            ]
        )


def resume_error(run: Path, reason: str, fix: str) -> SpecError:
    """The complaint E707."""
    return SpecError([Diagnostic("E707", f"{run} cannot be resumed: {reason}", fix=fix)])


def _read(folder: Path) -> Unfinished:
    anew = "run the game from its beginning"
    try:
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        if (about["oddsmith"], about["format"]) != (VERSION, FORMAT):
            made = f"it was made by version {about['oddsmith']}, and this is {VERSION}"
            raise resume_error(folder, made, f"use that version, or {anew}")
        files = {name: (folder / name).read_text(encoding="utf-8") for name in about["files"]}
        changed = about["identity"] != _identity(files, about["settings"])
    except (OSError, ValueError, LookupError, TypeError):
        raise resume_error(folder, "its description cannot be read", anew) from None
    if changed:
        raise resume_error(folder, "its spec, plan or seed was changed after it had begun", anew)
    return Unfinished(folder, about)


def _identity(files: Mapping[str, str], settings: Mapping[str, Any]) -> str:
    """What has to be the same for a checkpoint to mean the same."""
    meaning = [FORMAT, VERSION, settings.get("seed"), list(settings.get("without", ())), sorted(files.items())]
    return digest(json.dumps(meaning))
