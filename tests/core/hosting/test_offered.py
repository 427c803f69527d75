"""What a plugin offers keeps the rules of its kind, or is refused with the rule."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.offered import fault
from oddsmith.hosting.registry import registry
from oddsmith.plugin import (
    Context,
    ExplicitExporter,
    Explored,
    Expr,
    Kernel,
    Problem,
    Process,
    Promise,
    Solution,
    Solver,
    Target,
    Trait,
)


@dataclass(frozen=True)
class Fine(Solver):
    name: ClassVar[str] = "fine"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.STORED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

    def solve(self, problem: Problem, context: Context) -> Solution:
        raise NotImplementedError


@dataclass(frozen=True)
class Picture(ExplicitExporter):
    name: ClassVar[str] = "picture"
    suffixes: ClassVar[tuple[str, ...]] = (".picture",)

    def write(self, explored: Explored, path: Path, context: Context) -> None: ...


@dataclass(frozen=True)
class Machine(Target):
    name: ClassVar[str] = "machine"
    numbers: ClassVar[str] = "float"

    def build(self, process: Process, conditions: tuple[Expr, ...], context: Context) -> Kernel:
        raise NotImplementedError


@dataclass(frozen=True)
class Hungry(Fine):
    need: int


def with_(base: type, **members: Any) -> type:
    return type("Wrong", (base,), members)


def test_nothing_is_wrong_with_what_keeps_the_rules() -> None:
    assert [fault("solver", Fine), fault("exporter", Picture), fault("kernel", Machine)] == ["", "", ""]


def test_nothing_is_wrong_with_what_is_built_in() -> None:
    for offer in registry(load()).offers:
        assert fault(offer.kind, offer.offered) == "", offer


@pytest.mark.parametrize(
    ("kind", "offered", "words"),
    [
        ("solver", Picture, "Picture must derive from Solver"),
        ("exporter", Fine, "must derive from SymbolicExporter or ExplicitExporter"),
        ("reduction", Fine, "must derive from Reduction or SpaceReduction"),
        ("learner", Fine, "must derive from Learner"),
        ("importer", Fine, "must derive from Importer or ExplicitImporter"),
        ("solver", type("Half", (Solver,), {"name": "half"}), "Half does not define solve"),
        ("solver", Hungry, "the option need of Hungry has no default"),
        ("solver", with_(Fine, requires=[Trait.STORED]), "`requires` of Wrong must be a frozenset of Traits"),
        ("solver", with_(Fine, requires=frozenset({"STORED"})), "`requires` of Wrong must be a frozenset of Traits"),
        ("solver", with_(Fine, promises=None), "`promises` of Wrong must be a frozenset of Promises"),
        ("solver", with_(Fine, promises=frozenset({Promise.EXACT})), "it must require EXACT_WEIGHTS"),
        ("exporter", with_(Picture, suffixes=".x"), "must be a tuple of texts that begin with a dot"),
        ("exporter", with_(Picture, suffixes=("x",)), "must be a tuple of texts that begin with a dot"),
        ("kernel", with_(Machine, numbers="double"), '`numbers` of Wrong must be "float" or "exact"'),
    ],
)
def test_each_rule_that_is_broken_is_told(kind: str, offered: type, words: str) -> None:
    assert words in fault(kind, offered)
