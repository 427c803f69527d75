"""A PRISM model, its constants and a property -> Storm's answer as JSON: a script of its own, measured from outside."""

from __future__ import annotations

import json
import sys


def main(model: str, constants: str, question: str) -> None:
    """Parse, build and check with Storm's own defaults (sparse engine, sound methods)."""
    import stormpy

    program, _ = stormpy.instantiate_constants(stormpy.parse_prism_program(model), constants)
    properties = stormpy.parse_properties(question, program)
    built = stormpy.build_model(program, properties)
    result = stormpy.model_checking(built, properties[0], only_initial_states=True)
    value = result.get_value(next(iter(built.initial_states)))
    print(json.dumps({"value": float(value), "states": built.nr_states, "transitions": built.nr_transitions}))


if __name__ == "__main__":
    main(*sys.argv[1:])
