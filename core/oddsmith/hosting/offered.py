"""A class that a plugin offers -> what is wrong with it: what could only fail later, where nobody knows whose it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from typing import Any

Rule = Callable[[Any], Iterator[str]]


def fault(kind: str, offered: Any) -> str:
    """The first rule of its kind that it breaks; nothing where it keeps all."""
    bases = _bases(kind)
    if not issubclass(offered, bases):
        return f"{offered.__name__} must derive from {' or '.join(base.__name__ for base in bases)}"
    if offered.__abstractmethods__:
        return f"{offered.__name__} does not define {', '.join(sorted(offered.__abstractmethods__))}"
    for field in fields(offered):
        if field.init and field.default is MISSING and field.default_factory is MISSING:
            return f"the option {field.name} of {offered.__name__} has no default"
    return next(RULES.get(kind, _nothing)(offered), "")


def _bases(kind: str) -> tuple[type, ...]:
    """What offers of a kind are made of. A plugin that offers one has imported it."""
    from oddsmith.exchange.exporter import ExplicitExporter, SymbolicExporter
    from oddsmith.exchange.importer import Importer
    from oddsmith.exchange.stored import ExplicitImporter
    from oddsmith.kernel.kernel import Target
    from oddsmith.learn.learner import Learner
    from oddsmith.process.reduction import Reduction
    from oddsmith.solve.solver import Solver
    from oddsmith.space.reduction import SpaceReduction

    return {
        "reduction": (Reduction, SpaceReduction),
        "kernel": (Target,),
        "solver": (Solver,),
        "importer": (Importer, ExplicitImporter),
        "exporter": (SymbolicExporter, ExplicitExporter),
        "learner": (Learner,),
    }[kind]


def _solver(offered: Any) -> Iterator[str]:
    from oddsmith.solve.problem import Promise, Trait

    members = {"requires": Trait, "promises": Promise}
    for name, member in members.items():
        found = getattr(offered, name, None)
        if not isinstance(found, frozenset) or not all(isinstance(item, member) for item in found):
            yield f"`{name}` of {offered.__name__} must be a frozenset of {member.__name__}s, not {found!r}"
            return
    if Promise.EXACT in offered.promises and Trait.EXACT_WEIGHTS not in offered.requires:
        yield f"{offered.__name__} promises EXACT, so it must require EXACT_WEIGHTS"


def _kernel(offered: Any) -> Iterator[str]:
    numbers = getattr(offered, "numbers", None)
    if numbers not in ("float", "exact"):
        yield f'`numbers` of {offered.__name__} must be "float" or "exact", not {numbers!r}'


def _format(offered: Any) -> Iterator[str]:
    ends = offered.suffixes
    if not isinstance(ends, tuple) or not all(isinstance(end, str) and end.startswith(".") for end in ends):
        yield f'`suffixes` of {offered.__name__} must be a tuple of texts that begin with a dot: (".x",), not {ends!r}'


def _nothing(offered: Any) -> Iterator[str]:
    yield from ()


RULES: dict[str, Rule] = {"solver": _solver, "kernel": _kernel, "importer": _format, "exporter": _format}
