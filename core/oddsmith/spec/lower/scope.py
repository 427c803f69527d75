"""What names stand for -> expressions without constants, family indices, abbreviations, labels and local names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from oddsmith.expr.nodes import Expr, Index, Items, Name, Range
from oddsmith.expr.substitute import free_names, fresh, substitute, transform


@dataclass(frozen=True)
class Macro:
    """A label of a family: its condition with the family's names still open."""

    arguments: tuple[str, ...]
    body: Expr


@dataclass(frozen=True)
class Scope:
    """The meaning of names at one place of a spec; inner places bind more or hide what lies outside."""

    names: Mapping[str, Expr] = field(default_factory=dict)
    """Constants, family indices, module parameters, abbreviations, labels; renamed variables and draws."""
    macros: Mapping[str, Macro] = field(default_factory=dict)
    """Families of labels."""

    def bind(self, names: Mapping[str, Expr]) -> Scope:
        return replace(self, names={**self.names, **names}) if names else self

    def hide(self, names: Iterable[str]) -> Scope:
        """Inside a binder the bound names mean themselves."""
        gone = frozenset(names)
        if gone.isdisjoint(self.names):
            return self
        return replace(self, names={n: e for n, e in self.names.items() if n not in gone})

    def rename(self, old: str, new: str) -> Scope:
        """Inside a binder that had to be called differently."""
        return self.hide([old]) if old == new else self.bind({old: Name(new)})

    def resolve(self, expr: Expr) -> Expr:
        """The expression with every name replaced by what it stands for; nothing is captured by inner binders."""
        read = free_names(expr)
        result = substitute(expr, {name: self.names[name] for name in read if name in self.names})
        return result if read.isdisjoint(self.macros) else transform(result, self._expand)

    def domain(self, domain: Range | Items) -> Range | Items:
        """The same for a range or a set."""
        resolved = self.resolve(domain)
        assert isinstance(resolved, Range | Items)
        return resolved

    def _expand(self, expr: Expr) -> Expr:
        macro = self.macros.get(expr.name) if isinstance(expr, Index) else None
        if macro is None:
            return expr
        assert isinstance(expr, Index)
        return substitute(macro.body, dict(zip(macro.arguments, expr.indices, strict=True)))


def unused(name: str, taken: frozenset[str]) -> str:
    """The name itself, or one like it that is not taken."""
    return fresh(name, taken) if name in taken else name
