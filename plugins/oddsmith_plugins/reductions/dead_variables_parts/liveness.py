"""The graph of control values -> at each location, which of the other parameters may be read before they are written.

    live(l) = observed(l) + sum over branches from l to m of  reads + (live(m) - written)

the least solution, found by going through all locations until nothing changes. `observed` is what labels, rewards and
questions read at l; `reads` what guards, weights, draws, gains and the values of live targets read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from oddsmith.plugin import (
    Branch,
    Call,
    Context,
    Expr,
    Index,
    Name,
    Number,
    Summand,
    Update,
    draw_expressions,
    query_expressions,
    transform,
    walk,
)
from oddsmith_plugins.reductions.dead_variables_parts.flow import Edge, Flow, Location

Names = frozenset[str]


class Liveness:
    """The parameters that matter at each location, and after each branch."""

    def __init__(self, flow: Flow, kept: Mapping[Location, Names], context: Context) -> None:
        """`kept` are parameters that are to keep their values at a location, as if somebody asked for them."""
        self.flow = flow
        self._ahead = [looked_ahead(flow, summand) for summand in flow.process.summands]
        self._gains = [[transform(g.value, _read_now) for g in s.gains] for s in flow.process.summands]
        fixed = {
            at: _observed(flow, at) | _own_reads(flow, at, self._gains) | kept.get(at, frozenset()) for at in flow.edges
        }
        self.at = dict(fixed)
        changed = True
        while changed:
            changed = False
            for location in reversed(flow.edges):
                context.check()
                found = fixed[location].union(*(self._through(location, edge) for edge in flow.edges[location]))
                changed |= found != self.at[location]
                self.at[location] = found

    def after(self, edge: Edge) -> Names:
        """The parameters that matter after a branch was taken."""
        return self._ahead[edge.summand].union(*(self.at[target] for target in edge.targets))

    def _through(self, location: Location, edge: Edge) -> Names:
        """What matters because it decides what matters after the branch."""
        flow, wanted = self.flow, self.after(edge)
        branch = flow.process.summands[edge.summand].branches[edge.branch]
        found: set[str] = set(wanted)
        for update in branch.updates:
            if len(flow.place(update)) == 1:
                found -= flow.place(update)
        for update in branch.updates:
            if flow.place(update) & wanted:
                found |= _update_reads(flow, location, update)
        return frozenset(found)


def looked_ahead(flow: Flow, summand: Summand) -> Names:
    """The parameters whose value after the step is part of a gain."""
    nodes = (node for gain in summand.gains for node in walk(gain.value))
    arguments = [node.arguments[0] for node in nodes if isinstance(node, Call) and node.function == "next"]
    return frozenset().union(*(flow.access.place(argument) for argument in arguments)) - set(flow.control)


def _observed(flow: Flow, location: Location) -> Names:
    process = flow.process
    formulas = [label.condition for label in process.labels] + [reward.state for reward in process.rewards]
    formulas += [expr for question in process.questions for expr in query_expressions(question.query)]
    return frozenset().union(*(flow.reads(formula, location) for formula in formulas))


def _own_reads(flow: Flow, location: Location, gains: list[list[Expr]]) -> Names:
    found: set[str] = set()
    for edge in flow.edges[location]:
        summand = flow.process.summands[edge.summand]
        for expr in (*_always_read(summand, summand.branches[edge.branch]), *gains[edge.summand]):
            found |= flow.reads(expr, location)
    return frozenset(found)


def _always_read(summand: Summand, branch: Branch) -> Iterator[Expr]:
    yield summand.guard
    yield branch.weight
    yield from (expr for draw in branch.draws for expr in draw_expressions(draw))


def _read_now(node: Expr) -> Expr:
    """Without the variables whose next value is asked for."""
    match node:
        case Call("next", (Name(),)):
            return Number(0)
    return node


def _update_reads(flow: Flow, location: Location, update: Update) -> Names:
    indices = update.target.indices if isinstance(update.target, Index) else ()
    return frozenset().union(*(flow.reads(expr, location) for expr in (update.value, *indices)))
