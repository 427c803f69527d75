"""Process -> one with fewer choices and draws: those over one value, those that a guard fixes, those nobody looks at.

    sum k in D: k = e and g(k) => ...   is   e in D and g(e) => ...   with e for k
    draw k in {v: 1}: ...               is   ... with v for k
    draw a, b: x' = x + a + b           is   draw s with the distribution of a + b: x' = x + s

(Summation elimination of linear processes: Katoen, van de Pol, Stoelinga, Timmer, "A linear process-algebraic format
with data for probabilistic automata", 2012; draws are treated alike here.)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from oddsmith.plugin import FALSE, Context, Process, Reduction, Summand, hookimpl
from oddsmith_plugins.reductions.summation_elimination_parts.choices import without_choices
from oddsmith_plugins.reductions.summation_elimination_parts.draws import without_draws
from oddsmith_plugins.reductions.summation_elimination_parts.joint import joint_draws


@dataclass(frozen=True)
class SummationElimination(Reduction):
    """Resolves choices and draws that have one value, or whose value is known or unused."""

    name: ClassVar[str] = "summation-elimination"

    def apply(self, process: Process, context: Context) -> Process:
        tables = {t.name: t for t in process.tables}
        summands: list[Summand] = []
        for summand in process.summands:
            context.check()
            simpler = without_choices(summand, tables)
            if simpler.guard == FALSE:
                continue
            branches = tuple(joint_draws(without_draws(branch, tables), tables) for branch in simpler.branches)
            summands.append(simpler if branches == simpler.branches else replace(simpler, branches=branches))
        same = tuple(summands) == process.summands
        return process if same else replace(process, summands=tuple(summands))


@hookimpl
def oddsmith_reductions() -> list[type[Reduction]]:
    return [SummationElimination]
