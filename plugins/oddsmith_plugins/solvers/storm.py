"""Stored chains and decision processes -> Storm's values with the bounds that Storm states, through stormpy.

The equations are handed to Storm's sparse engine (see `storm_parts.handover`), which solves them with its sound
methods; it stops by its own rule, at a relative precision below the asked one. Storm does not count the roundings of
floating point: some room is left for them, without proof, so the interval is an estimate. Never chosen where nobody
asked for it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from oddsmith.plugin import (
    Context,
    Diagnostic,
    LimitError,
    Problem,
    Promise,
    Solution,
    Solver,
    SpecError,
    Trait,
    UnavailableError,
    hookimpl,
)
from oddsmith_plugins.solvers.bounds import present
from oddsmith_plugins.solvers.storm_parts import worker
from oddsmith_plugins.solvers.storm_parts.handover import Handover, handovers
from oddsmith_plugins.solvers.system import scatter, system_of

ROUNDING = 2.0**-43
"""Relative room for roundings, on each side."""
PAUSE = 0.05
"""Seconds between two looks at Storm."""
BYTES = 250
"""Of memory for a transition while it is handed over, in both processes."""

if find_spec("stormpy") is None:
    raise UnavailableError("stormpy not installed: pip install 'oddsmith[storm]'")


@dataclass(frozen=True)
class Storm(Solver):
    """The model checker Storm, to compare with: its sparse engine, its sound methods, and the bounds that it states."""

    method: Literal["auto", "optimistic", "interval", "sound"] = "auto"
    """Optimistic value iteration, interval iteration or sound value iteration; `auto` leaves it to Storm."""
    transitions: int = 50_000_000
    """Most transitions that are handed over: each is turned into Python's numbers on its way."""

    name: ClassVar[str] = "storm"
    requires: ClassVar[frozenset[Trait]] = frozenset(
        {Trait.STORED, Trait.UNBOUNDED, Trait.NONNEGATIVE, Trait.ONE_SIDED}
    )
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.ESTIMATE})

    def cost(self, problem: Problem) -> float:
        return inf

    def solve(self, problem: Problem, context: Context) -> Solution:
        count = problem.transitions.count
        if count > self.transitions:
            message = f"{count:,} transitions are more than the {self.transitions:,} that are handed to Storm"
            raise LimitError(message, "allow more with --set-option transitions=N, or take another --solver")
        context.need(BYTES * count, "handing the transitions to Storm")
        system = system_of(problem)
        lower, upper = np.zeros((system.size, system.columns)), np.zeros((system.size, system.columns))
        version = ""
        for columns, model in handovers(system, Trait.STOPPING in problem.traits):
            formulas = _formulas(problem, model)
            low, high, version = self._asked(model, formulas, max(system.initial, 0), context)
            lower[:, columns], upper[:, columns] = low[: system.size], high[: system.size]
        lower -= ROUNDING * np.abs(lower)
        upper += ROUNDING * np.abs(upper)
        method = f"Storm {version}".strip() + (f" with {self.method} iteration" if self.method != "auto" else "")
        method += ", its own bounds without proof"
        return present(problem, context, scatter(problem, system, lower), scatter(problem, system, upper), method)

    def _asked(
        self, model: Handover, formulas: list[str], initial: int, context: Context
    ) -> tuple[np.ndarray, np.ndarray, str]:
        """Lower and upper bounds [states, formulas], and Storm's version."""
        order = {"formulas": formulas, "precision": str(Fraction(context.precision) / 4), "method": self.method}
        with tempfile.TemporaryDirectory(prefix="oddsmith-storm-") as name:
            folder = Path(name)
            np.savez(
                folder / worker.MODEL,
                row_start=model.row_start,
                column=model.column,
                weight=model.weight,
                group_start=model.group_start,
                reward=model.reward,
                initial=initial,
            )
            (folder / worker.ORDER).write_text(json.dumps(order))
            _run(folder, context)
            about = json.loads((folder / worker.ABOUT).read_text())
            with np.load(folder / worker.FOUND) as found:
                return found["lower"], found["upper"], about["version"]


def _formulas(problem: Problem, model: Handover) -> list[str]:
    """What Storm is asked: one property for each column of the model."""
    best = "" if problem.side is None or not len(model.group_start) else "max" if (problem.side > 0).any() else "min"
    gains = [f'R{{"gain{c}"}}{best}=? [F "end"]' for c in range(model.reward.shape[1])]
    return gains or [f'P{best}=? [F "yes"]']


def _run(folder: Path, context: Context) -> None:
    """Storm in a process of its own, which ends with us, at a limit, or when it is done."""
    words = [sys.executable, "-P", "-m", worker.__name__, str(folder)]
    with (folder / "messages").open("w+") as messages:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=messages, stderr=messages)
        try:
            while process.poll() is None:
                context.check()
                try:
                    process.wait(PAUSE)
                except subprocess.TimeoutExpired:
                    continue
        finally:
            process.kill()
            process.wait()
        if process.returncode != 0:
            messages.seek(0)
            said = messages.read().strip().splitlines()
            why = said[-1] if said else f"it ended with {process.returncode}"
            raise SpecError([Diagnostic("E703", f"Storm could not solve this: {why}", fix="take another --solver")])


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (Storm,)
