"""A process -> places and commands between them, as in a linear process equation (Katoen et al. 2012, Section 4).

Every process is a place, and so is every term behind an action that is more than a process. What `sum` and `psum` bind
and a later place still reads is kept in a variable, which is put back to its lowest value when nobody reads it later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from oddsmith.plugin import Binary, Compare, Diagnostic, Expr, Name, Number, Span, SpecError
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
    """Where a branch leads if the condition holds (None: always), and what changes."""

    condition: Expr | None
    place: Place
    updates: dict[str, Expr]


@dataclass
class Branch:
    draws: tuple[Bound, ...]
    weight: Expr | None
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
                if isinstance(term, Run) and self.process(term) not in seen:
                    waiting.append(self.process(term))
                    seen.append(self.process(term))

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
            self._commands(place, place.term, dict(place.env), (), None)
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

    def _commands(
        self, place: Place, term: Term, env: dict[str, Expr], sums: tuple[Bound, ...], guard: Expr | None
    ) -> None:
        match term:
            case Choice():
                for part in term.terms:
                    self._commands(place, part, env, sums, guard)
            case Guarded():
                condition = self.scope.translate(term.condition, env)
                self._commands(place, term.term, env, sums, together(guard, condition))
            case Sum():
                env = dict(env)
                found = [self._bind(binder, place, env) for binder in term.binders]
                self._commands(place, term.term, env, (*sums, *found), guard)
            case Prefix():
                arguments = tuple(self.scope.translate(argument, env) for argument in term.arguments)
                branches = [self._branch(place, option, env) for option in term.options]
                command = Command(place, sums, guard, term.action, arguments, branches, term.span)
                self.commands.append(command)
            case Run():
                message = f"`{term.process}` has no action before it"
                why = "what a process does at once must be written out; behind an action it can go on as another one"
                raise SpecError([Diagnostic("E802", message, term.span, why)])

    def _bind(self, binder: Binder, place: Place, env: dict[str, Expr], weight: Expr | None = None) -> Bound:
        if any(binder.name == parameter.name for parameter in place.process.parameters):
            raise _wrong(f"`{binder.name}` is a parameter of `{place.process.name}` already", binder.span)
        name = binder.name
        while name in self.scope.room.taken or name in {e.name for e in env.values() if isinstance(e, Name)}:
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
        return not is_move(term) and binder.name in self.reads(term)

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

    def _branch(self, place: Place, option: Option, env: dict[str, Expr]) -> Branch:
        env = dict(env)
        draws = [self._bind(binder, place, env, weight) for binder, weight in option.binders]
        weight = None if option.weight is None else self.scope.translate(option.weight, env)
        if is_move(option.term):
            moves = [self._run(place, condition, run, env) for condition, run in _runs(option.term, None)]
        else:
            moves = [self._halt(place, option.term, env)]
        return Branch(tuple(draws), weight, moves)

    def _halt(self, place: Place, term: Term, env: dict[str, Expr]) -> Move:
        """To a place of its own for a term behind an action."""
        own = {parameter.name for parameter in place.process.parameters}
        bound = sorted((self.reads(term) & env.keys()) - own)
        kept = {name: self.kept[place.process.name, name] for name in bound}
        new_env = {name: expr for name, expr in place.env.items() if name in own}
        new_env |= {name: Name(variable) for name, variable in kept.items()}
        target = next((known for known in self.places if known.term is term), None)
        if target is None:
            own_places = [known for known in self.places if known.process is place.process]
            number = len(own_places) + 1
            live = {expr.name for expr in new_env.values() if isinstance(expr, Name)}
            target = self._place(f"{place.process.name}_{number}", place.process, term, new_env, live)
        return Move(None, target, {variable: env[name] for name, variable in kept.items()})

    def _run(self, place: Place, condition: Expr | None, run: Run, env: dict[str, Expr]) -> Move:
        process = self.process(run)
        guard = None if condition is None else self.scope.translate(condition, env)
        values = self.values(run, process, place.process)
        target = self.beginning(process)
        updates = {}
        for name, value in values.items():
            variable = target.env[name]
            assert isinstance(variable, Name)
            updates[variable.name] = self.scope.translate(value, env)
        return Move(guard, target, updates)

    def process(self, run: Run) -> Process:
        """The process of this name."""
        return self.scope.process(run)

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


def is_move(term: Term) -> bool:
    """Whether a term is a process, or a choice of processes under conditions."""
    match term:
        case Run():
            return True
        case Choice():
            return all(is_move(part) for part in term.terms)
        case Guarded():
            return is_move(term.term)
    return False


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


def _runs(term: Term, condition: Expr | None) -> Iterator[tuple[Expr | None, Run]]:
    match term:
        case Run():
            yield condition, term
        case Choice():
            for part in term.terms:
                yield from _runs(part, condition)
        case Guarded():
            yield from _runs(term.term, together(condition, term.condition))


def _wrong(message: str, span: Span, fix: str = "") -> SpecError:
    return SpecError([Diagnostic("E803", message, span, fix=fix)])
