"""A JANI document -> the parts of a spec: names, modules, labels, rewards, questions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from oddsmith.plugin import Binary, Boolean, Diagnostic, Expr, If, Name, Number, SpecError
from oddsmith_plugins.importers.jani_parts.automata import BEGIN, Automaton, AutomatonReader
from oddsmith_plugins.importers.jani_parts.composed import Composition, composed
from oddsmith_plugins.importers.jani_parts.declared import Cells, Declared, Transient
from oddsmith_plugins.importers.jani_parts.expressions import Scope
from oddsmith_plugins.importers.jani_parts.properties import Properties
from oddsmith_plugins.importers.jani_parts.rewards import Rewards
from oddsmith_plugins.importers.jani_parts.tree import Node
from oddsmith_plugins.importers.prism_parts.expressions import LABEL
from oddsmith_plugins.importers.prism_parts.first import SeveralStatesError, named_state
from oddsmith_plugins.importers.prism_parts.model import Formula, Model, Module, Variable

KINDS: Final = {"dtmc": "chain", "mdp": "mdp"}
TRUE: Final = Boolean(True)
_KEYS: Final = """
jani-version name metadata type features actions constants variables restrict-initial properties automata system
functions
"""
_FEATURES: Final = """
arrays datatypes derived-operators edge-priorities functions hyperbolic-functions named-expressions nondet-selection
state-exit-rewards tradeoff-properties trigonometric-functions
"""
KEYS, FEATURES = _KEYS.split(), _FEATURES.split()
"""Those of the definition of JANI; constructs of some have no translation, and are refused where they stand."""


@dataclass
class Document:
    """Reads one document into a model."""

    root: Node
    partial: bool
    model: Model = field(default_factory=Model)
    declared: Declared = field(default_factory=Declared)
    automata: list[Automaton] = field(default_factory=list)
    composition: Composition | None = None

    def read(self) -> None:
        """Everything; SpecError at the first place that has no translation."""
        self._head()
        root, declared = self.root, self.declared
        for node in root.list("constants"):
            declared.constant(node)
        for node in root.list("functions"):
            declared.function(node)
        for node in root.list("variables"):
            made = declared.variable(node, declared.scope)
            if made is not None:
                if made[0] in declared.names:
                    raise node.failure(f"`{made[0]}` is declared twice", code="E803")
                declared.variables.append(made[1])
                declared.names[made[0]] = Name(made[1].name)
        for node in root.list("functions"):
            declared.body(node)
        self._automata()
        self._begin()
        model = self.model
        model.constants, model.variables = declared.constants, declared.variables
        self._labels()
        self._properties()
        model.remarks += [*dict.fromkeys(declared.remarks)]

    def _head(self) -> None:
        root = self.root
        if root.kind != "object":
            root.wrong("an object")
        added = [key for key in root.entries if key.startswith("x-")]
        root.only(*KEYS, *added)
        self.model.remarks += [f"{key} is left out" for key in added]
        version = root["jani-version"]
        if version.text != "1":
            raise version.refusal(f"version {version.text} of JANI has no translation", "version 1 has")
        kind = root.name("type")
        if kind not in KINDS:
            why = "chains (dtmc) and decision processes (mdp) can be read; time that is measured has no place here"
            raise root["type"].refusal(f"a model of the type `{kind}` has no translation", why)
        self.model.kind = KINDS[kind]
        for feature in root.list("features"):
            if feature.text not in FEATURES:
                raise feature.refusal(f"the feature `{feature.text}` has no translation", "it is not part of JANI")
        metadata = root.get("metadata")
        if metadata is not None:
            lines = [f"{key}: {' '.join(node.text.split())}" for key, node in metadata.entries.items() if node.text]
            self.model.about = tuple(line.removeprefix("description: ") for line in lines)

    def _automata(self) -> None:
        root = self.root
        actions = [node.name() for node in root.list("actions")]
        used, vectors = composed(root["system"], root["automata"].items, frozenset(actions))
        seen: dict[str, int] = {}
        for node in used:
            name = node.name()
            seen[name] = seen.get(name, 0) + 1
            several = sum(1 for other in used if other is node) > 1
            title = f"{name}_{seen[name]}" if several else name
            automaton = Automaton(title, node)
            AutomatonReader(self.declared, automaton).read(seen[name] == 1, len(used) == 1)
            self.automata.append(automaton)
            for edge in node.list("edges"):
                if (action := edge.get("action")) is not None and action.text not in actions:
                    raise action.failure(f"there is no action `{action.text}`", code="E803")
        for node in root["automata"]:
            if node.name() not in seen:
                self.model.remarks.append(f"the automaton {node.name()} is not used")
        measured = frozenset(name for name, found in self.declared.transients.items() if found.type != "bool")
        self.composition = Composition(self.automata, vectors, measured)
        self.model.modules = list(self.composition.modules())
        self.model.remarks += self.composition.remarks

    def _begin(self) -> None:
        """First values that only `restrict-initial` gives."""
        fixed: dict[str, Expr] = {}
        for node, scope in [(self.root, self.declared.scope), *((a.node, a.scope) for a in self.automata)]:
            restriction = node.get("restrict-initial")
            if restriction is not None:
                restriction.only("exp")
                try:
                    fixed |= named_state(scope.expression(restriction["exp"]))
                except SeveralStatesError:
                    why = f"{BEGIN}; every variable must be given one value"
                    raise restriction.refusal(
                        f"`restrict-initial` ({restriction.path}) has no translation", why
                    ) from None
        self.declared.variables = [self._first(variable, fixed) for variable in self.declared.variables]
        for place, module in enumerate(self.model.modules):
            if isinstance(module, Module):
                variables = tuple(self._first(variable, fixed) for variable in module.variables)
                self.model.modules[place] = replace(module, variables=variables)

    def _first(self, variable: Variable, fixed: dict[str, Expr]) -> Variable:
        value = fixed.get(variable.name)
        if isinstance(variable, Cells):
            return variable
        if variable.init is not None and value is not None and value != variable.init:
            raise self.root.refusal(f"`restrict-initial` contradicts the first value of `{variable.name}`")
        if variable.init is None and value is None:
            message, fix = f"`{variable.name}` has no first value: any is possible", "give it an initial-value"
            raise SpecError([Diagnostic("E802", message, variable.span, BEGIN, fix)])
        return variable if value is None else replace(variable, init=value)

    def _labels(self) -> None:
        """Truth values of locations are labels."""
        for transient in self.declared.transients.values():
            for automaton in self.automata:
                for edge in automaton.edges:
                    if transient.type == "bool" and any(name == transient.name for name, _ in edge.gains):
                        why = "labels belong to states"
                        raise transient.node.refusal(
                            f"`{transient.name}`, a truth value of edges, has no translation", why
                        )
            if transient.type == "bool":
                name = self.declared.fresh(transient.name)
                value = self.momentary(transient)
                self.model.labels.append(Formula(name, value, transient.node.span))

    def momentary(self, transient: Transient) -> Expr:
        """The value of a transient variable in a state."""
        truth = transient.type == "bool"
        usual = transient.init or (Boolean(False) if truth else Number(0))
        found = usual
        cases = [case for automaton in self.automata for case in automaton.cases(transient.name)]
        for where, value in reversed(cases):
            if where == TRUE:
                found = value
            elif truth and found == Boolean(False):
                found = where if value == TRUE else Binary("and", where, value)
            elif truth and value == TRUE:
                found = Binary("or", where, found)
            else:
                found = If(where, value, found)
        return found

    def _properties(self) -> None:
        assert self.composition is not None
        names = dict(self.declared.names)
        labels = iter(self.model.labels)
        for transient in self.declared.transients.values():
            truth = transient.type == "bool"
            names[transient.name] = Name(LABEL + next(labels).name) if truth else self.momentary(transient)
        for automaton in self.automata:
            for name, value in automaton.scope.names.items():
                names.setdefault(name, value)
        scope = Scope(names, self.declared.functions)
        rewards = Rewards(self.declared, self.composition, scope, self.momentary)
        properties = Properties(self.model.kind, scope, rewards)
        for node in self.root.list("properties"):
            properties.add(node, self.partial)
        rewards.rest()
        self.model.rewards = rewards.found
        self.model.properties = properties.found
        self.model.remarks += properties.remarks
