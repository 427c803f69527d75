"""A PRISM program and properties -> Storm's answers as fractions: Storm parses, builds and solves for itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path


@dataclass(frozen=True)
class Verdict:
    """The size of the model that Storm built, and its answers by name."""

    states: int
    transitions: int
    answers: dict[str, Fraction | float | bool]
    """Fractions, infinity, or the truth of a comparison."""


def ask_storm(program_text: str, properties: Mapping[str, str], folder: Path, exact: bool = True) -> Verdict:
    """All properties in the initial state, by Storm's exact engine; or by floating point, to about six digits."""
    path = folder / "game.prism"
    path.write_text(program_text)
    return ask_storm_about(path, properties, exact=exact)


def ask_storm_about(path: Path, properties: Mapping[str, str], constants: str = "", exact: bool = True) -> Verdict:
    """The same about a file whose constants may still be open."""
    import stormpy

    program, _ = stormpy.instantiate_constants(stormpy.parse_prism_program(str(path)), constants)
    asked = {name: stormpy.parse_properties(text, program)[0] for name, text in properties.items()}
    options = stormpy.BuilderOptions([question.get_raw_formula() for question in asked.values()])
    options.set_build_all_labels(True)
    options.set_build_all_reward_models(True)
    build = stormpy.build_model[stormpy.Rational] if exact else stormpy.build_model
    model = build(program, options=options)
    state = next(iter(model.initial_states))
    answers: dict[str, Fraction | float | bool] = {}
    for name, question in asked.items():
        checked = stormpy.model_checking(model, question, only_initial_states=True)
        if checked.is_qualitative():
            answers[name] = bool(checked.get_truth_values_vector().get(state))
        else:
            answers[name] = _number(checked.get_value(state))
    return Verdict(model.nr_states, model.nr_transitions, answers)


def _number(value: object) -> Fraction | float:
    return math.inf if str(value) == "inf" else Fraction(str(value))
