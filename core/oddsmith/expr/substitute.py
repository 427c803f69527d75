"""Expression -> expression: walking, rebuilding, and replacing names without capturing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from oddsmith.expr.nodes import (
    Binary,
    Binder,
    Call,
    Compare,
    Expr,
    Fold,
    If,
    Index,
    Items,
    Member,
    Name,
    Range,
    Unary,
)

Change = Callable[[Expr], Expr]


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and all its subexpressions, from the outside in, left to right."""
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(node.children())))


def free_names(expr: Expr) -> frozenset[str]:
    """The variables, constants, arrays and tables that the expression reads; not what its own folds bind."""
    if isinstance(expr, Name):
        return frozenset((expr.name,))
    if isinstance(expr, Fold):
        found = free_names(expr.body)
        for binder in reversed(expr.binders):
            found = (found - {binder.name}) | free_names(binder.domain)
        return found
    own = frozenset((expr.name,)) if isinstance(expr, Index) else frozenset()
    return own.union(*(free_names(child) for child in expr.children()))


def called_functions(expr: Expr) -> frozenset[str]:
    """The names of all functions, built in or not, that the expression calls itself."""
    return frozenset(node.function for node in walk(expr) if isinstance(node, Call))


def transform(expr: Expr, change: Change) -> Expr:
    """Replace every subexpression by what `change` makes of it, from the inside out."""
    return change(map_children(expr, lambda child: transform(child, change)))


def map_children(expr: Expr, change: Change) -> Expr:
    """The same node over changed direct subexpressions; the name of a table behind `in` is left alone.

    A node whose subexpressions stay the same objects is returned itself: most of a large game never changes.
    """
    match expr:
        case Unary():
            operand = change(expr.operand)
            return expr if operand is expr.operand else Unary(expr.operator, operand, span=expr.span)
        case Binary():
            left, right = change(expr.left), change(expr.right)
            same = left is expr.left and right is expr.right
            return expr if same else Binary(expr.operator, left, right, span=expr.span)
        case Index():
            indices = _changed(expr.indices, change)
            return expr if indices is expr.indices else Index(expr.name, indices, span=expr.span)
        case Call():
            arguments = _changed(expr.arguments, change)
            return expr if arguments is expr.arguments else Call(expr.function, arguments, span=expr.span)
        case Compare():
            old = (expr.first, *(operand for _, operand in expr.rest))
            new = _changed(old, change)
            rest = tuple((operator, operand) for (operator, _), operand in zip(expr.rest, new[1:], strict=True))
            return expr if new is old else Compare(new[0], rest, span=expr.span)
        case If():
            old = (expr.condition, expr.yes, expr.no)
            new = _changed(old, change)
            return expr if new is old else If(*new, span=expr.span)
    return _map_domain(expr, change)


def _changed(old: tuple[Expr, ...], change: Change) -> tuple[Expr, ...]:
    """The changed expressions; the same tuple if none changed."""
    new = tuple(change(expr) for expr in old)
    return old if all(a is b for a, b in zip(old, new, strict=True)) else new


def _map_domain(expr: Expr, change: Change) -> Expr:
    match expr:
        case Range():
            low, high = change(expr.low), change(expr.high)
            return expr if low is expr.low and high is expr.high else Range(low, high, span=expr.span)
        case Items():
            members = _changed(expr.members, change)
            return expr if members is expr.members else Items(members, span=expr.span)
        case Member():
            element = change(expr.element)
            domain = expr.domain if isinstance(expr.domain, Name) else _domain(change(expr.domain))
            same = element is expr.element and domain is expr.domain
            return expr if same else Member(element, domain, span=expr.span)
        case Binder():
            return replace(expr, domain=_domain(change(expr.domain)))
        case Fold():
            binders = tuple(replace(binder, domain=_domain(change(binder.domain))) for binder in expr.binders)
            return Fold(expr.kind, binders, change(expr.body), span=expr.span)
    return expr


def _domain(changed: Expr) -> Range | Items:
    assert isinstance(changed, Range | Items), "a domain stays a domain"
    return changed


def substitute(expr: Expr, replacements: Mapping[str, Expr]) -> Expr:
    """Replace names; what the replacements read is never captured by a fold.

    A replaced array name keeps its indices: `v[i]` with v -> w is `w[i]`, with v -> `w[2]` it is `w[2, i]`.
    """
    if not replacements:
        return expr
    if isinstance(expr, Name):
        return replacements.get(expr.name, expr)
    if isinstance(expr, Fold):
        return _substitute_fold(expr, replacements)
    changed = map_children(expr, lambda child: substitute(child, replacements))
    if isinstance(changed, Index) and changed.name in replacements:
        return _renamed(changed, replacements[changed.name])
    if isinstance(changed, Member) and isinstance(changed.domain, Name):
        new = replacements.get(changed.domain.name)
        return replace(changed, domain=new) if isinstance(new, Name) else changed
    return changed


def _renamed(expr: Index, new: Expr) -> Expr:
    match new:
        case Name():
            return replace(expr, name=new.name)
        case Index():
            return replace(expr, name=new.name, indices=new.indices + expr.indices)
    return expr


def _substitute_fold(expr: Fold, replacements: Mapping[str, Expr]) -> Expr:
    active = dict(replacements)
    taken = free_names(expr.body).union(*(free_names(value) for value in replacements.values()))
    binders: list[Binder] = []
    for binder in expr.binders:
        domain = _domain(substitute(binder.domain, active))
        active.pop(binder.name, None)
        name = binder.name
        if any(name in free_names(value) for value in active.values()):
            name = fresh(binder.name, taken)
            active[binder.name] = Name(name)
        taken |= {name}
        binders.append(replace(binder, name=name, domain=domain))
    return Fold(expr.kind, tuple(binders), substitute(expr.body, active), span=expr.span)


def fresh(name: str, taken: frozenset[str]) -> str:
    """A name like this one that is not taken."""
    number = 1
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
