"""The formats that stages ask for -> the files of their games, in memory until the run folder is written."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from oddsmith.run.exchange import format_of
from oddsmith.source import Diagnostic, SpecError
from oddsmith.study.games import game_of
from oddsmith.study.study import Cell, Study


def exports(study: Study) -> tuple[dict[str, bytes], tuple[Diagnostic, ...]]:
    """By their names in the folder: `exports/ruin/N=3-d=3.prism`; and why others cannot be written."""
    files: dict[str, bytes] = {}
    faults: list[Diagnostic] = []
    for stage in study.stages:
        for format_name in stage.exports:
            for cell in stage.cells:
                try:
                    files |= _exported(cell, format_name)
                except SpecError as error:
                    faults += error.diagnostics
    return files, tuple(faults)


def _exported(cell: Cell, format_name: str) -> dict[str, bytes]:
    game = game_of(cell)
    exporter: Any = format_of(game.tools.registry, "exporter", format_name, None).offered
    name = "-".join(f"{key}={value}" for key, value in cell.coordinates) or game.name
    plain = "".join(c if c.isalnum() or c in "-_=." else "-" for c in name)
    with tempfile.TemporaryDirectory(prefix="oddsmith-") as folder:
        written = game.export(Path(folder) / f"{plain}{exporter.suffixes[0]}", format_name)
        return {f"exports/{cell.stage}/{path.name}": path.read_bytes() for path in written}
