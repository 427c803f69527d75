"""A file or a text and constants -> a game to ask."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from oddsmith.api.game import Constant, Game
from oddsmith.context import Context, Limits
from oddsmith.hosting.manager import load as load_plugins
from oddsmith.hosting.registry import registry
from oddsmith.run.pipeline import plan_of
from oddsmith.run.quantities import size
from oddsmith.run.runner import Tools
from oddsmith.run.translated import recognised
from oddsmith.source import Diagnostic, SpecError


def load(
    path: str | Path,
    /,
    *,
    precision: float = 1e-9,
    threads: int | None = None,
    memory: str | int | None = None,
    without: tuple[str, ...] = (),
    **constants: Constant,
) -> Game:
    """The game of a spec (or of a pipeline file, or of a model in another format), with constants overridden.

        game = od.load("specs/ruin.yaml", N=5, d=10)

    `precision` is the relative width of bounds, `memory` a limit such as "2GB", `without` plugins to do without.
    Mistakes in the file raise `oddsmith.source.SpecError`, whose text tells all of them with their places.
    """
    host = load_plugins(without)
    limit = size(memory) if isinstance(memory, str) else memory
    context = Context(Limits(memory=limit), precision=precision)
    context = context if threads is None else replace(context, threads=threads)
    tools = Tools(host, registry(host), context)
    plan = recognised(plan_of(Path(path)), tools.registry, context)
    game = Game(plan, tools).set(**constants)
    assert game.spec  # mistakes are told now, not when the first question is asked
    return game


def loads(text: str, /, **constants: Constant) -> Game:
    """The game of a spec that is given as a text, with constants overridden."""
    folder = tempfile.TemporaryDirectory(prefix="oddsmith-")
    path = Path(folder.name) / "text.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        return replace(load(path).set(**constants), keep=folder)
    except SpecError as error:
        raise SpecError([_of_a_text(diagnostic, str(path)) for diagnostic in error.diagnostics]) from None


def _of_a_text(diagnostic: Diagnostic, path: str) -> Diagnostic:
    """The complaint without the file that nobody wrote."""
    span = diagnostic.span
    if span is None or span.source.name != path:
        return diagnostic
    return replace(diagnostic, span=replace(span, source=replace(span.source, name="text")))
