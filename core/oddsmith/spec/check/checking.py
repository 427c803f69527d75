"""What every check shares: the game, its constant values, what is broken already, and where to complain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from oddsmith.expr.infer import check, infer
from oddsmith.expr.layout import FunctionShape
from oddsmith.expr.nodes import Expr, Items, Number, Range
from oddsmith.expr.scope import UNKNOWN, join, words
from oddsmith.expr.substitute import called_functions
from oddsmith.expr.types import INT, Type
from oddsmith.expr.values import EvaluationError, Value
from oddsmith.spec.check.here import Here
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.game import FamilyBinder, Game, Reference
from oddsmith.spec.read.constants import CODES, Values, needs


@dataclass(frozen=True)
class Checking:
    """`broken` names were complained about when they were read: what mentions them is not checked again."""

    game: Game
    values: Values
    complaints: Complaints
    broken: frozenset[str]

    @cached_property
    def functions(self) -> Mapping[str, FunctionShape]:
        return {function.name: function for function in self.game.functions}

    def skipped(self, expr: Expr) -> bool:
        """Whether the expression depends on something broken."""
        if isinstance(expr, Number) or not self.broken:
            return False
        return bool((needs(expr, self.functions) | called_functions(expr)) & self.broken)

    def want(self, expr: Expr, here: Here, wanted: Type, purpose: str) -> None:
        """The expression must have a type (E302), and all else must be right with it."""
        if not self.skipped(expr):
            check(expr, here.scope, wanted, purpose, self.complaints.found)

    def infer(self, expr: Expr, here: Here) -> Type:
        return UNKNOWN if self.skipped(expr) else infer(expr, here.scope, self.complaints.found)

    def constant(self, expr: Expr, here: Here, wanted: Type, purpose: str) -> None:
        """As `want`, and it must not depend on the state (E304)."""
        self.want(expr, here, wanted, purpose)
        self.still(expr, here, purpose)

    def still(self, expr: Expr, here: Here, purpose: str) -> None:
        """Complain if the value depends on the state (E304)."""
        if isinstance(expr, Number) or self.skipped(expr):
            return
        moving = sorted(needs(expr, self.functions) & here.moving)
        if moving:
            message = f"{purpose} must be constant, and `{moving[0]}` changes during the game"
            self.complaints.add("E304", message, expr.span, fix="use constants and indices of families only")

    def reference(self, reference: Reference | None, here: Here, purpose: str) -> None:
        """The indices of an action, a player or a reward must be constant."""
        for index in reference.indices if reference is not None else ():
            self.infer(index, here)
            self.still(index, here, purpose)

    def value(self, expr: Expr, here: Here, names: Mapping[str, Value] | None = None) -> Value | None:
        """The value where it is constant: it reads constants that nothing hides here, and `names`."""
        if isinstance(expr, Number):
            return expr.value
        given = names or {}
        needed = needs(expr, self.functions)
        if self.skipped(expr) or any(self._unknown(name, here) for name in needed - given.keys()):
            return None
        try:
            known = {**self.values.names, **given}
            return Values(known, self.values.tables, self.functions).plain(expr, needed)
        except EvaluationError as error:
            self.complaints.add(CODES.get(error.code, error.code), error.message, error.span or expr.span)
            return None

    def _unknown(self, name: str, here: Here) -> bool:
        constant = name in self.values.names or name in self.values.tables
        return not constant or name in here.local or name in here.moving

    def domain(self, domain: Range | Items, here: Here, purpose: str, *, constant: bool) -> Type:
        """The type of the members."""
        found = UNKNOWN
        members = (domain,) if isinstance(domain, Range) else domain.members
        for member in members:
            own = self._member(member, here, purpose)
            if constant:
                self.still(member, here, purpose)
            joined = join(found, own)
            if joined is None:
                message = f"{purpose} has values of different types: {words(found)} and {words(own)}"
                self.complaints.add("E302", message, member.span)
                return UNKNOWN
            found = joined
        return found

    def _member(self, member: Expr, here: Here, purpose: str) -> Type:
        if not isinstance(member, Range):
            return self.infer(member, here)
        self.want(member.low, here, INT, purpose)
        self.want(member.high, here, INT, purpose)
        return INT

    def family(self, binders: Iterable[FamilyBinder], here: Here, purpose: str) -> Here:
        """The place inside of a family; later ranges may depend on earlier indices."""
        for binder in binders:
            here = here.bind({binder.name: self.domain(binder.domain, here, purpose, constant=True)})
        return here
