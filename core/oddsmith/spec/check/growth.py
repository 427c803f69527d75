"""Abbreviations and labels -> complaints about those that explode where they are put in place of their names (E308)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from oddsmith.expr.nodes import Expr, Index, Name
from oddsmith.expr.substitute import free_names
from oddsmith.source import Span
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.game import Effect, Game, LabelClause

MOST_PARTS = 100_000
DEEPEST = 800


@dataclass(frozen=True)
class Extent:
    """How many parts an expression has, and how deep they lie in each other."""

    parts: int = 1
    depth: int = 1


Extents = Mapping[str, Extent]


def extent(expr: Expr, known: Extents) -> Extent:
    """With every known name replaced by what it stands for."""
    own = known.get(expr.name, Extent()) if isinstance(expr, Name | Index) else Extent()
    inner = [extent(child, known) for child in expr.children()]
    return Extent(own.parts + sum(e.parts for e in inner), own.depth + max((e.depth for e in inner), default=0))


def check_growth(game: Game, complaints: Complaints) -> None:
    """Labels in terms of others, then the abbreviations of every command."""
    labels: dict[str, Extent] = {}
    for label in _in_order(game.labels):
        labels[label.name] = extent(label.condition, labels)
        if _is_refused(label.name, labels[label.name], label.span, complaints):
            return
    commands = [*game.commands, *(command for module in game.modules for command in module.commands)]
    for command in commands:
        _check_effect(command.effect, labels, complaints)


def _check_effect(effect: Effect, known: Extents, complaints: Complaints) -> None:
    for let in effect.lets:
        known = {**known, let.name: extent(let.value, known)}
        if _is_refused(let.name, known[let.name], let.span, complaints):
            return
    for _, inner in effect.branches:
        _check_effect(inner, known, complaints)


def _is_refused(name: str, found: Extent, span: Span | None, complaints: Complaints) -> bool:
    """Whether it is complained about; what is built upon it would be one mistake told twice."""
    if found.parts <= MOST_PARTS and found.depth <= DEEPEST:
        return False
    much = f"{found.parts:,} parts" if found.parts > MOST_PARTS else f"parts nested {found.depth:,} deep"
    complaints.add(
        "E308",
        f"written out, `{name}` has {much}",
        span,
        f"at most {MOST_PARTS:,} parts, nested {DEEPEST} deep, can stand in place of a name",
        "use a function: functions are called, not written out",
    )
    return True


def _in_order(labels: tuple[LabelClause, ...]) -> Iterator[LabelClause]:
    """Those first that others are built upon; none if they go round in a circle (complained about elsewhere)."""
    known = {label.name: label for label in labels}
    needs = {label.name: free_names(label.condition) & known.keys() - {label.name} for label in labels}
    try:
        yield from (known[name] for name in TopologicalSorter(needs).static_order())
    except CycleError:
        return
