"""Expressions that properties accumulate -> rewards of a spec."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from oddsmith.plugin import Binary, Boolean, Call, Expr, If, Name, Number, Span, free_names, transform
from oddsmith_plugins.importers.jani_parts.composed import Composition
from oddsmith_plugins.importers.jani_parts.declared import Declared, Transient
from oddsmith_plugins.importers.jani_parts.expressions import Scope
from oddsmith_plugins.importers.jani_parts.tree import Node
from oddsmith_plugins.importers.prism_parts.model import Reward, RewardItem
from oddsmith_plugins.importers.prism_parts.names import Room

TRUE = Boolean(True)
BOTH = frozenset({"steps", "exit"})


@dataclass
class Rewards:
    """Rewards by what is accumulated: `exit`, the value of a state that is left; `steps`, the value of an edge."""

    declared: Declared
    composition: Composition
    scope: Scope
    momentary: Callable[[Transient], Expr]
    found: list[Reward] = field(default_factory=list)
    known: dict[tuple[str, frozenset[str]], int] = field(default_factory=dict)
    room: Room = field(default_factory=Room)

    def __call__(self, node: Node, kinds: frozenset[str]) -> int:
        key = (node.source.text[node.start : node.end], kinds)
        if key not in self.known:
            if node.kind == "text" and node.text in self.declared.transients:
                items = self._transient(self.declared.transients[node.text], kinds)
                hint = node.text
            else:
                items, hint = self._expression(node, kinds)
            self.known[key] = self._enter(hint, items, node.span)
        return self.known[key]

    def rest(self) -> None:
        """Numbers that no property is about are rewards all the same."""
        used = {text.strip('"') for text, _ in self.known}
        for transient in self.declared.transients.values():
            if transient.type != "bool" and transient.name not in used:
                self._enter(transient.name, self._transient(transient, BOTH), transient.node.span)

    def _enter(self, hint: str, items: list[RewardItem], span: Span) -> int:
        name, number = hint, 2
        while name in self.room.taken:
            name, number = f"{hint}_{number}", number + 1
        self.room.enter(name)
        self.found.append(Reward(name, tuple(items or [RewardItem(None, TRUE, Number(0), span)]), span))
        return len(self.found) - 1

    def _transient(self, transient: Transient, kinds: frozenset[str]) -> list[RewardItem]:
        span = transient.node.span
        if transient.type == "bool":
            raise transient.node.refusal(f"the truth value `{transient.name}` as a reward has no translation")
        if "steps" in kinds and transient.init not in (None, Number(0)):
            raise transient.node.refusal(f"`{transient.name}` is gained by steps, and does not begin with 0")
        items = []
        value = self.momentary(transient)
        if "exit" in kinds and value != Number(0):
            plain = isinstance(value, If) and value.no == Number(0)
            where, gain = (value.condition, value.yes) if plain and isinstance(value, If) else (TRUE, value)
            items.append(RewardItem(None, where, gain, span))
        if "steps" in kinds:
            for action, gains in self.composition.gains.items():
                if transient.name in gains:
                    items.append(RewardItem(action, TRUE, gains[transient.name], span))
        return items

    def _expression(self, node: Node, kinds: frozenset[str]) -> tuple[list[RewardItem], str]:
        value = self.scope.expression(node)
        variables = {variable.name for variable in self.declared.variables}
        reads = free_names(value)
        momentary = self._reads_transient(node)
        constants = {constant.name for constant in self.declared.constants}
        if not momentary and reads <= constants:
            gain = value if len(kinds) == 1 else Binary("*", Number(2), value)
            return [RewardItem(None, TRUE, gain, node.span)], "steps" if gain == Number(1) else "gain"
        if "steps" in kinds and (momentary or not reads <= variables | constants):
            raise node.refusal(f"this sum of rewards of edges ({node.path}) has no translation")
        items = [RewardItem(None, TRUE, value, node.span)] if "exit" in kinds else []
        if "steps" in kinds:

            def ahead(part: Expr) -> Expr:
                return Call("next", (part,)) if isinstance(part, Name) and part.name in variables else part

            items.append(RewardItem("*", TRUE, transform(value, ahead), node.span))
        return items, "gain"

    def _reads_transient(self, node: Node) -> bool:
        waiting = [node]
        while waiting:
            part = waiting.pop()
            if part.kind == "text" and part.text in self.declared.transients and not part.path.endswith(".op"):
                return True
            waiting += [*part.items, *part.entries.values()]
        return False
