"""One command of the process -> a function that appends its choices and successors.

`book` counts: [0] the fault (0: none), [1] the choices so far, [2] the successors so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod

from oddsmith.plugin import Branch, Draw, Expr, NotCompilableError, Summand, Uniform, Weighted
from oddsmith_plugins.kernels.compiled_parts import guards
from oddsmith_plugins.kernels.compiled_parts.calls import mentions
from oddsmith_plugins.kernels.compiled_parts.gains import choice_gains, step_gains
from oddsmith_plugins.kernels.compiled_parts.prelude import NEGATIVE, NOT_ONE, TOO_LARGE, TWO_CHOICES
from oddsmith_plugins.kernels.compiled_parts.program import Program
from oddsmith_plugins.kernels.compiled_parts.real import Real, constant, of_term, product, real
from oddsmith_plugins.kernels.compiled_parts.render import Renderer
from oddsmith_plugins.kernels.compiled_parts.terms import Whole, divided, minus, number, plus, whole
from oddsmith_plugins.kernels.compiled_parts.updates import write_successor

ARGUMENTS = "row, book, pairs, gains, targets, weights, steps"
SIGNATURE = (
    "row: Array[u64], book: Array[i64], pairs: Array[i64], gains: Array[f64], "
    "targets: Array[u64], weights: Array[f64], steps: Array[f64]"
)
MOST_DRAWN = 2_000_000
"""A draw from more values than this in one state is refused, as in the reference kernel."""
TOLERANCE = 1e-9
"""How far a sum of probabilities may be from 1 by rounding."""


@dataclass
class Writer:
    """Lines of one function, with their indent."""

    lines: list[str] = field(default_factory=list)
    indent: str = "    "
    locals: int = 0

    def put(self, *lines: str) -> None:
        self.lines += [self.indent + line for line in lines]

    def fresh(self, stem: str) -> str:
        self.locals += 1
        return f"{stem}{self.locals}"

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        self.put(head)
        before, self.indent = self.indent, self.indent + "    "
        yield
        self.indent = before


@dataclass(frozen=True)
class Size:
    """The most choices that a command adds, and the most successors of all of them."""

    choices: int
    successors: int


def write_command(
    program: Program, number_: int, summand: Summand, chain: bool, stem: str = "command"
) -> tuple[str, Size]:
    """The name of the function for one command, and how much it may add."""
    name = f"{stem}_{number_}"
    writer = Writer()
    words = tuple(f"w{k}" for k in range(program.words))
    writer.put(*(f"{word} = row[{k}]" for k, word in enumerate(words)))
    renderer = Renderer(program, words=words)
    choices = prod(len(s.values) for s in summand.sums)
    most = _sums(writer, renderer, summand, number_, chain, 0)
    program.parts[name] = "\n".join([f"def {name}({SIGNATURE}):", *writer.lines, ""])
    return name, Size(choices, choices * most)


def _sums(writer: Writer, renderer: Renderer, summand: Summand, number_: int, chain: bool, level: int) -> int:
    """One loop per nondeterministic binder; inside them the guarded choice."""
    if level == len(summand.sums):
        return _guarded(writer, renderer, summand, number_, chain)
    binder = summand.sums[level]
    values = binder.values
    local = writer.fresh("k")
    term = Whole(local, min(values), max(values))
    if values == tuple(range(values[0], values[0] + len(values))):
        with writer.inside(f"for {local} in range({values[0]}, {values[-1] + 1}):"):
            return _sums(writer, renderer.bind(binder.name, term), summand, number_, chain, level + 1)
    listed = renderer.program.constant(values, "values")
    with writer.inside(f"for {local}_place in range({len(values)}):"):
        writer.put(f"{local} = {listed}[{local}_place]")
        return _sums(writer, renderer.bind(binder.name, term), summand, number_, chain, level + 1)


def _guarded(writer: Writer, renderer: Renderer, summand: Summand, number_: int, chain: bool) -> int:
    guard = renderer.truth(summand.guard)
    narrowed = replace(renderer, narrowed=guards.proved(renderer, summand.guard))
    with writer.inside(f"if {guard.text}:"):
        writer.put("choice = book[1]")
        if chain:
            with writer.inside("if choice > 0:"):
                writer.put(f"book[0] = {TWO_CHOICES}", "return")
        writer.put("start = book[2]", "at = start")
        most = _branches(writer, narrowed, summand)
        choice_gains(writer, narrowed, summand)
        writer.put(f"pairs[2 * choice] = {number_}", "pairs[2 * choice + 1] = at - start")
        writer.put("book[1] = choice + 1", "book[2] = at")
    return most


def _branches(writer: Writer, renderer: Renderer, summand: Summand) -> int:
    """All branches, and a check of their sum unless it is known to be 1."""
    known = [known_weight(renderer, branch) for branch in summand.branches]
    certain = all(w is not None for w in known) and sum(w or Fraction(0) for w in known) == 1
    if not certain:
        writer.put("total = 0.0")
    outcomes = [Outcome.of(summand, branch, certain) for branch in summand.branches]
    most = sum(outcome.write(writer, renderer, constant(Fraction(1)), 0) for outcome in outcomes)
    if not certain:
        check_sum(writer, "total")
    return most


def check_sum(writer: Writer, total: str) -> None:
    # Written so that a sum that is not a number is a fault, too.
    with writer.inside(f"if not ({total} > {1 - TOLERANCE} and {total} < {1 + TOLERANCE}):"):
        writer.put(f"book[0] = {NOT_ONE}")


def known_weight(renderer: Renderer, branch: Branch) -> Fraction | None:
    """The weight of a branch where it is the same in every state, and its draws sum to 1 for sure."""
    for draw in branch.draws:
        if isinstance(draw.domain, Weighted):
            weights = [_known(renderer, weight) for _, weight in draw.domain.outcomes]
            if any(w is None or w < 0 for w in weights) or sum(w or Fraction(0) for w in weights) != 1:
                return None
        else:
            low, high = _known(renderer, draw.domain.low), _known(renderer, draw.domain.high)
            if low is None or high is None or low > high:
                return None
        renderer = renderer.bind(draw.name, Whole(draw.name))
    weight = _known(renderer, branch.weight)
    return None if weight is None or weight < 0 else weight


def _known(renderer: Renderer, expr: Expr) -> Fraction | None:
    try:
        return real(renderer, expr).known
    except (NotCompilableError, KeyError):
        return None


@dataclass(frozen=True)
class Outcome:
    """A branch on its way to its successors: its weight stands behind the draws that the weight mentions."""

    summand: Summand
    branch: Branch
    weight_after: int
    certain: bool

    @classmethod
    def of(cls, summand: Summand, branch: Branch, certain: bool) -> Outcome:
        mentioned = [place for place, draw in enumerate(branch.draws) if mentions(branch.weight, draw.name)]
        return cls(summand, branch, 1 + max(mentioned, default=-1), certain)

    def write(self, writer: Writer, renderer: Renderer, weight: Real, level: int) -> int:
        """One loop per draw; inside them the successor. At most how many successors there are."""
        if level != self.weight_after:
            return self._rest(writer, renderer, weight, level)
        own = real(renderer, self.branch.weight)
        with weighed(writer, own) as positive:
            if positive is None:
                return 0
            return self._rest(writer, renderer, product(weight, Real(positive, own.term)), level)

    def _rest(self, writer: Writer, renderer: Renderer, weight: Real, level: int) -> int:
        if level == len(self.branch.draws):
            self.successor(writer, renderer, weight)
            return 1
        draw = self.branch.draws[level]
        loop = _uniform if isinstance(draw.domain, Uniform) else _weighted
        with loop(writer, renderer, draw, weight) as (inner, heavier, values):
            return values * self.write(writer, inner, heavier, level + 1)

    def successor(self, writer: Writer, renderer: Renderer, weight: Real) -> None:
        write_successor(writer, renderer, self.branch.updates)
        writer.put(f"weights[at] = {weight.text}")
        if not self.certain:
            writer.put("total = total + weights[at]")
        step_gains(writer, renderer, self.summand)
        writer.put("at = at + 1")


@contextmanager
def weighed(writer: Writer, weight: Real) -> Iterator[str | None]:
    """Inside, the weight is positive; negative ones are faults, and 0 is left out."""
    known = weight.known
    if known is not None:
        if known < 0:
            writer.put(f"book[0] = {NEGATIVE}")
        yield weight.text if known > 0 else None
        return
    local = writer.fresh("weight")
    writer.put(f"{local} = {weight.text}")
    with writer.inside(f"if {local} < 0.0:"):
        writer.put(f"book[0] = {NEGATIVE}")
    with writer.inside(f"if {local} != 0.0:"):
        yield local


@contextmanager
def _uniform(writer: Writer, renderer: Renderer, draw: Draw, weight: Real) -> Iterator[tuple[Renderer, Real, int]]:
    assert isinstance(draw.domain, Uniform)
    low, high = renderer.whole(draw.domain.low), renderer.whole(draw.domain.high)
    most = min(max(high.high - low.low + 1, 1), MOST_DRAWN)
    first, last, local = writer.fresh("first"), writer.fresh("last"), writer.fresh("d")
    count = whole(plus(minus(high, low), number(1)))
    if count.known is None:
        writer.put(f"{first} = {low.text}", f"{last} = {high.text}")
        with writer.inside(f"if {last} < {first}:"):
            writer.put(f"book[0] = {NOT_ONE}")
        with writer.inside(f"if {last} - {first} >= {most}:"):
            writer.put(f"book[0] = {TOO_LARGE}", f"{last} = {first}")
        count = Whole(f"({last} - {first} + 1)", 1, most)
        low, high = replace(low, text=first, level=0), replace(high, text=last, level=0)
    share = of_term(divided(number(1), count))
    assert share is not None
    with writer.inside(f"for {local} in range({low.text}, {high.tight} + 1):"):
        yield renderer.bind(draw.name, Whole(local, low.low, high.high)), product(weight, share), most


@contextmanager
def _weighted(writer: Writer, renderer: Renderer, draw: Draw, weight: Real) -> Iterator[tuple[Renderer, Real, int]]:
    """A loop over places; values and weights stand in constants, or in local arrays that are filled first."""
    assert isinstance(draw.domain, Weighted)
    outcomes = draw.domain.outcomes
    terms = [renderer.whole(value) for value, _ in outcomes]
    reals = [real(renderer, share) for _, share in outcomes]
    place, local, share = writer.fresh("place"), writer.fresh("d"), writer.fresh("share")
    program = renderer.program
    known = [r.known for r in reals]
    if all(t.known is not None for t in terms) and all(w is not None for w in known):
        values = program.constant(tuple(int(t.known or 0) for t in terms), "values")
        shares = program.constant(tuple(float(w or 0) for w in known), "shares")
        if sum(w or Fraction(0) for w in known) != 1:
            writer.put(f"book[0] = {NOT_ONE}")
    else:
        values, shares, total = writer.fresh("values"), writer.fresh("shares"), writer.fresh("total")
        writer.put(f"{values} = array(i64, {len(outcomes)})", f"{shares} = array(f64, {len(outcomes)})")
        writer.put(f"{total} = 0.0")
        for number_, (term, one) in enumerate(zip(terms, reals, strict=True)):
            writer.put(f"{shares}[{number_}] = {one.text}", f"{total} = {total} + {shares}[{number_}]")
            with writer.inside(f"if {shares}[{number_}] != 0.0:"):
                writer.put(f"{values}[{number_}] = {term.text}")
        check_sum(writer, total)
    bound = Whole(local, min(t.low for t in terms), max(t.high for t in terms))
    with writer.inside(f"for {place} in range({len(outcomes)}):"):
        writer.put(f"{local} = {values}[{place}]", f"{share} = {shares}[{place}]")
        with weighed(writer, Real(share)) as text:
            assert text is not None
            yield renderer.bind(draw.name, bound), product(weight, Real(share)), len(outcomes)
