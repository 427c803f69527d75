"""A process -> a model in JANI, with its properties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from oddsmith.plugin import Context, Export, Exporter, Process, SymbolicExporter, hookimpl
from oddsmith_plugins.exporters.jani_parts.layout import laid_out
from oddsmith_plugins.exporters.jani_parts.model import JaniModel


@dataclass(frozen=True)
class Jani(SymbolicExporter):
    """JANI, version 1 (dtmc, mdp), with the questions as its properties."""

    name: ClassVar[str] = "jani"
    suffixes: ClassVar[tuple[str, ...]] = (".jani",)

    def translate(self, process: Process, context: Context) -> Export:
        model = JaniModel(process)
        text = laid_out(model.document())
        return Export(((".jani", text),), tuple(model.remarks))


@hookimpl
def oddsmith_exporters() -> list[type[Exporter]]:
    return [Jani]
