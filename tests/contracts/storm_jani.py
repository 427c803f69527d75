"""A JANI model -> Storm's answers to its own properties: Storm parses, builds and solves for itself."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path


@dataclass(frozen=True)
class JaniVerdict:
    """The size of the model that Storm built, and its answers by name: fractions or infinity, no truth values."""

    states: int
    answers: dict[str, Fraction | float]


def ask_storm_about_jani(path: Path, constants: str = "") -> JaniVerdict:
    """All properties in the initial state, to about six digits: Storm's exact engine has no rewards of JANI's edges."""
    import stormpy

    answers: dict[str, Fraction | float] = {}
    whole, _ = stormpy.instantiate_constants(stormpy.parse_jani_model(str(path))[0], constants)
    states = stormpy.build_model(whole).nr_states
    for place in range(len(stormpy.parse_jani_model(str(path))[1])):
        model, properties = stormpy.parse_jani_model(str(path))  # anew each time: building changes it
        description, (question,) = stormpy.instantiate_constants(model, constants, [properties[place]])
        built = stormpy.build_model(description, [question])
        checked = stormpy.model_checking(built, question, only_initial_states=True)
        if hasattr(checked, "get_value"):
            answers[question.get_name()] = _number(checked.get_value(next(iter(built.initial_states))))
    return JaniVerdict(states, answers)


def _number(value: object) -> Fraction | float:
    return math.inf if str(value) == "inf" else Fraction(str(value))
