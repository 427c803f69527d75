"""A model in the language of another program -> a game that is run as if it were a spec.

The model is translated when it is loaded. Mistakes that are found later, in the translation or in a state of the game,
are told with their places in the files of the model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from oddsmith.context import Context
from oddsmith.exchange.importer import Importer
from oddsmith.hosting.registry import Registry
from oddsmith.run.foreign import foreign_of
from oddsmith.run.plan import Plan
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import Game
from oddsmith.spec.read.bound import Binding

SPECS = (".yaml", ".yml")
"""How the names of our own files end."""


@dataclass(frozen=True)
class Translated:
    """A model that is run as it is."""

    importer: Importer
    path: Path
    context: Context

    def game(self, plan: Plan) -> Game:
        """The game of the model and of its properties, with the constants and the tables of the plan."""
        from oddsmith.run.exchange import foreign_text, read_foreign
        from oddsmith.spec.load import load_text

        properties = plan.properties or self._beside()
        # Properties that stand in the way of other questions are left out.
        foreign = foreign_text(self.path, properties, plan.partial or bool(plan.asks), plan.overrides)
        found = read_foreign(self.importer, foreign, self.context)
        for remark in found.remarks:
            self.context.monitor.message(f"{self.path.name}: {remark}")
        bindings: Iterable[Binding] = plan.bindings
        return load_text(found.text, str(self.path.with_suffix(".yaml")), {}, bindings, found.origins)

    def _beside(self) -> Path | None:
        """The properties file of the same name."""
        found = next((f for s in self.importer.properties if (f := self.path.with_suffix(s)).is_file()), None)
        if found is not None:
            self.context.monitor.message(f"{self.path.name}: its properties are those of {found.name}")
        return found


def recognised(plan: Plan, registry: Registry, context: Context) -> Plan:
    """The plan, knowing what its spec is where it is not one: a file of states, or a model in another language."""
    if plan.foreign is not None or plan.translated is not None:
        return plan
    if plan.spec.suffix in SPECS and plan.properties is None:  # so nobody has to import all importers
        return plan
    foreign = foreign_of(plan.spec, registry, context)
    if foreign is not None:
        return replace(plan, foreign=foreign)
    for offer in registry.of("importer"):
        if issubclass(offer.offered, Importer) and plan.spec.name.endswith(offer.offered.suffixes):
            importer = registry.make("importer", offer.name, {})
            return replace(plan, translated=Translated(importer, plan.spec, context))
    if plan.properties is not None:
        message = f"`{plan.spec.name}` is a spec, which has its own questions: a file of properties does not fit"
        raise SpecError([Diagnostic("E711", message, fix="leave --properties out, or ask with --ask")])
    return plan
