"""A JANI model that is understood -> the text of a spec; most of it as for the PRISM language."""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.plugin import Boolean, Expr, show
from oddsmith_plugins.importers.jani_parts.declared import Cells, Defined, Places
from oddsmith_plugins.importers.prism_parts.model import Branch, Variable
from oddsmith_plugins.importers.prism_parts.spec import SpecWriter, range_end
from oddsmith_plugins.importers.spec_text import braces, scalar


@dataclass
class JaniWriter(SpecWriter):
    """Adds what PRISM has not: locations, arrays, functions with arguments."""

    language: str = "JANI"
    defined: list[Defined] = field(default_factory=list)

    def _functions(self) -> None:
        super()._functions()
        known = self.meaning.names
        for function in self.defined:
            self.meaning.names = known | {name: name for name in function.arguments}
            self.out.entry(1, f"{function.name}({', '.join(function.arguments)})", self.text(function.body))
        self.meaning.names = known

    def _variable(self, depth: int, variable: Variable) -> None:
        if isinstance(variable, Places):
            values = f"[{', '.join(variable.values)}]"
            first = show(self.meaning.initial(variable))
            value = values if first == variable.values[0] else braces([("values", values), ("init", first)])
        elif isinstance(variable, Cells):
            value = self._cells(variable)
        else:
            super()._variable(depth, variable)
            return
        self.out.described(depth, variable.name, value, variable.comments, ready=True)

    def _cells(self, variable: Cells) -> str:
        first = [self.meaning.translate(cell) for cell in variable.cells]
        pairs = [("array", f"0..{len(first) - 1}")]
        if variable.low is None or variable.high is None:
            pairs.append(("type", "bool"))
            usual: Expr = Boolean(False)
        else:
            low, high = self.meaning.translate(variable.low), self.meaning.translate(variable.high)
            pairs.append(("range", scalar(f"{range_end(low)}..{range_end(high)}", True)))
            usual = low
        if all(value == first[0] for value in first):
            pairs += [("init", scalar(show(first[0]), True))] if first[0] != usual else []
        else:
            pairs.append(("init", f"[{', '.join(scalar(show(value), True) for value in first)}]"))
        return braces(pairs)

    def _updates(self, branch: Branch) -> list[tuple[str, str]]:
        """The targets are written as the spec writes them."""
        return [(target, self.text(value)) for target, value, _ in branch.updates]
