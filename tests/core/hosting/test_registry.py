"""Offers are found by kind and name; clashes and unknown names are explained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from oddsmith.hosting.manager import LATE, Host, Origin, PluginError, Skipped, load
from oddsmith.hosting.registry import Offer, Registry, registry
from oddsmith.plugin import Context, Problem, Promise, Solution, Solver, Trait
from oddsmith.source import SpecError


@dataclass(frozen=True)
class Patient(Solver):
    """Waits.

    And waits.
    """

    name: ClassVar[str] = "patient"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.STORED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})
    rounds: int = 3

    def solve(self, problem: Problem, context: Context) -> Solution:
        raise NotImplementedError


ORIGIN = Origin("solver-patient", "stranger", "strangers", "1.2")
ONE = Registry((Offer("solver", "patient", Patient, ORIGIN),))


class Answering(Host):
    """A host whose plugins answer what they are told."""

    answers: ClassVar[dict[str, list[tuple[Origin, object]]]] = {}

    def ask(self, hook: str, **arguments: object) -> list[tuple[Origin, object]]:
        return self.answers.get(hook, [])


def offering(*pairs: tuple[Origin, object]) -> Host:
    host = load(found=[])

    class Told(Answering):
        answers: ClassVar[dict[str, list[tuple[Origin, object]]]] = {"oddsmith_solvers": list(pairs)}

    return Told(host.manager, ())


def test_an_offer_is_made_with_its_options() -> None:
    assert ONE.make("solver", "patient", {"rounds": "5"}) == Patient(5)


def test_the_first_line_of_the_docstring_says_what_it_is() -> None:
    assert ONE.of("solver")[0].about == "Waits."


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(SpecError, match=r"E703: there is no solver named patien\n.*did you mean patient"):
        ONE.find("solver", "patien")


def test_a_plugin_that_could_not_be_imported_is_mentioned_when_it_is_missed() -> None:
    lost = Origin("solver-fast", "fast", "fastlib", "2.0")
    with pytest.raises(SpecError, match=r"solver-fast \(fastlib 2.0\) could not be imported: no numpy"):
        Registry((), (Skipped(lost, "no numpy"),)).find("solver", "fast")


def test_two_offers_of_one_name_are_an_error_that_names_both_plugins() -> None:
    other = Origin("solver-imitation", "imitation", "others", "0.1")
    with pytest.raises(PluginError, match=r"solver-patient \(strangers 1.2\).*solver-imitation \(others 0.1\)"):
        registry(offering((ORIGIN, [Patient]), (other, [type("Copy", (Patient,), {})])))


def test_a_class_that_breaks_the_rules_of_its_kind_is_refused_with_what_to_type() -> None:
    wrong = type("Wrong", (Patient,), {"requires": None})
    with pytest.raises(PluginError, match=r"refused: `requires` of Wrong .*--without solver-patient"):
        registry(offering((ORIGIN, [wrong])))


@pytest.mark.parametrize("answer", [None, 3, ["patient"], [object]])
def test_what_is_not_a_list_of_classes_with_names_is_refused(answer: object) -> None:
    with pytest.raises(PluginError, match="solver-patient"):
        registry(offering((ORIGIN, answer)))


def test_one_plugin_can_be_had_without_waking_the_others() -> None:
    host = load(late=LATE)
    assert registry(host).alone("exporter", "dot").name == "dot"
    assert [origin.plugin for origin in host.imported if origin.plugin.startswith("exporter-")] == ["exporter-dot"]
    with pytest.raises(SpecError, match="there is no exporter named dots"):
        registry(host).alone("exporter", "dots")
