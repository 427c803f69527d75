"""`--bind NAME=FILE` -> values for a table, as the file has them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.read.bound import Binding
from oddsmith.spec.text import read_file

FORMS = {".csv": "csv", ".tsv": "csv", ".yaml": "yaml", ".yml": "yaml", ".json": "yaml"}
"""By the ends of file names; JSON is YAML, too."""
FOLDER = "bound"
"""Where the run folder keeps what was bound."""


def binding(table: str, path: Path) -> Binding:
    """The text of the file; SpecError (E101, E721) where there is none, or nobody can tell what it holds."""
    form = FORMS.get(path.suffix.lower())
    if form is None:
        message = f"`{path}` is no file of values for the table `{table}`"
        raise SpecError([Diagnostic("E721", message, fix=f"name a file that ends in {', '.join(FORMS)}")])
    return Binding(table, read_file(path), form)


def bindings(pairs: Iterable[tuple[str, str]]) -> tuple[Binding, ...]:
    return tuple(binding(table, Path(path)) for table, path in pairs)


def is_bound(name: str) -> bool:
    """Whether a file of a run folder holds values that were bound."""
    return name.startswith(f"{FOLDER}/")


def bound_files(bound: Iterable[Binding]) -> dict[str, str]:
    """What was bound, by the names that the files have in the run folder; the last one of a table counts."""
    return {f"{FOLDER}/{each.table}.{each.form}": each.source.text for each in bound}
