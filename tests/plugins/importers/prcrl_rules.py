"""The rules of prCRL, word by word and slowly: the answer to an `until` formula without places and variables."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from oddsmith.expr.nodes import Binary, Boolean, Call, Compare, Expr, If, Name, Number, Unary
from oddsmith.source import Source
from oddsmith_plugins.importers.prcrl_parts.model import Choice, Domain, Guarded, Model, Prefix, Run, Sum, Term
from oddsmith_plugins.importers.prcrl_parts.parser import SpecificationParser

Env = dict[str, Any]
State = tuple[Term, tuple[tuple[str, Any], ...]]
Step = tuple[str, tuple[Any, ...], list[tuple[Any, State]]]

SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": Fraction,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "mod": operator.mod,
    "max": max,
    "min": min,
}


class Rules:
    """A specification that is run by its rules."""

    def __init__(self, text: str) -> None:
        self.model = Model()
        SpecificationParser(Source("model.prcrl", text), self.model).read()
        self.constants = {c.name: c.value for c in self.model.constants}
        self.values = {value for domain in self.model.types.values() for value in domain.values}

    def value(self, expr: Expr | None, env: Env) -> Any:
        match expr:
            case Number() | Boolean():
                return expr.value
            case Name():
                return self.named(expr.name, env)
            case Unary():
                found = self.value(expr.operand, env)
                return not found if expr.operator == "not" else -found
            case Binary():
                return SIGNS[expr.operator](self.value(expr.left, env), self.value(expr.right, env))
            case Compare():
                return SIGNS[expr.rest[0][0]](self.value(expr.first, env), self.value(expr.rest[0][1], env))
            case If():
                return self.value(expr.yes if self.value(expr.condition, env) else expr.no, env)
            case Call():
                return SIGNS[expr.function](*(self.value(argument, env) for argument in expr.arguments))
        raise AssertionError(expr)

    def named(self, name: str, env: Env) -> Any:
        if name in env:
            return env[name]
        if name in self.constants:
            return self.value(self.constants[name], env)
        return name if name in self.values else {"T": True, "F": False}[name] if name in "TF" else Fraction(name)

    def domain(self, domain: Domain, env: Env) -> list[Any]:
        if domain.values:
            return list(domain.values)
        if domain.low is None:
            return [False, True]
        return list(range(self.value(domain.low, env), self.value(domain.high, env) + 1))

    def steps(self, term: Term, env: Env) -> Iterator[Step]:
        """What a term can do."""
        match term:
            case Run():
                process, inner = self.begun(term, env)
                yield from self.steps(process, inner)
            case Choice():
                for part in term.terms:
                    yield from self.steps(part, env)
            case Guarded():
                if self.value(term.condition, env):
                    yield from self.steps(term.term, env)
            case Sum():
                for binding in self.bindings(list(term.binders), env):
                    yield from self.steps(term.term, binding)
            case Prefix():
                targets = []
                for option in term.options:
                    for binding in self.bindings([binder for binder, _ in option.binders], env):
                        weight = 1 if option.weight is None else self.value(option.weight, binding)
                        for _, factor in option.binders:
                            weight *= self.value(factor, binding)
                        targets.append((weight, self.state(option.term, binding)))
                yield term.action, tuple(self.value(a, env) for a in term.arguments), targets

    def bindings(self, binders: list[Any], env: Env) -> Iterator[Env]:
        if not binders:
            yield env
            return
        for value in self.domain(binders[0].domain, env):
            yield from self.bindings(binders[1:], env | {binders[0].name: value})

    def begun(self, run: Run, env: Env) -> tuple[Term, Env]:
        process = self.model.processes[run.process]
        names = [parameter.name for parameter in process.parameters]
        given = dict(zip(names, run.given, strict=False)) | dict(run.named)
        return process.body, {name: self.value(given[name], env) if name in given else env[name] for name in names}

    def state(self, term: Term, env: Env) -> State:
        if isinstance(term, Run):
            term, env = self.begun(term, env)
        return term, tuple(sorted(env.items()))

    def alphabet(self, name: str) -> set[str]:
        """The actions of a process and of all that it becomes."""
        found: set[str] = set()
        seen, waiting = {name}, [self.model.processes[name].body]
        while waiting:
            match waiting.pop():
                case Run(process=process) if process not in seen:
                    seen.add(process)
                    waiting.append(self.model.processes[process].body)
                case Choice(terms=terms):
                    waiting += terms
                case Guarded(term=inner) | Sum(term=inner):
                    waiting.append(inner)
                case Prefix(action=action, options=options):
                    found.add(action)
                    waiting += [option.term for option in options]
        return found

    def moves(self, states: tuple[State, ...], alphabets: list[set[str]]) -> Iterator[tuple[str, Any, list[Any]]]:
        """What all processes can do together."""
        offers = [list(self.steps(term, dict(env))) for term, env in states]
        alone = {name for name, _ in self.model.alone} | {"tau"}
        for action in sorted(set().union(*alphabets)):
            who = [place for place, known in enumerate(alphabets) if action in known]
            groups = [[place] for place in who] if action in alone else [who]
            for group in groups:
                fitting = [[step for step in offers[place] if step[0] == action] for place in group]
                for steps in itertools.product(*fitting):
                    if len({step[1] for step in steps}) == 1:
                        yield action, steps[0][1], self.joined(states, group, [step[2] for step in steps])

    def joined(self, states: tuple[State, ...], group: list[int], targets: list[list[tuple[Any, State]]]) -> list[Any]:
        found = []
        for parts in itertools.product(*targets):
            weight, new = 1, list(states)
            for place, (factor, state) in zip(group, parts, strict=True):
                weight, new[place] = weight * factor, state
            found.append((float(weight), tuple(new)))
        return found

    def until(self) -> tuple[float, float]:
        """The most and the least that the formula comes true with."""
        assert self.model.until is not None
        asked = [(name, tuple(self.value(a, {}) for a in given)) for name, given in self.model.until.actions]
        alphabets = [self.alphabet(run.process) for run in self.model.start]
        first = tuple(self.state(run, {}) for run in self.model.start)
        known, order, choices = {first: 0}, [first], []
        for states in order:
            assert len(order) < 5_000, "the states have no end"
            here = []
            for action, given, targets in self.moves(states, alphabets):
                done = any(action == name and given[: len(wanted)] == wanted for name, wanted in asked)
                for _, target in targets if not done else ():
                    if target not in known:
                        known[target] = len(order)
                        order.append(target)
                here.append(None if done else [(weight, known[target]) for weight, target in targets])
            choices.append(here)
        return self.iterated(choices, max), self.iterated(choices, min)

    def iterated(self, choices: list[list[Any]], best: Callable[[list[float]], float]) -> float:
        found = [0.0] * len(choices)
        for _ in range(500):
            found = [
                best([1.0 if c is None else sum(w * found[t] for w, t in c) for c in here]) if here else 0.0
                for here in choices
            ]
        return found[0]
