"""A process -> places and commands between them, as in a linear process equation (Katoen et al. 2012, Section 4).

Every process is a place, and so is every term behind an action that is more than a process. What `sum` and `psum` bind
and a later place still reads is kept in a variable, which is put back to its lowest value when nobody reads it later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from oddsmith.plugin import Binary, Compare, Diagnostic, Expr, Name, Number, Span, SpecError, Unary, free_names
from oddsmith_plugins.importers.prcrl_parts.model import (
    Binder,
    Choice,
    Domain,
    Guarded,
    Option,
    Prefix,
    Process,
    Run,
    Sum,
    Term,
)
from oddsmith_plugins.importers.prcrl_parts.scope import Scope

OPPOSITE: Final = {"<=": ">", ">": "<=", "<": ">=", ">=": "<", "=": "!=", "!=": "="}


@dataclass(frozen=True)
class Bound:
    """A name of a sum or a draw in the spec; `weight` is None for sums."""

    name: str
    domain: Domain
    limits: tuple[Expr, Expr] | None
    """The lowest and the highest value, which may depend on the state; None for truth values and named ones."""
    weight: Expr | None = None


@dataclass
class Move:
    """Where a branch leads, and what changes."""

    place: Place
    updates: dict[str, Expr]


@dataclass
class Branch:
    draws: tuple[Bound, ...]
    weight: Expr | None
    condition: Expr | None
    """If it holds the first of two moves is made, else the second; None if there is one."""
    moves: list[Move]


@dataclass
class Command:
    place: Place
    sums: tuple[Bound, ...]
    guard: Expr | None
    action: str
    arguments: tuple[Expr, ...]
    branches: list[Branch]
    span: Span


@dataclass
class Place:
    """Somewhere in a process: what it does from there, and the variables that are read later."""

    name: str
    process: Process
    term: Term
    env: dict[str, Expr]
    live: set[str]


@dataclass(frozen=True)
class Head:
    """What is known before a term: where it stands, what is summed over, and the condition."""

    place: Place
    process: Process
    sums: tuple[Bound, ...] = ()
    guard: Expr | None = None
    unfolded: tuple[str, ...] = ()
    """Processes that were entered without an action."""


@dataclass
class Machine:
    """A process that stands in `init`, with all that it becomes."""

    scope: Scope
    root: Process
    variables: dict[str, Domain] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    names: dict[tuple[str, Domain], str] = field(default_factory=dict)
    kept: dict[tuple[str, str], str] = field(default_factory=dict)
    """Process and bound name -> the variable that keeps its value."""

    def prepare(self) -> None:
        """Name the variables: parameters, and what is bound and read behind a later action."""
        waiting, seen = [self.root], [self.root]
        while waiting:
            process = waiting.pop(0)
            for parameter in process.parameters:
                self.variable(parameter)
            for term in _inner(process.body):
                self._keep(process, term)
                if isinstance(term, Run) and self.scope.process(term) not in seen:
                    waiting.append(self.scope.process(term))
                    seen.append(self.scope.process(term))

    def _keep(self, process: Process, term: Term) -> None:
        found: list[Binder] = []
        if isinstance(term, Sum):
            found += [binder for binder in term.binders if self._kept(term.term, binder)]
        if isinstance(term, Prefix):
            options = term.options
            found += [binder for o in options for binder, _ in o.binders if self._stays(o.term, binder)]
        for binder in found:
            variable = self.variable(binder)
            if self.kept.setdefault((process.name, binder.name), variable) != variable:
                why = "its value is needed behind a later action, and a name of another type is kept there, too"
                raise SpecError([Diagnostic("E802", f"`{binder.name}` has two types here", binder.span, why)])

    def build(self) -> None:
        """All places that can be reached, and their commands."""
        self.beginning(self.root)
        done = 0
        while done < len(self.places):
            place = self.places[done]
            done += 1
            begun = (place.process.name,) if place.term is place.process.body else ()
            self._commands(Head(place, place.process, unfolded=begun), place.term, dict(place.env))
        for command in self.commands:
            for branch in command.branches:
                for move in branch.moves:
                    self._tidy(command.place, move)

    def beginning(self, process: Process) -> Place:
        """The place where a process begins."""
        for place in self.places:
            if place.process is process and place.term is process.body:
                return place
        env: dict[str, Expr] = {}
        for parameter in process.parameters:
            if parameter.name in env:
                raise _wrong(f"the parameter `{parameter.name}` is declared twice", parameter.span)
            env[parameter.name] = Name(self.variable(parameter))
        live = {expr.name for expr in env.values() if isinstance(expr, Name)}
        return self._place(process.name, process, process.body, env, live)

    def _place(self, name: str, process: Process, term: Term, env: dict[str, Expr], live: set[str]) -> Place:
        place = Place(self.scope.room.enter(name, "_place"), process, term, env, live)
        self.places.append(place)
        return place

    def variable(self, binder: Binder) -> str:
        """The variable that keeps a value; those of one name and type share it."""
        key = (binder.name, binder.domain)
        if key not in self.names:
            name = self.scope.room.enter(binder.name, f"_{self.root.name}")
            self.names[key] = name
            self.variables[name] = binder.domain
        return self.names[key]

    def _commands(self, head: Head, term: Term, env: dict[str, Expr]) -> None:
        match term:
            case Choice():
                for part in term.terms:
                    self._commands(head, part, env)
            case Guarded():
                condition = self.scope.translate(term.condition, env)
                self._commands(replace(head, guard=together(head.guard, condition)), term.term, env)
            case Sum():
                env = dict(env)
                for binder in term.binders:
                    head = replace(head, sums=(*head.sums, self._bind(binder, head, env)))
                self._commands(head, term.term, env)
            case Prefix():
                arguments = tuple(self.scope.translate(argument, env) for argument in term.arguments)
                branches = [self._branch(head, option, env) for option in term.options]
                command = Command(head.place, head.sums, head.guard, term.action, arguments, branches, term.span)
                self.commands.append(command)
            case Run():
                self._unfold(head, term, env)

    def _unfold(self, head: Head, run: Run, env: dict[str, Expr]) -> None:
        """Do at once what a process does that has no action before it."""
        process = self.scope.process(run)
        if process.name in head.unfolded:
            message = f"`{process.name}` comes back to itself without an action"
            raise SpecError([Diagnostic("E802", message, run.span, "what it does has no end")])
        given = self._given(run, process, head, env)
        head = replace(head, process=process, unfolded=(*head.unfolded, process.name))
        self._commands(head, process.body, given)

    def _bind(self, binder: Binder, head: Head, env: dict[str, Expr], weight: Expr | None = None) -> Bound:
        if any(binder.name == parameter.name for parameter in head.process.parameters):
            raise _wrong(f"`{binder.name}` is a parameter of `{head.process.name}` already", binder.span)
        name = binder.name
        others = {bound.name for bound in head.sums}.union(*(free_names(expr) for expr in env.values()))
        while name in self.scope.room.taken or name in others:
            name = f"new_{name}"
        domain = binder.domain
        limits = self.scope.limits(domain, env)
        truth = domain.low is None and not domain.values
        env[binder.name] = Compare(Name(name), (("=", Number(1)),)) if truth else Name(name)
        return Bound(name, domain, limits, None if weight is None else self.scope.translate(weight, env))

    def _kept(self, term: Term, binder: Binder) -> bool:
        """Whether a place behind an action of the term reads the name."""
        match term:
            case Choice():
                return any(self._kept(part, binder) for part in term.terms)
            case Guarded() | Sum():
                return self._kept(term.term, binder)
            case Prefix():
                return any(self._stays(option.term, binder) for option in term.options)
        return False

    def _stays(self, term: Term, binder: Binder) -> bool:
        return not isinstance(term, Run) and _either(term) is None and binder.name in self.reads(term)

    def reads(self, term: Term) -> set[str]:
        """Names that a term reads and does not bind itself."""
        match term:
            case Run():
                given = (*term.given, *(value for _, value in term.named))
                return set().union(*(self.scope.reads(value) for value in given))
            case Choice():
                return set().union(*(self.reads(part) for part in term.terms))
            case Guarded():
                return self.scope.reads(term.condition) | self.reads(term.term)
            case Sum():
                return self.reads(term.term) - {binder.name for binder in term.binders}
        found = set().union(*(self.scope.reads(argument) for argument in term.arguments))
        for option in term.options:
            weights = [weight for _, weight in option.binders] + ([option.weight] if option.weight else [])
            inner = self.reads(option.term).union(*(self.scope.reads(weight) for weight in weights))
            found |= inner - {binder.name for binder, _ in option.binders}
        return found

    def _branch(self, head: Head, option: Option, env: dict[str, Expr]) -> Branch:
        env = dict(env)
        draws = [self._bind(binder, head, env, weight) for binder, weight in option.binders]
        weight = None if option.weight is None else self.scope.translate(option.weight, env)
        pair = _either(option.term)
        if pair is not None:
            condition = self.scope.translate(pair[0], env)
            return Branch(tuple(draws), weight, condition, [self._run(head, run, env) for run in pair[1:]])
        move = self._run(head, option.term, env) if isinstance(option.term, Run) else self._halt(head, option.term, env)
        return Branch(tuple(draws), weight, None, [move])

    def _halt(self, head: Head, term: Term, env: dict[str, Expr]) -> Move:
        """To a place of its own for a term behind an action."""
        process = head.process
        variables = {parameter.name: self.variable(parameter) for parameter in process.parameters}
        bound = sorted((self.reads(term) & env.keys()) - variables.keys())
        variables |= {name: self.kept[process.name, name] for name in bound}
        target = next((known for known in self.places if known.term is term), None)
        if target is None:
            number = 2 + sum(known.process is process and known.term is not process.body for known in self.places)
            inner: dict[str, Expr] = {name: Name(variable) for name, variable in variables.items()}
            target = self._place(f"{process.name}_{number}", process, term, inner, set(variables.values()))
        return Move(target, {variable: env[name] for name, variable in variables.items()})

    def _run(self, head: Head, run: Run, env: dict[str, Expr]) -> Move:
        process = self.scope.process(run)
        given = self._given(run, process, head, env)
        variables = {parameter.name: self.variable(parameter) for parameter in process.parameters}
        return Move(self.beginning(process), {variables[name]: value for name, value in given.items()})

    def _given(self, run: Run, process: Process, head: Head, env: dict[str, Expr]) -> dict[str, Expr]:
        """The values of all parameters."""
        found = {
            name: self.scope.translate(value, env) for name, value in self.values(run, process, head.process).items()
        }
        return {p.name: found.get(p.name, env.get(p.name, Number(0))) for p in process.parameters}

    def values(self, run: Run, process: Process, current: Process | None) -> dict[str, Expr]:
        """What is given to the parameters; inside of the process itself the others stay as they are."""
        names = [parameter.name for parameter in process.parameters]
        for name, _ in run.named:
            if name not in names:
                raise _wrong(f"`{process.name}` has no parameter `{name}`", run.span)
        if run.given and len(run.given) != len(names):
            raise _wrong(f"`{process.name}` has {len(names)} parameters, not {len(run.given)}", run.span)
        found = dict(zip(names, run.given, strict=False)) | dict(run.named)
        missing = [name for name in names if name not in found]
        if missing and current is not process:
            raise _wrong(f"`{process.name}` needs values for {', '.join(missing)} here", run.span)
        return found

    def _tidy(self, place: Place, move: Move) -> None:
        """Put what is not read any more back; leave out what does not change."""
        for variable in sorted(place.live - move.place.live):
            move.updates[variable] = self.scope.default(self.variables[variable])
        move.updates = {name: value for name, value in move.updates.items() if value != Name(name)}

    def fixed(self) -> set[str]:
        """Parameters of the root that nothing changes."""
        moves = [move for command in self.commands for branch in command.branches for move in branch.moves]
        changed = {name for move in moves for name in move.updates}
        return {name for name in self.places[0].live if name not in changed}


def together(one: Expr | None, other: Expr) -> Expr:
    """`one and other` without parentheses."""
    if one is None:
        return other
    if isinstance(other, Binary) and other.operator == "and":
        return Binary("and", together(one, other.left), other.right)
    return Binary("and", one, other)


def _either(term: Term) -> tuple[Expr, Run, Run] | None:
    """`c => X[…] ++ d => Y[…]` where d is the opposite of c."""
    if not isinstance(term, Choice) or len(term.terms) != 2:
        return None
    match term.terms:
        case (Guarded(condition=one, term=Run() as yes), Guarded(condition=other, term=Run() as no)):
            return (one, yes, no) if opposite(one, other) else None
    return None


def opposite(one: Expr, other: Expr) -> bool:
    """Whether it can be seen that exactly one of two conditions holds."""
    if isinstance(one, Unary) and one.operator == "not":
        return one.operand == other
    if isinstance(other, Unary) and other.operator == "not":
        return other.operand == one
    if not (isinstance(one, Compare) and isinstance(other, Compare)) or len(one.rest) != 1 or len(other.rest) != 1:
        return False
    (sign, right), (other_sign, other_right) = one.rest[0], other.rest[0]
    return one.first == other.first and right == other_right and OPPOSITE[sign] == other_sign


def _inner(term: Term) -> Iterator[Term]:
    """The term and all its parts."""
    yield term
    match term:
        case Choice():
            for part in term.terms:
                yield from _inner(part)
        case Guarded() | Sum():
            yield from _inner(term.term)
        case Prefix():
            for option in term.options:
                yield from _inner(option.term)


def _wrong(message: str, span: Span, fix: str = "") -> SpecError:
    return SpecError([Diagnostic("E803", message, span, fix=fix)])
