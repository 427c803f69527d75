"""A PRISM model, its constants and a property -> Storm's answer as JSON: a script of its own, measured from outside."""

from __future__ import annotations

import json
import sys
import time


def main(model: str, constants: str, question: str, only: str = "") -> None:
    """Parse, build and check with Storm's own defaults (sparse engine, sound methods); or find the quotient only."""
    import stormpy

    program, _ = stormpy.instantiate_constants(stormpy.parse_prism_program(model), constants)
    properties = stormpy.parse_properties(question, program)
    built = stormpy.build_model(program, properties)
    if only == "bisimulation":
        from stormpy.transformations import perform_bisimulation

        begun = time.perf_counter()
        small = perform_bisimulation(built, properties)
        spent = time.perf_counter() - begun
        print(json.dumps({"value": small.nr_states, "states": built.nr_states, "part_seconds": spent}))
        return
    result = stormpy.model_checking(built, properties[0], only_initial_states=True)
    value = result.get_value(next(iter(built.initial_states)))
    print(json.dumps({"value": float(value), "states": built.nr_states, "transitions": built.nr_transitions}))


if __name__ == "__main__":
    main(*sys.argv[1:])
