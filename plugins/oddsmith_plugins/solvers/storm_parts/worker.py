"""A model and an order in a folder -> Storm's values and bounds beside them: a program of its own.

Storm cannot be interrupted from Python, and it is another program under another licence: whoever asks for it starts
this module with the name of the folder, waits, and ends it when the time is up.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

MODEL, ORDER, FOUND, ABOUT = "model.npz", "order.json", "found.npz", "about.json"
AT_ONCE = 1 << 20
"""Transitions that are turned into Python's own numbers at once."""
METHODS = {
    "optimistic": "OPTIMISTIC_VALUE_ITERATION",
    "interval": "INTERVAL_ITERATION",
    "sound": "SOUND_VALUE_ITERATION",
}


def main(folder: Path) -> None:
    """Check one model."""
    import stormpy

    order = json.loads((folder / ORDER).read_text())
    with np.load(folder / MODEL) as arrays:
        given = dict(arrays)
    model = _model(stormpy, given)
    environment = _environment(stormpy, order)
    found = [_checked(stormpy, model, formula, environment) for formula in order["formulas"]]
    value, lower, upper = (np.array(each).T for each in zip(*found, strict=True))
    np.savez(folder / FOUND, value=value, lower=lower, upper=upper)
    version = stormpy.developer.info.StormVersion.short_version_string()
    (folder / ABOUT).write_text(json.dumps({"version": str(version)}))


def _model(stormpy: Any, given: dict[str, NDArray[Any]]) -> Any:
    """A chain, or a decision process where rows are in groups."""
    models, decided = stormpy.models, len(given["group_start"]) > 0
    states = len(given["group_start"]) if decided else len(given["row_start"]) - 1
    labels = models.StateLabeling(states)
    for name, members in {
        "init": [int(given["initial"])],
        "yes": [states - 2],
        "end": [states - 2, states - 1],
    }.items():
        labels.add_label(name)
        for state in members:
            labels.add_label_to_state(name, state)
    rewards = {
        f"gain{c}": models.SparseRewardModel[float](optional_state_action_reward_vector=given["reward"][:, c].tolist())
        for c in range(given["reward"].shape[1])
    }
    matrix = _matrix(stormpy, given, states)
    parts = models.SparseModelComponents[float](transition_matrix=matrix, state_labeling=labels, reward_models=rewards)
    return (models.SparseMdp if decided else models.SparseDtmc)[float](parts)


def _matrix(stormpy: Any, given: dict[str, NDArray[Any]], states: int) -> Any:
    """Row by row, some states at a time."""
    row_start, column, weight, groups = (given[name] for name in ("row_start", "column", "weight", "group_start"))
    decided, rows = len(groups) > 0, len(row_start) - 1
    first = np.append(groups, rows) if decided else np.arange(rows + 1)
    builder = stormpy.datastructures.SparseMatrixBuilder[float](
        rows, states, len(column), True, decided, states if decided else 0
    )
    begin = 0
    while begin < states:
        full = int(row_start[first[begin]]) + AT_ONCE
        end = max(begin + 1, int(np.searchsorted(row_start[first], full, side="right")) - 1)
        low, high = int(first[begin]), int(first[end])
        part = slice(int(row_start[low]), int(row_start[high]))
        row = np.repeat(np.arange(low, high), np.diff(row_start[low : high + 1]))
        starts = groups[begin:end].tolist() if decided else []
        builder.add_next_values(row.tolist(), column[part].tolist(), weight[part].tolist(), starts)
        begin = end
    return builder.build()


def _environment(stormpy: Any, order: dict[str, Any]) -> Any:
    """Sound methods, relative precision; without a method Storm's own choice."""
    environments = stormpy.environments
    environment = environments.sound()
    solver = environment.solver()
    for part in (solver.native(), solver.min_max()):
        part.precision = stormpy.Rational(order["precision"])
        part.relative_termination_criterion = True
    if (name := METHODS.get(order["method"])) is not None:
        solver.set_linear_equation_solver_type(environments.EquationSolverType.NATIVE)
        solver.native().method = environments.NativeLinearEquationSolverMethod[name]
        solver.min_max().method = environments.MinMaxMethod[name]
    return environment


def _checked(stormpy: Any, model: Any, formula: str, environment: Any) -> tuple[list[float], list[float], list[float]]:
    """Values, lower and upper bounds of all states; where Storm gives no bound there is none."""
    result = stormpy.model_checking(model, stormpy.parse_property(formula), environment=environment)
    value = result.get_value_vector()
    lower = result.get_lower_bound_vector() if result.has_lower_bounds() else [-np.inf] * len(value)
    upper = result.get_upper_bound_vector() if result.has_upper_bounds() else [np.inf] * len(value)
    return value, lower, upper


if __name__ == "__main__":
    main(Path(sys.argv[1]))
