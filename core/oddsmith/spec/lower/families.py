"""`for: {p: 1..N, q: p+1..N}` -> one scope per combination of indices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oddsmith.expr.nodes import Boolean, Expr, Items, Number, Range, Symbol
from oddsmith.source import Diagnostic, Span, SpecError
from oddsmith.spec.game import FamilyBinder, Reference
from oddsmith.spec.lower.constants import Constants
from oddsmith.spec.lower.scope import Scope

MOST_COMMANDS = 200_000


def combinations(
    binders: Sequence[FamilyBinder], scope: Scope, constants: Constants
) -> Iterator[tuple[Scope, tuple[Expr, ...]]]:
    """Every combination of a family's indices, with the scope in which the names stand for them."""
    if not binders:
        yield scope, ()
        return
    first = binders[0]
    for value in members(first.domain, scope, constants):
        for inner, rest in combinations(binders[1:], scope.bind({first.name: value}), constants):
            yield inner, (value, *rest)


def members(domain: Range | Items, scope: Scope, constants: Constants) -> Iterator[Expr]:
    """The elements of a constant domain in order, each once."""
    if isinstance(domain, Range):
        low, high = constants.whole(domain.low, scope), constants.whole(domain.high, scope)
        if high - low >= MOST_COMMANDS:
            raise too_many(f"the family {low}..{high}", domain.span)
        yield from (Number(value) for value in range(low, high + 1))
        return
    seen: set[Expr] = set()
    for member in domain.members:
        inner = members(member, scope, constants) if isinstance(member, Range) else [constants.literal(member, scope)]
        for value in inner:
            if value not in seen:
                seen.add(value)
                yield value


def index_text(value: Expr) -> str:
    """How a family's index reads in the name of an action, a label, a question."""
    match value:
        case Number(number):
            return str(number)
        case Symbol(name, _):
            return name
        case Boolean(truth):
            return "true" if truth else "false"
    raise TypeError(f"no index: {value!r}")


def indexed_name(name: str, values: Sequence[Expr]) -> str:
    """`win` and (1, 2) -> `win[1,2]`; without indices the name itself."""
    return f"{name}[{','.join(index_text(v) for v in values)}]" if values else name


def full_name(reference: Reference, scope: Scope, constants: Constants) -> str:
    """`p[i]`, where i stands for 2 -> `p[2]`."""
    return indexed_name(reference.name, [constants.literal(index, scope) for index in reference.indices])


def too_many(what: str, span: Span | None) -> SpecError:
    """The refusal of more commands than anybody can wait for."""
    return SpecError(
        [
            Diagnostic(
                "E407",
                f"{what} makes more than {MOST_COMMANDS:,} commands",
                span,
                fix="use `draw:` for values that chance decides, or make the family smaller",
            )
        ]
    )
