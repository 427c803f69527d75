"""A spec file or text, overrides of constants and values for tables -> a checked Game."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from oddsmith.expr.evaluate import STACK
from oddsmith.source import Diagnostic, Origins, Source, Span, SpecError
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.extend import Extending
from oddsmith.spec.game import Game
from oddsmith.spec.read.bound import Binding
from oddsmith.spec.read.game import read_game
from oddsmith.spec.text import checked, read_file
from oddsmith.spec.tree import Mapping as Tree
from oddsmith.spec.tree import kind


def load(path: str | Path, overrides: Mapping[str, str] | None = None, bindings: Iterable[Binding] = ()) -> Game:
    """The game of a spec file, with values bound to its tables; raises SpecError with every mistake in it."""
    place = Path(path)
    return _load(read_file(place), place, overrides or {}, bindings)


def load_text(
    text: str,
    name: str = "spec",
    overrides: Mapping[str, str] | None = None,
    bindings: Iterable[Binding] = (),
    origins: Origins = (),
) -> Game:
    """The game of a text, which cannot extend another; `origins` say from where its lines were translated."""
    return _load(replace(checked(text, name), origins=origins), None, overrides or {}, bindings)


def _load(source: Source, path: Path | None, overrides: Mapping[str, str], bindings: Iterable[Binding]) -> Game:
    sys.setrecursionlimit(max(sys.getrecursionlimit(), STACK))
    complaints = Complaints()
    extending = Extending(complaints)
    root = extending.tree(source, path)
    if root is None:
        fix = "a spec starts with `game: some-name`"
        raise SpecError([Diagnostic("E106", f"`{source.name}` is empty", Span(source, 0, 0), fix=fix)])
    if not isinstance(root, Tree):
        fix = (
            "a spec starts with `game: some-name`; a model in another language is known by the end of its name "
            "(`.prism`, `.jani`, …): give it that name, or `pipeline import` it with `--from`"
        )
        message = f"here must stand a game (`key: value`), not {kind(root)}"
        raise SpecError([*complaints.found, Diagnostic("E108", message, root.span, fix=fix)])
    return read_game(root, overrides, complaints, tuple(extending.texts), bindings)
