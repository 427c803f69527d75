"""A process -> a model in the PRISM language, and its properties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from oddsmith.plugin import Context, Export, Exporter, Process, SymbolicExporter, hookimpl
from oddsmith_plugins.exporters.prism_parts.model import ModelText


@dataclass(frozen=True)
class Prism(SymbolicExporter):
    """The PRISM language (dtmc, mdp, smg), with a properties file beside it."""

    name: ClassVar[str] = "prism"
    suffixes: ClassVar[tuple[str, ...]] = (".prism", ".pm", ".nm", ".smg")

    def translate(self, process: Process, context: Context) -> Export:
        writer = ModelText(process)
        model, properties = writer.write()
        files = ((".prism", model), *([(".props", properties)] if process.questions else []))
        return Export(tuple(files), tuple(writer.remarks))


@hookimpl
def oddsmith_exporters() -> list[type[Exporter]]:
    return [Prism]
