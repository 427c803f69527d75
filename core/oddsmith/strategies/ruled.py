"""A process and rules -> the process in which the rules are followed: guards are strengthened, nothing else changes.

    fits(i)   = when(i) and some command of the move i is enabled
    first(i)  = fits(i) and not fits(j) for all j < i
    guard'(c) = guard(c) and (first(i) for some rule i that names c, with its chosen values; or no rule fits)

for the commands of the players who follow the rules. Where no rule fits everything stays possible, so that a state
with several moves that the rules forgot is found while exploring.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from oddsmith.expr.constants import literal
from oddsmith.expr.nodes import FALSE, TRUE, Binary, Compare, Expr, If, Name, Unary
from oddsmith.expr.simplify import simplify
from oddsmith.expr.substitute import substitute
from oddsmith.process.moves import move_names
from oddsmith.process.process import Process, Sum, Summand
from oddsmith.process.question import Path, Probability, Question
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.strategies.rules import Rule, Rules

MOST_VALUES = 10_000
"""Combinations of chosen values that a rule may leave open."""


@dataclass(frozen=True)
class Ruled:
    """A process that follows rules."""

    process: Process
    misfits: tuple[Question, ...]
    """Where a rule names a move that is not possible; in the order of `rules`."""
    rules: tuple[Rule, ...]
    """The rule of each misfit."""
    players: frozenset[str]
    """Who follows the rules; empty: everybody."""


def ruled(process: Process, strategy: Rules) -> Ruled:
    """The process in which the rules are followed; raises SpecError where they name what does not exist."""
    matched = _matched(process, strategy)
    named = frozenset().union(*matched)
    players = frozenset(p for number in named if (p := process.summands[number].player) is not None)
    fits = [
        simplify(_and(rule.when, _or(_enabled(process.summands[n], rule) for n in sorted(numbers))))
        for rule, numbers in zip(strategy.rules, matched, strict=True)
    ]
    first = [simplify(_and(fit, _not(_or(fits[:place])))) for place, fit in enumerate(fits)]
    nobody = simplify(_not(_or(fits)))
    summands = []
    for number, summand in enumerate(process.summands):
        if players and summand.player not in players:
            summands.append(summand)
            continue
        asked = [
            _and(first[place], _chosen(rule, summand))
            for place, rule in enumerate(strategy.rules)
            if number in matched[place]
        ]
        summands.append(replace(summand, guard=simplify(_and(summand.guard, _or([*asked, nobody])))))
    own = [s for s in process.summands if not players or s.player in players]
    several = _several(own)
    misfits, rules = [], []
    for place, rule in enumerate(strategy.rules):
        if rule.conditional:
            able = _or(_enabled(process.summands[n], rule) for n in sorted(matched[place]))
            wrong = simplify(_and(rule.when, _not(able), _not(_or(fits[:place])), several))
            if wrong != FALSE:
                misfits.append(Question(f"rule {place + 1}", "", Probability(Path("F", wrong))))
                rules.append(rule)
    alone = process.kind == "mdp" or players == set(process.players)
    kind = "chain" if alone and process.kind != "chain" else process.kind
    return Ruled(replace(process, kind=kind, summands=tuple(summands)), tuple(misfits), tuple(rules), players)


def _matched(process: Process, strategy: Rules) -> list[frozenset[int]]:
    """The commands that each rule names."""
    names, complaints = move_names(process), Complaints()
    result = []
    for rule in strategy.rules:
        numbers = frozenset(n for n in range(len(names)) if _names(rule, names[n], process.summands[n]))
        if not numbers:
            known = sorted({s.action for s in process.summands if s.action} | set(names))
            complaints.add("E842", f"there is no move `{rule.do}`", rule.span, fix=suggestion(rule.do, known, "moves"))
        mine = frozenset(n for n in numbers if rule.player in (None, process.summands[n].player))
        if numbers and not mine:
            whose = process.summands[min(numbers)].player or "nobody"
            complaints.add("E842", f"`{rule.do}` is a move of {whose}, not of {rule.player}", rule.span)
        sums = {one.name for n in mine for one in process.summands[n].sums}
        for name, _ in rule.choose:
            if mine and name not in sums:
                fix = suggestion(name, sums, "choices") if sums else "leave `choose` out"
                complaints.add("E842", f"nothing called `{name}` is chosen in `{rule.do}`", rule.span, fix=fix)
        open_values = max((_open(process.summands[n], rule) for n in mine), default=1)
        if open_values > MOST_VALUES:
            complaints.add("E842", f"`{rule.do}` leaves {open_values:,} choices open", rule.span, fix="add `choose:`")
        result.append(mine)
    complaints.check()
    return result


def _names(rule: Rule, name: str, summand: Summand) -> bool:
    return rule.do in (name, summand.action, summand.action.partition("[")[0])


def _open(summand: Summand, rule: Rule) -> int:
    given = {name for name, _ in rule.choose}
    return prod(len(one.values) for one in summand.sums if one.name not in given)


def _chosen(rule: Rule, summand: Summand) -> Expr:
    """The chosen values are those of the rule."""
    sums = {one.name for one in summand.sums}
    return _and(*(_equal(Name(name), value) for name, value in rule.choose if name in sums))


def _enabled(summand: Summand, rule: Rule) -> Expr:
    """Whether the command is enabled for some values, those of the rule where it names them."""
    return _exists(summand, {name: value for name, value in rule.choose if name in {s.name for s in summand.sums}})


def _exists(summand: Summand, given: dict[str, Expr]) -> Expr:
    left = [one for one in summand.sums if one.name not in given]
    inside = _and(*(_member(one, given[one.name]) for one in summand.sums if one.name in given))
    guard = substitute(summand.guard, given) if given else summand.guard
    options = (
        substitute(guard, dict(zip((one.name for one in left), (literal(v) for v in values), strict=True)))
        for values in product(*(one.values for one in left))
    )
    return _and(inside, _or(options))


def _several(summands: list[Summand]) -> Expr:
    """Whether there is something to decide: two or more choices."""
    guards = [
        substitute(s.guard, dict(zip((one.name for one in s.sums), (literal(v) for v in values), strict=True)))
        for s in summands
        for values in product(*(one.values for one in s.sums))
    ]
    total: Expr = If(guards[0], literal(1), literal(0))
    for guard in guards[1:]:
        total = Binary("+", total, If(guard, literal(1), literal(0)))
    return Compare(total, ((">=", literal(2)),))


def _member(one: Sum, value: Expr) -> Expr:
    return _or(_equal(value, literal(number)) for number in one.values)


def _equal(left: Expr, right: Expr) -> Expr:
    return Compare(left, (("=", right),))


def _and(*parts: Expr) -> Expr:
    """In this order: what comes first may keep the rest from being evaluated."""
    return _joined("and", parts, TRUE)


def _or(parts: Iterable[Expr]) -> Expr:
    return _joined("or", tuple(dict.fromkeys(parts)), FALSE)


def _joined(operator: str, parts: tuple[Expr, ...], nothing: Expr) -> Expr:
    result: Expr | None = None
    for part in parts:
        if part != nothing:
            result = part if result is None else Binary(operator, result, part)
    return nothing if result is None else result


def _not(expr: Expr) -> Expr:
    return Unary("not", expr)
