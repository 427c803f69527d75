"""Control parameters -> the graph of their values: which branch of which command leads from where to where."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from oddsmith.plugin import (
    FALSE,
    Access,
    Branch,
    Context,
    Expr,
    Process,
    Settler,
    Summand,
    Update,
    free_names,
    literal,
    substitute,
    value_of,
)
from oddsmith_plugins.reductions.dead_variables_parts.control import choices

Location = tuple[int, ...]
MOST_TARGETS = 200
"""A branch that may lead to more places than this is taken to lead to all of its parameters' values."""


@dataclass(frozen=True)
class Edge:
    """A branch that may be taken at a location, and the locations that it may lead to."""

    summand: int
    branch: int
    targets: tuple[Location, ...]


@dataclass
class Flow:
    """The locations that the control parameters can reach, and what is left of the process there. It remembers."""

    process: Process
    access: Access
    control: tuple[str, ...]
    edges: dict[Location, list[Edge]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._settlers: dict[tuple[tuple[str, int], ...], Settler] = {}
        self._left: dict[tuple[int, tuple[tuple[str, int], ...]], Expr] = {}
        self._reads: dict[int, frozenset[str]] = {}
        self._left_reads: dict[tuple[int, tuple[tuple[str, int], ...]], frozenset[str]] = {}
        self._places: dict[int, frozenset[str]] = {}
        self._params = {p.name: p for p in self.process.params}

    def explore(self, context: Context) -> Flow:
        """Find all locations."""
        waiting: list[Location] = [tuple(self._params[name].init for name in self.control)]
        while waiting:
            context.check()
            location = waiting.pop()
            if location not in self.edges:
                self.edges[location] = list(self._edges(location))
                waiting += [target for edge in self.edges[location] for target in edge.targets]
        return self

    def left(self, expr: Expr, location: Location) -> Expr:
        """What is left of an expression of the process at a location."""
        known = self._known(expr, location)
        if not known:
            return expr
        key = (id(expr), known)
        if key not in self._left:
            if known not in self._settlers:
                self._settlers[known] = Settler(self.process).at(dict(known))
            self._left[key] = self._settlers[known].left(expr)
        return self._left[key]

    def reads(self, expr: Expr, location: Location) -> frozenset[str]:
        """The parameters that matter to an expression at a location, besides the control parameters."""
        key = (id(expr), self._known(expr, location))
        if key not in self._left_reads:
            self._left_reads[key] = self.access.expression(self.left(expr, location)) - set(self.control)
        return self._left_reads[key]

    def place(self, update: Update) -> frozenset[str]:
        """The parameters that an update of the process may write."""
        if id(update) not in self._places:
            self._places[id(update)] = self.access.place(update.target)
        return self._places[id(update)]

    def _known(self, expr: Expr, location: Location) -> tuple[tuple[str, int], ...]:
        """The values of the control parameters that an expression reads."""
        if id(expr) not in self._reads:
            self._reads[id(expr)] = self.access.expression(expr)
        read = self._reads[id(expr)]
        return tuple((n, v) for n, v in zip(self.control, location, strict=True) if n in read)

    def _edges(self, location: Location) -> list[Edge]:
        found: list[Edge] = []
        for number, summand in enumerate(self.process.summands):
            if self.left(summand.guard, location) == FALSE:
                continue
            for place, branch in enumerate(summand.branches):
                if value_of(self.left(branch.weight, location)) != 0:
                    targets = self._targets(summand, branch, location)
                    found += [Edge(number, place, targets)] if targets else []
        return found

    def _targets(self, summand: Summand, branch: Branch, location: Location) -> tuple[Location, ...]:
        after: dict[str, set[int]] = {n: {v} for n, v in zip(self.control, location, strict=True)}
        for update in branch.updates:
            for name in self.place(update) & after.keys():
                after[name] = self._values(name, self.left(update.value, location), summand, branch)
        return tuple(product(*(sorted(after[name]) for name in self.control)))

    def _values(self, name: str, value: Expr, summand: Summand, branch: Branch) -> set[int]:
        """The values that a control parameter may get; none where it would leave its range, which is a mistake."""
        param = self._params[name]
        everything = set(range(param.low, param.high + 1))
        known = value_of(value)
        if known is not None:
            return {int(known)} & everything
        names = sorted(free_names(value))
        domains = [choices(n, branch, summand) or [] for n in names]
        combinations = list(product(*domains))
        if not 0 < len(combinations) <= MOST_TARGETS or any(not domain for domain in domains):
            return everything
        nodes = [dict(zip(names, map(literal, values), strict=True)) for values in combinations]
        found = [value_of(Settler(self.process).left(substitute(value, put))) for put in nodes]
        return everything if None in found else {int(v) for v in found if v is not None} & everything
