"""Bodies of functions -> the types of their arguments and results, by unification and iteration to a fixpoint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from oddsmith.expr.infer import Inference
from oddsmith.expr.layout import FunctionLayout, FunctionShape
from oddsmith.expr.nodes import Expr, Name
from oddsmith.expr.scope import UNKNOWN, Scope, Signature
from oddsmith.expr.types import INT, NUMBER, Type
from oddsmith.source import Diagnostic

MOST_ROUNDS: Final = 20
"""Each round fixes at least one type; functions that need more rounds than this are int anyway."""


def infer_functions(
    functions: Mapping[str, FunctionShape], scope: Scope, complaints: list[Diagnostic]
) -> dict[str, Signature]:
    """The signatures of functions that may call each other; arguments of which nothing is known are int.

    Start: nothing is known. Each round reads every body under the signatures of the last round and learns from where
    arguments stand. Stop when nothing changes; then whatever is unknown is int, and the bodies are checked.
    """
    known = {name: Signature((UNKNOWN,) * len(f.arguments), UNKNOWN) for name, f in functions.items()}
    for _ in range(MOST_ROUNDS):
        learnt = {name: _round(function, known[name], scope, known) for name, function in functions.items()}
        if learnt == known:
            break
        known = learnt
    known = {name: _settled(signature) for name, signature in known.items()}
    for _ in range(2):  # a result may become a number only after the arguments are known
        known = {name: _with_result(function, known[name], scope, known) for name, function in functions.items()}
    for name, function in functions.items():
        inner = _scope(function, known[name], scope, known)
        Inference(complaints).infer(function.body, inner)
    return known


def infer_function(arguments: tuple[str, ...], body: Expr, scope: Scope, complaints: list[Diagnostic]) -> Signature:
    """The signature of one function that does not call itself (its callees stand in the scope)."""
    return infer_functions({"": FunctionLayout(arguments, body)}, scope, complaints)[""]


class _Learning(Inference):
    """Notes what is wanted of arguments whose type is unknown."""

    def __init__(self, arguments: tuple[str, ...]) -> None:
        super().__init__([])
        self.found: dict[str, Type] = {}
        self.arguments = arguments

    def learn(self, name: Name, wanted: Type) -> None:
        # Where any number will do, nothing is learnt: the argument may still turn out to be an int.
        if name.name in self.arguments and wanted not in (UNKNOWN, NUMBER):
            self.found.setdefault(name.name, wanted)


def _scope(function: FunctionShape, signature: Signature, scope: Scope, known: Mapping[str, Signature]) -> Scope:
    types = dict(zip(function.arguments, signature.arguments, strict=True))
    return replace(scope.bind(types), functions={**scope.functions, **known}, allow_next=False)


def _round(function: FunctionShape, old: Signature, scope: Scope, known: Mapping[str, Signature]) -> Signature:
    learning = _Learning(function.arguments)
    result = learning.infer(function.body, _scope(function, old, scope, known))
    arguments = tuple(
        learning.found.get(name, type_) if type_ == UNKNOWN else type_
        for name, type_ in zip(function.arguments, old.arguments, strict=True)
    )
    return Signature(arguments, result)


def _settled(signature: Signature) -> Signature:
    flexible = frozenset(place for place, type_ in enumerate(signature.arguments) if type_ == UNKNOWN)
    arguments = tuple(INT if type_ == UNKNOWN else type_ for type_ in signature.arguments)
    return Signature(arguments, INT if signature.result == UNKNOWN else signature.result, flexible)


def _with_result(function: FunctionShape, old: Signature, scope: Scope, known: Mapping[str, Signature]) -> Signature:
    found = Inference([]).infer(function.body, _scope(function, old, scope, known))
    return replace(old, result=old.result if found == UNKNOWN else found)
