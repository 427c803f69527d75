"""One command of the process -> a function that, where the command is chosen, samples one successor.

`book` counts: [0] the fault (0: none), [1] the choices met so far, [2] the one that is to be taken. Only what is
sampled is calculated: first the branch by its weight, then the draws of this branch, then its updates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

from oddsmith.plugin import Branch, Draw, Summand, Uniform, Weighted
from oddsmith_plugins.kernels.compiled_parts import guards
from oddsmith_plugins.kernels.compiled_parts.calls import mentions
from oddsmith_plugins.kernels.compiled_parts.commands import MOST_DRAWN, Outcome, Writer, check_sum
from oddsmith_plugins.kernels.compiled_parts.gains import choice_gains, step_gains
from oddsmith_plugins.kernels.compiled_parts.prelude import NEGATIVE, NOT_ONE, TOO_LARGE, TWO_CHOICES
from oddsmith_plugins.kernels.compiled_parts.program import Program
from oddsmith_plugins.kernels.compiled_parts.real import Real, constant, real
from oddsmith_plugins.kernels.compiled_parts.render import Renderer
from oddsmith_plugins.kernels.compiled_parts.terms import Whole, minus, number, plus, whole
from oddsmith_plugins.kernels.compiled_parts.updates import write_successor
from oddsmith_plugins.solvers.simulation_parts.sharing import fixed_size, fresh

ARGUMENTS = "row, book, targets, gains, steps, stream"
SIGNATURE = (
    "row: Array[u64], book: Array[i64], targets: Array[u64], gains: Array[f64], steps: Array[f64], stream: Array[u64]"
)
FRACTION = "f64(i64({} >> 11)) * 1.1102230246251565e-16"
"""A word as a number in 0..1, by its upper 53 bits."""
FEW = 8
"""So many constant weights are compared one after the other; more are halved."""


def write_command(program: Program, number_: int, summand: Summand, chain: bool) -> str:
    """The name of the function for one command."""
    name = f"command_{number_}"
    writer = Writer()
    words = tuple(f"w{k}" for k in range(program.words))
    writer.put(*(f"{word} = row[{k}]" for k, word in enumerate(words)))
    _sums(writer, Renderer(program, words=words), summand, chain, 0)
    program.parts[name] = "\n".join([f"def {name}({SIGNATURE}):", *writer.lines, ""])
    return name


def _sums(writer: Writer, renderer: Renderer, summand: Summand, chain: bool, level: int) -> None:
    """One loop per nondeterministic binder; inside them the guarded choice."""
    if level == len(summand.sums):
        _guarded(writer, renderer, summand, chain)
        return
    binder = summand.sums[level]
    local = writer.fresh("k")
    listed = renderer.program.constant(binder.values, "values")
    bound = renderer.bind(binder.name, Whole(local, min(binder.values), max(binder.values)))
    with writer.inside(f"for {local}_place in range({len(binder.values)}):"):
        writer.put(f"{local} = {listed}[{local}_place]")
        _sums(writer, bound, summand, chain, level + 1)


def _guarded(writer: Writer, renderer: Renderer, summand: Summand, chain: bool) -> None:
    narrowed = replace(renderer, narrowed=guards.proved(renderer, summand.guard))
    with writer.inside(f"if {renderer.truth(summand.guard).text}:"):
        writer.put("met = book[1]", "book[1] = met + 1")
        if chain:
            with writer.inside("if met > 0:"):
                writer.put(f"book[0] = {TWO_CHOICES}", "return")
            _taken(writer, narrowed, summand)
        else:
            with writer.inside("if met == book[2]:"):
                _taken(writer, narrowed, summand)


def _taken(writer: Writer, renderer: Renderer, summand: Summand) -> None:
    """The command happens: one of its successors is written to `targets`."""
    writer.put("choice = 0", "at = 0")
    if entangled(summand):
        _walk(writer, renderer, summand)
    else:
        _branches(writer, renderer, summand)
    choice_gains(writer, renderer, summand)


def entangled(summand: Summand) -> bool:
    """Whether the weight of a branch depends on its own draws."""
    return any(mentions(branch.weight, draw.name) for branch in summand.branches for draw in branch.draws)


def _walk(writer: Writer, renderer: Renderer, summand: Summand) -> None:
    """All outcomes one after the other, until their weights add up to more than a random number."""
    writer.put("taken = 0", "total = 0.0", f"chance = {FRACTION.format('word(stream)')}")
    for branch in summand.branches:
        plain = Outcome.of(summand, branch, False)
        _Walked(plain.summand, plain.branch, plain.weight_after, plain.certain).write(
            writer, renderer, constant(Fraction(1)), 0
        )
    check_sum(writer, "total")


class _Walked(Outcome):
    """The last outcome that was written is the one that happens."""

    def successor(self, writer: Writer, renderer: Renderer, weight: Real) -> None:
        with writer.inside("if taken == 0:"):
            write_successor(writer, renderer, self.branch.updates)
            step_gains(writer, renderer, self.summand)
        writer.put(f"total = total + {weight.text}")
        with writer.inside("if chance < total:"):
            writer.put("taken = 1")


def _branches(writer: Writer, renderer: Renderer, summand: Summand) -> None:
    """The branch by its weight, then its draws and updates."""
    weights = [real(renderer, branch.weight) for branch in summand.branches]
    kept = [n for n, weight in enumerate(weights) if weight.known != 0]
    place = _chosen(writer, [weights[n] for n in kept])
    for order, n in enumerate(kept):
        branch = summand.branches[n]
        if place is None:
            _drawn(writer, renderer, summand, branch)
            continue
        with writer.inside(f"{'elif' if order else 'if'} {place} == {order}:"):
            _drawn(writer, renderer, summand, branch)


def _chosen(writer: Writer, weights: Sequence[Real]) -> str | None:
    """The local that holds the place of one of several weights, taken by chance; None: there is only one."""
    known = [weight.known for weight in weights]
    if any(w is not None and w < 0 for w in known):
        writer.put(f"book[0] = {NEGATIVE}")
    if all(w is not None for w in known):
        if sum(w or Fraction(0) for w in known) != 1:
            writer.put(f"book[0] = {NOT_ONE}")
        return _searched(writer, [float(w or 0) for w in known]) if len(weights) > 1 else None
    return _weighed(writer, [weight.text for weight in weights])


def _searched(writer: Writer, weights: Sequence[float]) -> str:
    """Constant weights: the first place whose sum is more than a random number (the last one in any case)."""
    sums = list(accumulate(weights))[:-1]
    place, chance = writer.fresh("place"), writer.fresh("chance")
    writer.put(f"{chance} = {FRACTION.format('word(stream)')}", f"{place} = 0")
    _halved(writer, place, chance, sums, 0)
    return place


def _halved(writer: Writer, place: str, chance: str, sums: Sequence[float], first: int) -> None:
    if len(sums) > FEW:
        middle = len(sums) // 2
        with writer.inside(f"if {chance} < {sums[middle]!r}:"):
            _halved(writer, place, chance, sums[: middle + 1], first)
        with writer.inside("else:"):
            _halved(writer, place, chance, sums[middle + 1 :], first + middle + 1)
        return
    # Without branches, since no processor can foresee them.
    writer.put(f"{place} = {first}" + "".join(f" + i64({chance} >= {one!r})" for one in sums))


def _weighed(writer: Writer, weights: Sequence[str]) -> str:
    """Weights that depend on the state: checked, and certain ones are taken without a random number."""
    shares, total, place = writer.fresh("shares"), writer.fresh("total"), writer.fresh("place")
    chance, sum_, one = writer.fresh("chance"), writer.fresh("sum"), writer.fresh("one")
    writer.put(f"{shares} = array(f64, {len(weights)})", f"{total} = 0.0", f"{place} = -1")
    for n, text in enumerate(weights):
        writer.put(f"{shares}[{n}] = {text}", f"{total} = {total} + {shares}[{n}]")
        with writer.inside(f"if {shares}[{n}] < 0.0:"):
            writer.put(f"book[0] = {NEGATIVE}")
        with writer.inside(f"if {shares}[{n}] >= 1.0:"):
            writer.put(f"{place} = {n}")
    check_sum(writer, total)
    with writer.inside(f"if {place} < 0:"):
        writer.put(f"{chance} = {FRACTION.format('word(stream)')}", f"{sum_} = 0.0")
        with writer.inside(f"for {one} in range({len(weights)}):"), writer.inside(f"if {shares}[{one}] > 0.0:"):
            writer.put(f"{place} = {one}", f"{sum_} = {sum_} + {shares}[{one}]")
            with writer.inside(f"if {chance} < {sum_}:"):
                writer.put("break")
    return place


def _drawn(writer: Writer, renderer: Renderer, summand: Summand, branch: Branch) -> None:
    """Draw after draw; then the successor and what the step to it gains."""
    new = fresh(branch)
    for level, draw in enumerate(branch.draws):
        if isinstance(draw.domain, Weighted):
            renderer = _one_of(writer, renderer, draw)
        else:
            renderer = _from_range(writer, renderer, draw, new[level])
    write_successor(writer, renderer, branch.updates)
    step_gains(writer, renderer, summand)


def _from_range(writer: Writer, renderer: Renderer, draw: Draw, new: bool) -> Renderer:
    assert isinstance(draw.domain, Uniform)
    low, high = renderer.whole(draw.domain.low), renderer.whole(draw.domain.high)
    size, local = fixed_size(draw), writer.fresh("d")
    bound = renderer.bind(draw.name, Whole(local, low.low, max(high.high, low.low)))
    if size == 1:
        writer.put(f"{local} = {low.text}")
    elif size is not None:
        if new:
            writer.put("bits = word(stream)")
        writer.put(f"{local} = i64(multiply_high(bits, {size})) + {low.text}", f"bits = bits * {size}")
    else:
        first, count = writer.fresh("first"), writer.fresh("count")
        writer.put(f"{first} = {low.text}", f"{count} = {whole(plus(minus(high, low), number(1))).text}")
        writer.put(f"{local} = {first}")
        with writer.inside(f"if {count} < 1:"):
            writer.put(f"book[0] = {NOT_ONE}")
        with writer.inside(f"if {count} > {MOST_DRAWN}:"):
            writer.put(f"book[0] = {TOO_LARGE}")
        with writer.inside(f"if {count} > 1:"):
            writer.put(f"{local} = {first} + i64(multiply_high(word(stream), {count}))")
    return bound


def _one_of(writer: Writer, renderer: Renderer, draw: Draw) -> Renderer:
    """A draw from weighted values; values are calculated where they are drawn."""
    assert isinstance(draw.domain, Weighted)
    weights = [real(renderer, weight) for _, weight in draw.domain.outcomes]
    kept = [n for n, weight in enumerate(weights) if weight.known != 0]
    terms = [renderer.whole(draw.domain.outcomes[n][0]) for n in kept]
    place, local = _chosen(writer, [weights[n] for n in kept]), writer.fresh("d")
    if place is None:
        writer.put(f"{local} = {terms[0].text}")
    elif all(term.known is not None for term in terms):
        listed = renderer.program.constant(tuple(int(term.known or 0) for term in terms), "values")
        writer.put(f"{local} = {listed}[{place}]")
    else:
        for order, term in enumerate(terms):
            with writer.inside(f"{'elif' if order else 'if'} {place} == {order}:"):
                writer.put(f"{local} = {term.text}")
    return renderer.bind(draw.name, Whole(local, min(t.low for t in terms), max(t.high for t in terms)))
