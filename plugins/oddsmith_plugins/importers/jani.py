"""A model in JANI, with its properties -> a spec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from oddsmith.plugin import Context, Diagnostic, ForeignText, Imported, Importer, SpecError, hookimpl
from oddsmith_plugins.importers.jani_parts.document import Document
from oddsmith_plugins.importers.jani_parts.spec import JaniWriter
from oddsmith_plugins.importers.jani_parts.tree import Reader
from oddsmith_plugins.importers.prism_parts.copies import Copies
from oddsmith_plugins.importers.prism_parts.meaning import Meaning
from oddsmith_plugins.importers.prism_parts.properties import PropertyParser


@dataclass(frozen=True)
class Jani(Importer):
    """JANI, version 1: dtmc and mdp, with the properties that the model holds (or a file of PRISM's properties)."""

    name: ClassVar[str] = "jani"
    suffixes: ClassVar[tuple[str, ...]] = (".jani",)

    def read(self, foreign: ForeignText, context: Context) -> Imported:
        document = Document(Reader(foreign.model).document(), foreign.partial)
        document.read()
        model = document.model
        complaints: list[Diagnostic] = []
        if foreign.properties is not None:
            properties = PropertyParser(foreign.properties, model, foreign.partial)
            properties.read()
            complaints += properties.complaints
        copies = Copies(model)
        copies.run()
        meaning = Meaning(model, copies)
        meaning.settle()
        variables = [variable for automaton in document.automata for variable in automaton.variables]
        meaning.symbols = frozenset(value for variable in variables for value in getattr(variable, "values", ()))
        meaning.names |= {value: value for value in meaning.symbols}
        given = dict(foreign.constants)
        known = {constant.name for constant in model.constants}
        for name in sorted(given.keys() - known):
            complaints.append(Diagnostic("E701", f"there is no constant `{name}` to set"))
        _check([*complaints, *copies.complaints, *meaning.complaints])
        writer = JaniWriter(meaning, given, defined=document.declared.defined)
        text = writer.write(foreign.model.name)
        _check(meaning.complaints)
        unset = tuple(c.name for c in model.constants if c.value is None and c.name not in given)
        return Imported(text, tuple(model.remarks), unset, writer.out.origins())


def _check(complaints: list[Diagnostic]) -> None:
    if complaints:
        raise SpecError(complaints)


@hookimpl
def oddsmith_importers() -> list[type[Importer]]:
    return [Jani]
