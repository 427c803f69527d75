"""A model in the PRISM language, and its properties -> a spec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from oddsmith.plugin import Context, Diagnostic, ForeignText, Imported, Importer, Origins, SpecError, hookimpl
from oddsmith_plugins.importers.prism_parts.copies import Copies
from oddsmith_plugins.importers.prism_parts.meaning import Meaning
from oddsmith_plugins.importers.prism_parts.model import Model
from oddsmith_plugins.importers.prism_parts.parser import ModelParser
from oddsmith_plugins.importers.prism_parts.properties import PropertyParser
from oddsmith_plugins.importers.prism_parts.spec import SpecWriter


@dataclass(frozen=True)
class Prism(Importer):
    """The PRISM language: dtmc, mdp and smg, with a properties file."""

    name: ClassVar[str] = "prism"
    suffixes: ClassVar[tuple[str, ...]] = (".prism", ".pm", ".nm", ".smg", ".sm", ".ma")
    """Models of the last two are refused, by what they are."""
    properties: ClassVar[tuple[str, ...]] = (".props", ".pctl", ".prctl")

    def read(self, foreign: ForeignText, context: Context) -> Imported:
        model = Model()
        parser = ModelParser(foreign.model, model)
        parser.read()
        complaints = parser.complaints
        if not model.kind:
            model.kind = "mdp"
            if not complaints:
                model.remarks.append("the model has no type: PRISM takes it for an mdp")
        if foreign.properties is not None and not complaints:
            properties = PropertyParser(foreign.properties, model, foreign.partial)
            properties.read()
            complaints += properties.complaints
        _check(complaints)
        given = dict(foreign.constants)
        text, origins = _spec(model, foreign.model.name, given)
        unset = tuple(c.name for c in model.constants if c.value is None and c.name not in given)
        return Imported(text, tuple(model.remarks), unset, origins)


def _spec(model: Model, file: str, given: dict[str, str]) -> tuple[str, Origins]:
    copies = Copies(model)
    copies.run()
    _check(copies.complaints)
    meaning = Meaning(model, copies)
    meaning.settle()
    known = {constant.name for constant in model.constants}
    for name in sorted(given.keys() - known):
        meaning.complaints.append(Diagnostic("E701", f"there is no constant `{name}` to set"))
    _check(meaning.complaints)
    writer = SpecWriter(meaning, given)
    text = writer.write(file)
    _check(meaning.complaints)
    return text, writer.out.origins()


def _check(complaints: list[Diagnostic]) -> None:
    if complaints:
        raise SpecError(complaints)


@hookimpl
def oddsmith_importers() -> list[type[Importer]]:
    return [Prism]
