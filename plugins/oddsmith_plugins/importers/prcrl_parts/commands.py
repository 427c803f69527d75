"""Commands of machines -> the commands of a spec."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from oddsmith.plugin import (
    Binary,
    Boolean,
    Compare,
    Diagnostic,
    Expr,
    If,
    Name,
    Number,
    SpecError,
    Unary,
    free_names,
    show,
)
from oddsmith_plugins.importers.prcrl_parts.alphabet import Alphabet, Indexed, missing
from oddsmith_plugins.importers.prcrl_parts.machine import Bound, Branch, Machine, together
from oddsmith_plugins.importers.prcrl_parts.model import Model, Run
from oddsmith_plugins.importers.prcrl_parts.scope import Scope
from oddsmith_plugins.importers.prism_parts.model import Literal
from oddsmith_plugins.importers.spec_text import LONGEST_KEY, WIDTH, SpecText, flowing, scalar

Updates = list[tuple[str, str]]


@dataclass
class Part:
    """A process of `init` and how often it stands there."""

    alphabet: Alphabet
    runs: list[Run]
    at: str = ""
    """The variable that says where the process is; empty if it has one place."""

    @property
    def machine(self) -> Machine:
        return self.alphabet.machine


@dataclass
class CommandWriter:
    """Writes the commands of one process after the other."""

    model: Model
    scope: Scope
    parts: list[Part]
    happened: str
    """The variable that says that the action of the formula has happened; empty without a formula."""
    out: SpecText = field(default_factory=SpecText)

    def write(self, depth: int, part: Part) -> None:
        """All commands of a process."""
        self.out.add(depth, "commands:")
        for item in part.alphabet.found:
            self._command(depth + 1, part, item)
        if len(self.model.start) == 1:
            return
        alphabets = [other.alphabet for other in self.parts]
        for action in part.alphabet.names():
            if self._shared(action):
                for indices in missing(alphabets, part.alphabet, action):
                    self._barrier(depth + 1, action, indices)

    def _barrier(self, depth: int, action: str, indices: tuple[str, ...]) -> None:
        """An action that others must not do alone."""
        names = [f"other{number}" if ".." in text else "" for number, text in enumerate(indices, 1)]
        families = [(name, text) for name, text in zip(names, indices, strict=True) if name]
        shown = ", ".join(name or text for name, text in zip(names, indices, strict=True))
        lead = "- "
        if families:
            self.out.add(depth, f"- for: {flowing(families)}")
            lead = "  "
        self.out.add(depth, f"{lead}action: {self.scope.action(action)}[{shown}]")
        self.out.add(depth + 1, "when: false")
        self.out.add(depth + 1, "then: {}")

    def _components(self, action: str) -> int:
        """How many processes have the action."""
        return sum(len(part.runs) for part in self.parts if action in part.alphabet.names())

    def _alone(self, action: str) -> bool:
        return action in {name for name, _ in self.model.alone}

    def _shared(self, action: str) -> bool:
        return not self._alone(action) and self._components(action) > 1

    def witnessed(self) -> list[str]:
        """Actions of the formula that several processes do together: a module of its own sees them."""
        until = self.model.until
        found = []
        for name, arguments in () if until is None else until.actions:
            if not self._shared(name):
                continue
            commands = [command for part in self.parts for command in part.machine.commands]
            if until is not None and not arguments and any(c.action == name and c.arguments for c in commands):
                why = "several processes do it together"
                message = f"a formula about `{name}` with any arguments has no translation"
                raise SpecError([Diagnostic("E802", message, until.span, why, f"write `{name}(…)` with numbers")])
            indices = ", ".join(show(self.scope.translate(argument, {})) for argument in arguments)
            found.append(self.scope.action(name) + (f"[{indices}]" if arguments else ""))
        return found

    def _command(self, depth: int, part: Part, item: Indexed) -> None:
        out, command, lead, begun = self.out, item.command, "- ", depth
        out.mark(command.span)
        choices = [bound for bound in command.sums if bound not in item.families]
        head: list[tuple[str, str]] = []
        if item.families:
            head.append(("for", flowing([(b.name, self._range(b)) for b in item.families])))
        if command.action != "tau":
            indices = f"[{', '.join(show(argument) for argument in item.arguments)}]" if item.arguments else ""
            head.append(("action", scalar(self.scope.action(command.action) + indices)))
        if choices:
            head.append(("choose", "{" + ", ".join(f"{b.name}: {self._range(b)}" for b in choices) + "}"))
        for key, value in head:
            out.add(begun, f"{lead}{key}: {value}")
            lead, begun = "", depth + 1
        guard = self._guard(part, item)
        if guard is not None:
            out.entry(begun, "when", show(guard), lead)
            lead, begun = "", depth + 1
        if not head and guard is None:
            out.add(begun, f"{lead}when: true")
            begun, lead = depth + 1, ""
        self._then(begun, part, item)

    def _guard(self, part: Part, item: Indexed) -> Expr | None:
        found = item.guard
        if part.at:
            here = Compare(Name(part.at), (("=", Name(item.command.place.name)),))
            found = here if found is None else together(here, found)
        going = self._going_on(part, item)
        return found if going is None else together(found, going)

    def _going_on(self, part: Part, item: Indexed) -> Expr | None:
        """After the action of the formula nothing else happens."""
        action = item.command.action
        if not self.happened:
            return None
        first = next((other for other in self.parts if action in other.alphabet.names()), part)
        if self._shared(action) and first is not part:
            return None
        waiting: Expr = Unary("not", Name(self.happened))
        wanted = self._fulfils(item)
        if wanted is None:
            return waiting
        return None if wanted == Boolean(True) else Binary("or", waiting, wanted)

    def _fulfils(self, item: Indexed) -> Expr | None:
        """Whether the action is the one of the formula: None if never."""
        until = self.model.until
        found: Expr | None = None
        for action, arguments in () if until is None else until.actions:
            if action != item.command.action:
                continue
            if not arguments:
                return Boolean(True)
            same = [
                Compare(own, (("=", self.scope.translate(asked, {})),))
                for own, asked in zip(item.arguments, arguments, strict=True)
            ]
            all_same = same[0] if len(same) == 1 else _joined("and", list(same))
            found = all_same if found is None else Binary("or", found, all_same)
        return found

    def _then(self, depth: int, part: Part, item: Indexed) -> None:
        branches, out = item.command.branches, self.out
        seen: Updates = []
        wanted = self._fulfils(item)
        if wanted is not None and self.happened and not self._shared(item.command.action):
            seen = [(self.happened, show(wanted))]
        draws = branches[0].draws if len(branches) == 1 else ()
        if draws and all(self._uniform(bound) for bound in draws):
            out.add(depth, "draw: {" + ", ".join(f"{b.name}: {self._die(b)}" for b in draws) + "}")
            draws = ()
        elif draws:
            for bound in draws:
                self._check_constant(item, bound)
            out.add(depth, "then:")
            out.add(depth + 1, f"- for: {{{', '.join(f'{b.name}: {self._range(b)}' for b in draws)}}}")
            weights = [bound.weight for bound in draws if bound.weight is not None]
            out.entry(depth + 2, "weight", show(_joined("*", weights)))
            out.mapping(depth + 2, "then", self._updates(part, item, branches[0], seen))
            return
        if len(branches) == 1 and branches[0].weight is None:
            out.mapping(depth, "then", self._updates(part, item, branches[0], seen))
            return
        out.add(depth, "then:")
        for branch in branches:
            weight = "1" if branch.weight is None else show(branch.weight)
            pairs = self._updates(part, item, branch, seen)
            width = 2 * depth + len(weight) + len(flowing(pairs)) + 6
            if len(weight) <= LONGEST_KEY and width <= WIDTH:
                out.add(depth + 1, f"- {scalar(weight)}: {flowing(pairs)}")
                continue
            out.entry(depth + 1, "weight", weight, "- ")
            out.mapping(depth + 2, "then", pairs)

    def _updates(self, part: Part, item: Indexed, branch: Branch, seen: Updates) -> Updates:
        """What changes; where one of two moves is made, each value says which."""
        here: dict[str, Expr] = {part.at: Name(item.command.place.name)} if part.at else {}
        every = [move.updates | ({part.at: Name(move.place.name)} if part.at else {}) for move in branch.moves]
        found = []
        for name in dict.fromkeys(name for updates in every for name in updates):
            values = [updates.get(name, Name(name)) for updates in every]
            value = values[0]
            if branch.condition is not None and values[0] != values[1]:
                value = If(branch.condition, values[0], values[1])
            if value != here.get(name):
                found.append((name, show(value)))
        return found + seen

    def _uniform(self, bound: Bound) -> bool:
        weight, limits = bound.weight, bound.limits
        if weight is None:
            return False
        if isinstance(weight, Literal):
            weight = Number(Fraction(weight.name))
        if limits is None:
            return weight == Number(Fraction(1, len(bound.domain.values) or 2))
        low, high = limits
        if isinstance(low, Number) and isinstance(high, Number):
            return high.value >= low.value and weight == Number(Fraction(1, int(high.value - low.value) + 1))
        if low == Number(0) and weight == Binary("/", Number(1), Binary("+", high, Number(1))):
            return True
        return low == Number(1) and weight == Binary("/", Number(1), high)

    def _range(self, bound: Bound) -> str:
        return self.scope.range_text(bound.domain, bound.limits)

    def _check_constant(self, item: Indexed, bound: Bound) -> None:
        reads = frozenset().union(*(free_names(limit) for limit in bound.limits or ()))
        if reads - {*self.scope.names.values()}:
            message = f"the range of `{bound.name}` in `psum` has no translation"
            why = "it depends on the state, and its values are not all alike"
            raise SpecError([Diagnostic("E802", message, item.command.span, why)])

    def _die(self, bound: Bound) -> str:
        limits = bound.limits
        if limits is not None and limits[0] == Number(1) and isinstance(limits[1], Number):
            return f"d{limits[1].value}"
        return self._range(bound)


def _joined(operator: str, terms: list[Expr]) -> Expr:
    found = terms[0]
    for term in terms[1:]:
        found = Binary(operator, found, term)
    return found
