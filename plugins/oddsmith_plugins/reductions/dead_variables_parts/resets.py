"""What matters where -> commands that give parameters their initial values as soon as nobody asks for them again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from oddsmith.plugin import (
    Branch,
    Compare,
    Context,
    Expr,
    If,
    Items,
    Member,
    Process,
    Unary,
    Update,
    constant_node,
    references,
    value_of,
)
from oddsmith_plugins.reductions.dead_variables_parts.flow import Edge, Flow, Location
from oddsmith_plugins.reductions.dead_variables_parts.liveness import Liveness

Place = tuple[int, int]
"""A command and one of its branches."""


@dataclass(frozen=True)
class Reset:
    """Where a branch is to reset a parameter: everywhere, or where a control parameter has one of some values."""

    sources: frozenset[Location]
    control: str = ""
    values: tuple[int, ...] = ()


class Resets:
    """Decides for each branch and parameter, then writes the commands anew."""

    def __init__(self, flow: Flow, live: Liveness, context: Context) -> None:
        self.flow, self.live, self.context = flow, live, context
        self.process: Process = flow.process
        self.params = {p.name: p for p in self.process.params}
        self.data = [p.name for p in self.process.params if p.name not in flow.control]
        self.taken: dict[Place, list[tuple[Location, frozenset[str]]]] = {}
        """Where each branch may be taken, and what matters after it."""
        for location, edges in flow.edges.items():
            for edge in edges:
                taken = (location, live.after(edge))
                self.taken.setdefault((edge.summand, edge.branch), []).append(taken)
        self.dropped = {place: self._dropped(place) for place in self.taken}
        self.resets = {place: self._resets(place) for place in self.taken}
        self.used = self._used()

    def unsettled(self) -> dict[Location, frozenset[str]]:
        """Parameters that some branch cannot reset when it leads to a location, or resets there only by chance.

        They have to keep their values there: if some branches reset them and others do not, states multiply.
        """
        found: dict[Location, set[str]] = {}
        for location, edges in self.flow.edges.items():
            for edge in edges:
                matters, resets = self.live.after(edge), self.resets[edge.summand, edge.branch]
                reset = {name for name, where in resets.items() if location in where.sources}
                for target in edge.targets:
                    dead = set(self.data) - self.live.at[target]
                    found.setdefault(target, set()).update(dead & matters, dead - reset)
        return {location: frozenset(names) for location, names in found.items() if names}

    def apply(self) -> Process:
        """The process with its resets; the same one if there are none."""
        self.context.check()
        names = references(self.process)
        summands = []
        for number, summand in enumerate(self.process.summands):
            branches = tuple(self._branch((number, i), branch, names) for i, branch in enumerate(summand.branches))
            summands.append(summand if branches == summand.branches else replace(summand, branches=branches))
        changed = any(new is not old for new, old in zip(summands, self.process.summands, strict=True))
        return replace(self.process, summands=tuple(summands)) if changed else self.process

    def _updates(self, place: Place) -> tuple[Update, ...]:
        return self.process.summands[place[0]].branches[place[1]].updates

    def _dead_sources(self, place: Place, name: str) -> frozenset[Location]:
        """The locations from which the branch leads only to where nobody asks for a parameter."""
        return frozenset(location for location, matters in self.taken[place] if name not in matters)

    def _dropped(self, place: Place) -> list[Update]:
        """Updates at computed places all of whose cells are never asked for again."""
        wanted = frozenset().union(*(matters for _, matters in self.taken[place]))
        places = [(update, self.flow.place(update)) for update in self._updates(place)]
        return [update for update, cells in places if len(cells) > 1 and not cells & wanted]

    def _resets(self, place: Place) -> dict[str, Reset]:
        blocked: set[str] = set()
        for update in self._updates(place):
            cells = self.flow.place(update)
            if len(cells) > 1 and update not in self.dropped[place]:
                blocked |= cells
        found: dict[str, Reset] = {}
        for name in self.data:
            dead = self._dead_sources(place, name)
            reset = self._reset(place, dead) if dead and name not in blocked else None
            if reset is not None:
                found[name] = reset
        return found

    def _reset(self, place: Place, dead: frozenset[Location]) -> Reset | None:
        """Everywhere, or told by one control parameter; None if it takes more to tell."""
        sources = {location for location, _ in self.taken[place]}
        if len(dead) == len(sources):
            return Reset(dead)
        for position, name in enumerate(self.flow.control):
            values = {location[position] for location in dead}
            if not values & {location[position] for location in sources - dead}:
                return Reset(dead, name, tuple(sorted(values)))
        return None

    def _used(self) -> dict[Location, set[str]]:
        """Forward: the parameters that may have another value than the initial one at each location."""
        used: dict[Location, set[str]] = {location: set() for location in self.flow.edges}
        changed = True
        while changed:
            changed = False
            for location, edges in self.flow.edges.items():
                for edge in edges:
                    carried = self._carried(location, edge, used[location])
                    for target in edge.targets:
                        changed |= not carried <= used[target]
                        used[target] |= carried
        return used

    def _carried(self, location: Location, edge: Edge, used: set[str]) -> set[str]:
        place = (edge.summand, edge.branch)
        carried = set(used)
        for update in self._updates(place):
            if update not in self.dropped[place]:
                cells = self.flow.place(update)
                value = value_of(self.flow.left(update.value, location))
                fresh = {name for name in cells if name in self.params and value != self.params[name].init}
                carried = (carried - cells if len(cells) == 1 else carried) | fresh
        gone = {name for name, reset in self.resets[place].items() if location in reset.sources}
        return carried - gone - set(self.flow.control)

    def _branch(self, place: Place, branch: Branch, names: dict[str, Expr]) -> Branch:
        if place not in self.taken:
            return branch
        resets, updates, written = self.resets[place], [], set()
        for update in branch.updates:
            cells = self.flow.place(update)
            name = next(iter(cells), "")
            if update in self.dropped[place]:
                continue
            if len(cells) != 1 or name not in resets:
                updates.append(update)
                continue
            written.add(name)
            value = self._value(place, name, update.value, names)
            if value is not None:
                updates.append(Update(update.target, value))
        for name in self.data:
            if name in resets and name not in written and self._needed(place, name):
                value = self._value(place, name, names[name], names)
                assert value is not None, "a needed reset has a value"
                updates.append(Update(names[name], value))
        return branch if tuple(updates) == branch.updates else replace(branch, updates=tuple(updates))

    def _needed(self, place: Place, name: str) -> bool:
        return any(name in self.used[location] for location in self.resets[place][name].sources)

    def _value(self, place: Place, name: str, value: Expr, names: dict[str, Expr]) -> Expr | None:
        """What is written instead; None: nothing, for it has its initial value already."""
        reset, param = self.resets[place][name], self.params[name]
        initial = constant_node(param, param.init)
        if not reset.control:
            return initial if self._needed(place, name) else None
        return If(self._condition(reset, names[reset.control]), initial, value)

    def _condition(self, reset: Reset, control: Expr) -> Expr:
        param = self.params[reset.control]
        if param.type.kind == "bool":
            return control if reset.values[0] else Unary("not", control)
        nodes = tuple(constant_node(param, value) for value in reset.values)
        return Compare(control, (("=", nodes[0]),)) if len(nodes) == 1 else Member(control, Items(nodes))
