"""Steps of several components -> steps of the whole game: those that share an action are taken together.

With commands `g1 -> sum p1: u1` and `g2 -> sum p2: u2` of two components and one action, the game has the command
`g1 and g2 -> sum p1 * p2: u1, u2` (Hoare's alphabetised parallel composition, as in PRISM). A component takes part
in every action that one of its commands names, even where that command is impossible.
"""

from __future__ import annotations

from collections.abc import Sequence

from oddsmith.expr.nodes import FALSE, Index, Name, Number
from oddsmith.expr.show import show
from oddsmith.process.process import Branch, Draw, Sum, Uniform, Update, Weighted
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import ActionPattern
from oddsmith.spec.lower.effects import times
from oddsmith.spec.lower.families import MOST_COMMANDS, too_many
from oddsmith.spec.lower.logic import conjunction
from oddsmith.spec.lower.scope import Scope, unused
from oddsmith.spec.lower.steps import Step


def synchronise(
    components: Sequence[Sequence[Step]], independent: tuple[ActionPattern, ...], reserved: frozenset[str]
) -> list[Step]:
    """All possible steps, in the order in which their actions first appear."""
    groups: dict[str, dict[int, list[Step]]] = {}
    order: list[Step | str] = []
    for number, steps in enumerate(components):
        for step in steps:
            if step.action is None or step.matches(independent):
                order.append(step)
                continue
            name = step.action.text
            if name not in groups:
                order.append(name)
            groups.setdefault(name, {}).setdefault(number, []).append(step)
    found: list[Step] = []
    for item in order:
        if isinstance(item, Step):
            found += [item] if item.guard != FALSE else []
        else:
            found += _together(list(groups[item].values()), reserved)
        if len(found) > MOST_COMMANDS:
            raise too_many("synchronisation", found[-1].origin)
    return found


def _together(parts: list[list[Step]], reserved: frozenset[str]) -> list[Step]:
    """One step for every way to take one step of each part."""
    joined = [step for step in parts[0] if step.guard != FALSE]
    for part in parts[1:]:
        if len(joined) * len(part) > MOST_COMMANDS:
            raise too_many("synchronisation", part[0].origin)
        pairs = (_join(left, right, reserved) for left in joined for right in part if right.guard != FALSE)
        joined = [step for step in pairs if step.guard != FALSE]
    return joined


def _join(left: Step, right: Step, reserved: frozenset[str]) -> Step:
    _refuse_parties(left, right)
    right = _apart(right, _bound(left), reserved)
    guard = conjunction([left.guard, right.guard])
    branches = tuple(_both(a, b, left, right) for a in left.branches for b in right.branches) if guard != FALSE else ()
    return Step(
        left.action,
        left.sums + right.sums,
        guard,
        branches,
        tuple(dict.fromkeys(left.players + right.players)),
        left.modules + right.modules,
        left.origin or right.origin,
        gains=left.gains + right.gains,
    )


def _refuse_parties(left: Step, right: Step) -> None:
    """Whose choices are whose would not be clear in a step of several modules."""
    for step in (left, right):
        if step.parties:
            assert step.action is not None
            message = f"players decide together on `{step.action.text}`, and another module takes part in it"
            fix = "give the command an action of its own, and let the module follow in the next step"
            raise SpecError([Diagnostic("E410", message, step.origin, fix=fix)])


def _both(a: Branch, b: Branch, left: Step, right: Step) -> Branch:
    written = {u.target for u in a.updates if _fixed(u)}
    for update in b.updates:
        if update.target in written:
            assert left.action is not None
            message = f"two modules that synchronise on `{left.action.text}` both write `{show(update.target)}`"
            note = f"the other command is at {left.origin.place}" if left.origin else ""
            why = "all updates of a step happen at once, so only one of them may write a variable"
            span = update.target.span or right.origin
            notes = (note,) if note else ()
            raise SpecError([Diagnostic("E405", message, span, why, "rename one of the actions", notes)])
    return Branch(a.draws + b.draws, times(a.weight, b.weight), a.updates + b.updates)


def _fixed(update: Update) -> bool:
    """Whether the target is one variable or cell, whatever the state."""
    target = update.target
    return isinstance(target, Name) or (
        isinstance(target, Index) and all(isinstance(i, Number) for i in target.indices)
    )


def _bound(step: Step) -> frozenset[str]:
    return frozenset(s.name for s in step.sums) | {d.name for b in step.branches for d in b.draws}


def _apart(step: Step, taken: frozenset[str], reserved: frozenset[str]) -> Step:
    """The step with new names for choices and draws that the other step uses, too."""
    own = _bound(step)
    if own.isdisjoint(taken):
        return step
    avoided = taken | reserved | own
    new: dict[str, str] = {}
    for name in sorted(own & taken):
        new[name] = unused(name, avoided)
        avoided |= {new[name]}
    scope = Scope({old: Name(name) for old, name in new.items()})
    return Step(
        step.action,
        tuple(Sum(new.get(s.name, s.name), s.values) for s in step.sums),
        scope.resolve(step.guard),
        tuple(_renamed(branch, scope, new) for branch in step.branches),
        step.players,
        step.modules,
        step.origin,
        gains=tuple((name, scope.resolve(gain)) for name, gain in step.gains),
    )


def _renamed(branch: Branch, scope: Scope, new: dict[str, str]) -> Branch:
    draws = tuple(Draw(new.get(d.name, d.name), _domain(d, scope)) for d in branch.draws)
    updates = tuple(Update(scope.resolve(u.target), scope.resolve(u.value)) for u in branch.updates)
    return Branch(draws, scope.resolve(branch.weight), updates)


def _domain(draw: Draw, scope: Scope) -> Uniform | Weighted:
    if isinstance(draw.domain, Uniform):
        return Uniform(scope.resolve(draw.domain.low), scope.resolve(draw.domain.high))
    return Weighted(tuple((scope.resolve(v), scope.resolve(w)) for v, w in draw.domain.outcomes))
