"""`choose:` and `together:` -> the choices of a command as sums, conditions on them, and whose they are.

Every combination of what may be chosen is one choice of the command. A crowd of n players who are all alike is seen by
one of them: her own choice, and how many of the n - 1 others take each value. The first value is taken by those who
take no other, so that k values need k - 1 numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate, chain, repeat
from operator import mul

from oddsmith.expr.nodes import Binary, Compare, Expr, Member, Name, Number
from oddsmith.expr.ranges import bounds
from oddsmith.expr.show import show
from oddsmith.expr.simplify import simplify
from oddsmith.expr.substitute import free_names
from oddsmith.process.process import Party, Sum
from oddsmith.source import Diagnostic, Span, SpecError
from oddsmith.spec.game import Command, FamilyBinder, PartyClause
from oddsmith.spec.lower.constants import ordinal
from oddsmith.spec.lower.effects import Setting
from oddsmith.spec.lower.families import combinations
from oddsmith.spec.lower.logic import total
from oddsmith.spec.lower.scope import Scope, unused

MOST_JOINT = 100_000
"""Combinations of what the players of one command may choose."""


@dataclass
class Chosen:
    """What is chosen so far: sums, conditions on them, and what names mean behind them."""

    setting: Setting
    outside: Scope
    inner: Scope
    taken: frozenset[str]
    sums: list[Sum] = field(default_factory=list)
    conditions: list[Expr] = field(default_factory=list)
    parties: list[Party] = field(default_factory=list)

    def add(self, name: str, values: tuple[int, ...]) -> str:
        """One more choice; the name that it got."""
        fresh = unused(name, self.taken)
        self.taken |= {fresh}
        self.sums.append(Sum(fresh, values))
        return fresh


def chosen_by(command: Command, scope: Scope, setting: Setting) -> Chosen:
    """All choices of a command: those of one, or of all who decide at the same time."""
    chosen = Chosen(setting, scope, scope, setting.reserved)
    _one_after_the_other(command.choose, chosen)
    for clause in command.together:
        own = _one_after_the_other(clause.choose, chosen)
        if not all(chosen.sums[-len(own) + i].values for i in range(len(own))):
            raise _refuse(f"{clause.player} has nothing to choose", clause.span, "write `low..high` with low <= high")
        chosen.conditions.append(setting.constants.simplified(clause.when, chosen.inner))
        chosen.parties.append(Party(clause.player, own) if clause.among is None else _crowd(clause, own, chosen))
    if command.together:
        _check_joint([len(each.values) for each in chosen.sums], command.span)
    return chosen


def _check_joint(sizes: Iterable[int], span: Span | None) -> None:
    """Refuses too many combinations (E407) without building or even counting all of them."""
    if any(joint > MOST_JOINT for joint in accumulate(sizes, mul)):
        message = f"together these players have more than {MOST_JOINT:,} combinations to choose from"
        fix = "give them fewer values to choose from, or let fewer of them decide"
        raise SpecError([Diagnostic("E407", message, span, fix=fix)])


def _one_after_the_other(binders: tuple[FamilyBinder, ...], chosen: Chosen) -> tuple[str, ...]:
    """What one player may choose; a domain that depends on an earlier choice becomes a condition."""
    names: list[str] = []
    for number, binder in enumerate(binders):
        earlier = binders[: number + 1]
        found = (ordinal(values[-1]) for _, values in combinations(earlier, chosen.outside, chosen.setting.constants))
        name = chosen.add(binder.name, tuple(dict.fromkeys(found)))
        if free_names(binder.domain) & {b.name for b in binders[:number]}:
            chosen.conditions.append(Member(Name(name), chosen.inner.domain(binder.domain)))
        chosen.inner = chosen.inner.rename(binder.name, name)
        names.append(name)
    return tuple(names)


def _crowd(clause: PartyClause, own: tuple[str, ...], chosen: Chosen) -> Party:
    """Numbers of the others, one per value but the first; names for sums of them."""
    assert clause.among is not None
    constants = chosen.setting.constants
    among = constants.simplified(clause.among, chosen.outside)
    most = _most(among, clause, chosen.setting)
    values = chosen.sums[-1].values
    _check_joint(chain([len(values)], repeat(most, len(values) - 1)), clause.span)
    scopes = [inner for inner, _ in combinations(clause.choose, chosen.outside, constants)]
    numbers = [chosen.add(f"others_{own[0]}_{value}", tuple(range(most))) for value in values[1:]]
    rest = simplify(Binary("-", Binary("-", among, Number(1)), total(Name(number) for number in numbers)))
    chosen.conditions.append(simplify(Compare(rest, ((">=", Number(0)),))))
    counted = [rest, *(Name(number) for number in numbers)]
    for name, condition in clause.others:
        meant = [count for count, inner in zip(counted, scopes, strict=True) if constants.holds(condition, inner)]
        chosen.inner = chosen.inner.bind({name: total(meant)})
    return Party(clause.player, own, among, tuple(numbers))


def _most(among: Expr, clause: PartyClause, setting: Setting) -> int:
    """The largest number of players that there can be."""
    found = bounds(among, setting.ranges)
    span = clause.among.span if clause.among is not None else clause.span
    if found is None:
        fix = "write a constant, or a variable whose range says it"
        raise _refuse(f"it is not known how many players {show(among)} can be", span, fix)
    if found[1] < 1:
        raise _refuse("there is no player at all", span, "at least one player must be able to decide")
    return int(found[1])


def _refuse(message: str, span: Span | None, fix: str) -> SpecError:
    return SpecError([Diagnostic("E410", message, span, fix=fix)])
