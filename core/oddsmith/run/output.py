"""Files that are to be written -> all of them in their places, whole, or none."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from oddsmith.source import Diagnostic, SpecError


def check_output(path: Path, force: bool) -> None:
    """Refuse before the work what could not be written after it."""
    if path.is_dir():
        raise output_error(path, "it is a folder", "name a file inside it with -o")
    if path.exists() and not path.is_file():
        raise output_error(path, "it is no plain file", "name another file with -o, or leave -o out for stdout")
    if path.exists() and not force:
        raise output_error(path, "it exists already", "name another file with -o, or overwrite it with --force")
    parent = path.absolute().parent
    if not parent.is_dir():
        raise output_error(path, f"there is no folder {parent}", "make the folder, or name another file with -o")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise output_error(path, f"{parent} cannot be written to", "name another file with -o")


def write_output(path: Path, force: bool, write: Callable[[Path], None]) -> tuple[Path, ...]:
    """Let `write` fill a hidden folder beside `path`, then move its files beside `path`; where they are now.

    `write` gets the path of the main file in that folder, and may put other files beside it. Whatever goes wrong,
    nothing half-written stays, and no file is overwritten unless `force` says so.
    """
    check_output(path, force)
    hidden: Path | None = None
    try:
        hidden = Path(tempfile.mkdtemp(prefix=f".{path.name}-", dir=path.absolute().parent))
        write(hidden / path.name)
        names = sorted(item.name for item in hidden.iterdir())
        for name in names:
            check_output(path.with_name(name), force)
        for name in names:
            os.replace(hidden / name, path.with_name(name))
    except OSError as error:
        reason = error.strerror or str(error)
        raise output_error(path, reason, "make room, or name another file with -o") from None
    finally:
        if hidden is not None:
            with contextlib.suppress(OSError):
                shutil.rmtree(hidden)
    return tuple(path.with_name(name) for name in names)


def write_text(path: Path, text: str, force: bool) -> None:
    """One file with this text."""

    def write(place: Path) -> None:
        place.write_text(text, encoding="utf-8")

    write_output(path, force, write)


def output_error(path: Path, reason: str, fix: str) -> SpecError:
    """The complaint E710."""
    return SpecError([Diagnostic("E710", f"{path} cannot be written: {reason}", fix=fix)])
