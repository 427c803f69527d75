"""Commands -> their forms, before and after an exchange: what happens, whatever it is called and in whatever order.

Choices are written out, one command for each value. Draws that choose a cell, or are compared, are written out into
branches. The other draws of a branch are numbered by where they are used, so that equal dice may change places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from oddsmith.plugin import TAU, Branch, Call, Compare, Draw, Expr, Index, Member, Name, Summand, Uniform, walk
from oddsmith_plugins.reductions.symmetry_parts.forms import Forms, Key, Renaming, TooLargeError
from oddsmith_plugins.reductions.symmetry_parts.reading import Bound, Reader

MOST_COMMANDS = 20_000
"""Commands after all choices are written out."""
MOST_BRANCHES = 400
"""Branches that draws may be written out into; beyond that they stay draws."""

Change = Callable[[int], int]


@dataclass(frozen=True)
class Outcome:
    """A branch: drawn leaves with their domains, the weight, and (target, value) of each update."""

    draws: tuple[tuple[int, int], ...]
    weight: int
    updates: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Command:
    """A summand with its choices made."""

    summand: Summand
    guard: int
    outcomes: tuple[Outcome, ...]
    gains: tuple[tuple[str, int], ...]
    reads: int
    """All leaves, one bit each."""

    def form(self, forms: Forms, change: Change) -> Key:
        """What happens, with every node changed."""
        outcomes = sorted(_outcome_form(forms, outcome, change) for outcome in self.outcomes)
        gains = sorted((reward, change(value)) for reward, value in self.gains)
        owner = self.summand.player or ""
        return (self.summand.action == TAU, owner, change(self.guard), tuple(outcomes), tuple(gains))


def commands_of(reader: Reader, rewards: frozenset[str]) -> Iterator[Command]:
    """All commands, with their gains of these rewards."""
    for summand, bound in _chosen(reader):
        yield _command(reader, summand, bound, rewards)


def guards_of(reader: Reader) -> list[int]:
    """The guards of all commands, which are quickly read."""
    return [reader(summand.guard, bound) for summand, bound in _chosen(reader)]


def _chosen(reader: Reader) -> Iterator[tuple[Summand, Bound]]:
    """Every summand with all that can be chosen in it."""
    left = MOST_COMMANDS
    for summand in reader.process.summands:
        names = [s.name for s in summand.sums]
        for values in product(*(s.values for s in summand.sums)):
            left -= 1
            if left < 0:
                raise TooLargeError(f"it has more than {MOST_COMMANDS:,} commands")
            yield summand, {n: reader.forms.constant(v) for n, v in zip(names, values, strict=True)}


def _command(reader: Reader, summand: Summand, bound: Bound, rewards: frozenset[str]) -> Command:
    guard = reader(summand.guard, bound)
    outcomes = tuple(o for branch in summand.branches for o in _outcomes(reader, branch, bound))
    gains = tuple((g.reward, reader(g.value, bound)) for g in summand.gains if g.reward in rewards)
    nodes = [guard, *(node for _, node in gains)]
    for outcome in outcomes:
        nodes += [outcome.weight, *(n for pair in (*outcome.draws, *outcome.updates) for n in pair)]
    reads = 0
    for node in nodes:
        reads |= reader.forms.reads[node]
    return Command(summand, guard, outcomes, gains, reads)


def _outcomes(reader: Reader, branch: Branch, bound: Bound) -> list[Outcome]:
    chosen = _deciding(reader, branch)
    found = list(_written_out(reader, branch, bound, chosen, (), reader.forms.constant(1)))
    if len(found) > MOST_BRANCHES:
        found = list(_written_out(reader, branch, bound, frozenset(), (), reader.forms.constant(1)))
    return found


def _deciding(reader: Reader, branch: Branch) -> frozenset[str]:
    """The draws that choose a cell or are compared, or are given to a function that reads the state."""
    expressions = [branch.weight, *(e for update in branch.updates for e in (update.target, update.value))]
    found: set[str] = set()
    for expr in expressions:
        for node in walk(expr):
            match node:
                case Index() | Compare() | Member():
                    found |= _names(node)
                case Call(function, _) if reader.access.functions.get(function):
                    found |= _names(node)
    return frozenset(found & {draw.name for draw in branch.draws})


def _names(expr: Expr) -> set[str]:
    return {node.name for node in walk(expr) if isinstance(node, Name)}


def _written_out(
    reader: Reader, branch: Branch, bound: Bound, chosen: frozenset[str], draws: tuple[tuple[int, int], ...], share: int
) -> Iterator[Outcome]:
    """The branch for all values of the chosen draws, if those are constant; the others stay draws."""
    forms = reader.forms
    done = len(bound.keys() & {draw.name for draw in branch.draws})
    if done == len(branch.draws):
        weight = forms.make("*", [share, reader(branch.weight, bound)])
        updates = [(reader(u.target, bound), reader(u.value, bound)) for u in branch.updates]
        if forms.value(weight) != 0:
            yield Outcome(draws, weight, tuple(pair for pair in updates if pair[0] != pair[1]))
        return
    draw = branch.draws[done]
    shares = _shares(reader, draw, bound) if draw.name in chosen else None
    if shares is None:
        leaf = forms.leaf("drawn", done)
        yield from _written_out(
            reader,
            branch,
            {**bound, draw.name: leaf},
            chosen,
            (*draws, (leaf, _domain(reader, draw, bound))),
            share,
        )
        return
    for value, part in shares:
        total = forms.make("*", [share, part])
        yield from _written_out(reader, branch, {**bound, draw.name: value}, chosen, draws, total)


def _shares(reader: Reader, draw: Draw, bound: Bound) -> list[tuple[int, int]] | None:
    """The values of a draw and their probabilities, if the values are constant and few."""
    forms = reader.forms
    if not isinstance(draw.domain, Uniform):
        return [(reader(value, bound), reader(weight, bound)) for value, weight in draw.domain.outcomes]
    low, high = forms.value(reader(draw.domain.low, bound)), forms.value(reader(draw.domain.high, bound))
    if low is None or high is None or not 0 <= high - low < MOST_BRANCHES:
        return None
    part = forms.make("/", [forms.constant(1), forms.constant(high - low + 1)])
    return [(forms.constant(value), part) for value in range(int(low), int(high) + 1)]


def _domain(reader: Reader, draw: Draw, bound: Bound) -> int:
    forms = reader.forms
    if isinstance(draw.domain, Uniform):
        return forms.make("uniform", [reader(draw.domain.low, bound), reader(draw.domain.high, bound)])
    pairs = [forms.make("outcome", [reader(v, bound), reader(w, bound)]) for v, w in draw.domain.outcomes]
    return forms.make("weighted", pairs)


def _outcome_form(forms: Forms, outcome: Outcome, change: Change) -> Key:
    """What a branch does. Draws are numbered by where they are used; those used alike, as they come."""
    updates = [(change(target), change(value)) for target, value in outcome.updates]
    weight = change(outcome.weight)
    draws = [(leaf, change(domain)) for leaf, domain in outcome.draws]
    if not draws:
        return ((), weight, tuple(sorted(updates)))
    leaves = [leaf for leaf, _ in draws]
    me, other = forms.leaf("me"), forms.leaf("another draw")

    def use(draw: tuple[int, int]) -> Key:
        leaf, domain = draw
        seen = Renaming(forms, {known: me if known == leaf else other for known in leaves})
        places = [(seen(t), seen(v)) for t, v in updates if (forms.reads[t] | forms.reads[v]) & forms.reads[leaf]]
        return (seen(domain), seen(weight), tuple(sorted(places)))

    ordered = sorted(draws, key=use)
    named = Renaming(forms, {leaf: forms.leaf("draw", place) for place, (leaf, _) in enumerate(ordered)})
    domains = tuple(named(domain) for _, domain in ordered)
    return (domains, named(weight), tuple(sorted((named(t), named(v)) for t, v in updates)))
