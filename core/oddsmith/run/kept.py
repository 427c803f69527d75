"""The folder of a kept run -> its files as texts."""

from __future__ import annotations

from pathlib import Path

from oddsmith.source import Diagnostic, SpecError

RESULTS = ("answers.json", "study.json")
LARGEST = 64_000_000
"""Bytes; what is larger is not read."""


def kept_files(folder: Path) -> dict[str, str]:
    """All texts of a run folder by their names in it; SpecError where it is none."""
    if not any((folder / name).is_file() for name in RESULTS):
        message = f"{folder} is not the folder of a finished run"
        fix = "name a folder that `pipeline run` has kept: runs/…"
        raise SpecError([Diagnostic("E712", message, fix=fix)])
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and path.stat().st_size <= LARGEST and path.suffix != ".html":
            try:
                files[path.relative_to(folder).as_posix()] = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
    return files
