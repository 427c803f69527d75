"""Cells -> folders named after all that their answers depend on: what did not change is not run again."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oddsmith.run.folder import beside
from oddsmith.source import SpecError
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.extend import Extending
from oddsmith.spec.text import read_file
from oddsmith.study.installed import installed
from oddsmith.study.study import Cell, Text
from oddsmith.version import VERSION

LONGEST_NAME = 60
ANSWERS = "answers.json"
PARTIAL = ("late", "missing", "interrupted")
"""What answers are whose run ran into a limit, or was stopped: another run may find more."""


@dataclass(frozen=True)
class Cache:
    """Where finished cells lie; each is the folder of an ordinary run."""

    folder: Path
    plugins: tuple[str, ...] = field(default_factory=installed)

    def home(self, cell: Cell) -> Path:
        """The folder of a cell: its name for people, and the digest of its contents.

        The same run has the same folder, whichever pipeline includes it.
        """
        own = cell.name.rpartition("/")[2]
        name = "".join(c if c.isalnum() or c in "-_.=" else "-" for c in own)[:LONGEST_NAME]
        return self.folder / f"{name}-{contents(cell, self.plugins)[:16]}"

    def answers(self, cell: Cell) -> dict[str, Any] | None:
        """What was answered before; None if there is nothing, nothing that can be read, or not all of it."""
        try:
            document = json.loads((self.home(cell) / ANSWERS).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return document if isinstance(document, dict) and not _partial(document) else None

    def make_room(self, cell: Cell) -> Path:
        """The folder of a cell that is to be run; what is there that does not count is removed, checkpoints stay."""
        home = self.home(cell)
        shutil.rmtree(home, ignore_errors=True)
        return home.absolute()

    def forget(self, cell: Cell) -> None:
        """Remove what was answered before, and what was begun."""
        home = self.home(cell)
        for folder in (home, beside(home)):
            shutil.rmtree(folder, ignore_errors=True)


def contents(cell: Cell, plugins: tuple[str, ...] = ()) -> str:
    """A digest of the pipeline of a cell, of all files that it names, and of what is known of the plugins."""
    parts: list[Any] = [VERSION, plugins, cell.document, cell.options]
    names = [*_paths(cell.document), *(value for _, value in cell.options)]
    for path in ([] if cell.file is None else [cell.file]) + [cell.home / name for name in names]:
        parts.append(_texts(path))
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _partial(document: dict[str, Any]) -> bool:
    return any(answer.get("status") in PARTIAL for answer in document.get("answers", ()))


def _paths(value: Text) -> list[str]:
    """Every text that may be the name of a file."""
    if isinstance(value, str):
        return [value] if "." in value and "\n" not in value and len(value) < 1000 else []
    items = value.values() if isinstance(value, dict) else value
    return [path for item in items for path in _paths(item)]


def _texts(path: Path) -> list[str]:
    """The file and all that it extends; nothing where there is no such file."""
    try:
        if not path.is_file():
            return []
        extending = Extending(Complaints())
        extending.tree(read_file(path), path)
        return [text for _, text in extending.texts]
    except (OSError, ValueError):
        return []
    except SpecError:
        return [hashlib.sha256(path.read_bytes()).hexdigest()]
