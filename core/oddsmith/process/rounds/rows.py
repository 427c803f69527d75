"""A turn and the values that it writes -> its cases: which command is taken when, and where it leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import FALSE, TRUE, Expr, Number
from oddsmith.expr.show import show
from oddsmith.expr.values import Value
from oddsmith.process.process import Branch, Draw, Process, Summand, Uniform
from oddsmith.process.rounds.control import Control, Turn, target_name
from oddsmith.process.rounds.exclusive import exclusive
from oddsmith.process.rounds.leaves import Leaves
from oddsmith.process.rounds.specialise import Bound, Specialiser, joined, negated
from oddsmith.process.rounds.standstill import Standstill
from oddsmith.process.rounds.structure import End, NoRoundsError

Values = tuple[int, ...]
OUTSIDE: Values = (1 << 100,)
"""Stands for what must not happen: a value outside its range, or two commands at once."""


@dataclass(frozen=True)
class Draft:
    """An outcome whose targets are still values; None: contributes nothing."""

    weight: Fraction
    condition: Expr
    yes: Values
    no: Values | None


@dataclass(frozen=True)
class DraftEnd:
    """The game ends where the condition holds."""

    weight: Fraction
    condition: Expr
    end: End


@dataclass
class DraftCase:
    action: str
    condition: Expr
    outcomes: list[Draft]
    gains: dict[str, list[tuple[Expr, Fraction]]] = field(default_factory=dict)
    ends: list[DraftEnd] = field(default_factory=list)


class _Undecided(Exception):  # noqa: N818 (no error: the case is split)
    def __init__(self, condition: Expr) -> None:
        self.condition = condition


class Rows:
    """Drafts rows, one by one."""

    def __init__(self, process: Process, control: Control, specialise: Specialiser, leaves: Leaves) -> None:
        self.process, self.control, self.specialise, self.leaves = process, control, specialise, leaves
        self.over = Standstill(process)
        self.ranges = {p.name: (p.low, p.high) for p in process.params}
        self.refused: dict[str, str] = {}
        """Rewards whose gains cannot be told, and why."""
        self.fault = ""
        """The first thing found that must not happen."""

    def draft(self, turn: Turn, values: Values) -> list[DraftCase]:
        """The cases where the written parameters hold these values."""
        self.specialise.at({self.control.name: turn.value, **dict(zip(turn.writes, values, strict=True))})
        cases: list[DraftCase] = []
        for summand in turn.summands:
            guard = self.specialise(summand.guard)
            if guard != FALSE:
                try:
                    cases += self._cases(summand, guard, turn, values)
                except NoRoundsError as error:
                    raise NoRoundsError(f"[{summand.action}]: {error}") from None
        return self._separated(cases)

    def _cases(self, summand: Summand, guard: Expr, turn: Turn, values: Values) -> list[DraftCase]:
        """One case, or several where weights depend on conditions."""
        try:
            found = [o for branch in summand.branches for o in self._branch(summand, branch, turn, values)]
            outcomes = merged(o for o in found if isinstance(o, Draft))
            ends = [o for o in found if isinstance(o, DraftEnd)]
            _check_sum(outcomes, ends)
            return [DraftCase(summand.action, guard, outcomes, self._gains(summand), ends)]
        except _Undecided as undecided:
            return self._split(summand, guard, turn, values, undecided.condition)

    def _split(self, summand: Summand, guard: Expr, turn: Turn, values: Values, on: Expr) -> list[DraftCase]:
        found: list[DraftCase] = []
        for holds, condition in ((True, on), (False, negated(on))):
            both = joined("and", (guard, condition))
            if both != FALSE:
                before = dict(self.specialise.assumed)
                self.specialise.assuming(on, holds)
                found += self._cases(summand, both, turn, values)
                self.specialise.assumed = before
        return found

    def _branch(self, summand: Summand, branch: Branch, turn: Turn, values: Values) -> Iterator[Draft | DraftEnd]:
        for weight, bound in self._drawn(branch.draws, Fraction(1), {}):
            chance = weight * self._number(branch.weight, bound)
            if chance < 0:
                raise NoRoundsError(f"the weight `{show(branch.weight)}` is negative")
            if chance:
                yield from self._targets(summand, branch, turn, values, chance, bound)

    def _drawn(self, draws: tuple[Draw, ...], weight: Fraction, bound: Bound) -> Iterator[tuple[Fraction, Bound]]:
        if not draws:
            yield weight, bound
            return
        draw, rest = draws[0], draws[1:]
        if isinstance(draw.domain, Uniform):
            low, high = (int(self._number(end, bound)) for end in (draw.domain.low, draw.domain.high))
            pairs = [(Fraction(value), Fraction(1, high - low + 1)) for value in range(low, high + 1)]
        else:
            pairs = [(self._number(value, bound), self._number(w, bound)) for value, w in draw.domain.outcomes]
        for value, chance in pairs:
            if chance:
                whole = value.numerator if value.denominator == 1 else value
                yield from self._drawn(rest, weight * chance, {**bound, draw.name: Number(whole)})

    def _number(self, expr: Expr, bound: Bound) -> Fraction:
        """A constant; where it depends on a condition, the case is split."""
        left = self.specialise(expr, bound)
        value = value_of(left)
        if value is not None:
            return Fraction(value)
        first = self.leaves(left)[0][0]
        if value_of(first) is None:
            raise _Undecided(first)
        raise NoRoundsError(f"`{show(left)}` depends on the other parameters")

    def _targets(
        self, summand: Summand, branch: Branch, turn: Turn, values: Values, chance: Fraction, bound: Bound
    ) -> Iterator[Draft | DraftEnd]:
        before = {self.control.name: turn.value, **dict(zip(turn.writes, values, strict=True))}
        new: list[tuple[Expr, dict[str, int | None]]] = [(TRUE, {**before})]
        for update in branch.updates:
            name = target_name(self.specialise, update.target)
            leaves = self.leaves(self.specialise(update.value, bound))
            if len(leaves) == 1:
                value = self._in_range(summand, name, leaves[0][1])
                new = [(condition, {**held, name: value}) for condition, held in new]
                continue
            new = [
                (both, {**held, name: self._in_range(summand, name, value)})
                for condition, held in new
                for more, value in leaves
                if (both := joined("and", (condition, more))) != FALSE
            ]
        found = [(condition, self._target(turn, held, condition)) for condition, held in new]
        ends = [(condition, target) for condition, target in found if isinstance(target, End)]
        onwards = [(condition, target) for condition, target in found if not isinstance(target, End)]
        yield from (DraftEnd(chance, condition, target) for condition, target in ends)
        if not ends and len({target for _, target in onwards}) == 1:
            yield Draft(chance, TRUE, onwards[0][1], None)
        elif len(onwards) == 2 and onwards[1][0] == negated(onwards[0][0]):
            yield Draft(chance, onwards[0][0], onwards[0][1], onwards[1][1])
        else:
            yield from (Draft(chance, condition, target, None) for condition, target in onwards)

    def _target(self, turn: Turn, held: Mapping[str, int | None], condition: Expr) -> Values | End:
        """What the written parameters hold afterwards; an end if the turn does not go on."""
        known = {name: value for name, value in held.items() if value is not None}
        if len(known) < len(held):
            return OUTSIDE
        values = tuple(known[name] for name in turn.writes)
        after = known[self.control.name]
        if after == turn.follower:
            return values
        if self.over(known, condition):
            return End(after, values)
        kept = f"it keeps {self.control.name} at" if after == turn.value else f"it sets {self.control.name} to"
        raise NoRoundsError(f"{kept} {after} where the game goes on")

    def _in_range(self, summand: Summand, name: str, value: Value) -> int | None:
        low, high = self.ranges[name]
        if value.denominator != 1:
            raise NoRoundsError(f"{name} may become {value}")
        if not low <= value <= high:
            self.fault = self.fault or f"[{summand.action}] may set {name} to {value}, outside {low}..{high}"
            return None
        return int(value)

    def _separated(self, cases: list[DraftCase]) -> list[DraftCase]:
        """The same cases; where two could hold at once, that is a case of its own, and a mistake."""
        faults: list[DraftCase] = []
        for place, one in enumerate(cases):
            for other in cases[:place]:
                both = joined("and", (one.condition, other.condition))
                if both == FALSE or exclusive(one.condition, other.condition):
                    continue
                text = f"[{one.action}] and [{other.action}] may be enabled at once"
                self.fault = self.fault or text
                faults.append(DraftCase(text, both, [Draft(Fraction(1), TRUE, OUTSIDE, None)]))
                mine, theirs = negated(other.condition), negated(one.condition)
                one.condition = joined("and", (one.condition, mine))
                other.condition = joined("and", (other.condition, theirs))
        return [case for case in (*cases, *faults) if case.condition != FALSE]

    def _gains(self, summand: Summand) -> dict[str, list[tuple[Expr, Fraction]]]:
        """What the command gains, state rewards included."""
        found: dict[str, list[tuple[Expr, Fraction]]] = {}
        for reward in self.process.rewards:
            amounts = [reward.state, *(gain.value for gain in summand.gains if gain.reward == reward.name)]
            try:
                leaves = [leaf for amount in amounts for leaf in self.leaves(self.specialise(amount))]
                terms = [(condition, Fraction(value)) for condition, value in leaves if value]
                if any(value < 0 for _, value in terms):
                    raise NoRoundsError("a gain is negative")
                found[reward.name] = terms
            except NoRoundsError as error:
                self.refused[reward.name] = f"[{summand.action}]: {error}"
        return found


def merged(outcomes: Iterable[Draft]) -> list[Draft]:
    """Outcomes that lead to the same under the same condition, added up."""
    found: dict[tuple[Expr, Values, Values | None], Fraction] = {}
    for one in outcomes:
        key = (one.condition, one.yes, one.no)
        if one.yes == one.no:
            key = (TRUE, one.yes, None)
        found[key] = found.get(key, Fraction(0)) + one.weight
    return [Draft(weight, *key) for key, weight in found.items()]


def _check_sum(outcomes: list[Draft], ends: list[DraftEnd]) -> None:
    """Outcomes of one draw may be spread over conditions; their weights then sum to 1 under each of them."""
    settled = sum((o.weight for o in outcomes if o.no is not None or o.condition == TRUE), Fraction(0))
    settled += sum((e.weight for e in ends if e.condition == TRUE), Fraction(0))
    spread = [o for o in outcomes if o.no is None and o.condition != TRUE]
    spread_ends = [e for e in ends if e.condition != TRUE]
    if settled > 1 or (not spread and not spread_ends and settled != 1):
        raise NoRoundsError(f"the weights sum to {settled}")
