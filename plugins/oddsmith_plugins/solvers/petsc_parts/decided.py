"""A question where somebody decides -> its answer, found by all ranks, or why they do not find it."""

from __future__ import annotations

from fractions import Fraction
from math import inf, isfinite

from oddsmith.plugin import Bounded, Context, Finding, Reverse, Status
from oddsmith_plugins.solvers.petsc_parts.asked import Asked
from oddsmith_plugins.solvers.petsc_parts.decisions import Decision, expectation, probability
from oddsmith_plugins.solvers.petsc_parts.equations import silenced
from oddsmith_plugins.solvers.petsc_parts.optimum import Optimum
from oddsmith_plugins.solvers.petsc_parts.portion import Mask, Portion
from oddsmith_plugins.solvers.petsc_parts.settings import Settings

ROUNDS = 1000
"""Most policies tried."""
GRAPH = "decided by the graph"


def decided(
    portion: Portion, back: Reverse, form: Asked, goal: Mask, blocked: Mask, options: Settings, context: Context
) -> Finding | str:
    """The largest or smallest value at the initial state."""

    def initially(mask: Mask) -> bool:
        found: bool = portion.of_initial(lambda own: bool(mask[own]))
        return found

    if form.reward is None:
        decision = probability(portion, back, goal, blocked, form.maximise)
    else:
        gain = portion.gains[form.reward]
        if portion.halo.comm.allreduce(int((gain < 0).any())):
            return "negative gains are not optimised on several ranks"
        decision, infinite = expectation(portion, back, goal, gain, form.maximise)
        if initially(infinite):
            return Finding(Bounded.of(inf), GRAPH)
    if initially(decision.fixed):
        exact = Bounded.of(Fraction(int(form.reward is None and initially(goal))))
        return Finding(exact.complement() if form.negated else exact, GRAPH)
    return _optimised(portion, decision, form, options, context)


def _optimised(portion: Portion, decision: Decision, form: Asked, options: Settings, context: Context) -> Finding | str:
    with silenced(portion, decision.fixed):
        optimum = Optimum(portion, decision, options, context)
        values = optimum.run(ROUNDS)
    number = Bounded(*portion.of_initial(lambda own: tuple(float(part[own, 0]) for part in values)))
    if not (isfinite(number.lower) and isfinite(number.upper)):
        return "no bounds could be proved: somebody may stay somewhere for ever"
    done = number.upper - number.lower <= context.precision * number.lower
    method = f"policy iteration with PETSc, {optimum.tried} polic{'y' if optimum.tried == 1 else 'ies'}"
    number = number.within(0.0, 1.0 if form.reward is None else inf)
    status = Status.DONE if done else Status.LOOSE
    return Finding(number.complement() if form.negated else number, method, status)
