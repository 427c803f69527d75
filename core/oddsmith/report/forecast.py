"""What is known before a run -> lines and a table for a reader, a document for a program."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from oddsmith.report.table import print_table
from oddsmith.run.forecast import Forecast
from oddsmith.run.quantities import bytes_text, seconds_text
from oddsmith.solve.outlook import Way
from oddsmith.space.estimate import Estimate

HEAD = ("way", "memory", "disk", "time", "fits", "")


def command_text(way: Way, given: Sequence[str]) -> str:
    """What to type; `given` is the spec and what changes it."""
    launcher = ["mpirun", "-n", str(way.ranks)] if way.ranks else []
    return shlex.join([*launcher, "pipeline", "run", *given, *way.arguments])


def print_forecast(name: str, forecast: Forecast, given: Sequence[str]) -> None:
    """Sizes first, then the ways, then what to type."""
    found = forecast.found
    if found.complete:
        print(f"{name}: {found.states:,} states, {found.transitions:,} transitions (counted)")
    else:
        print(f"{name}: {found.states:,} to {_count(found.box)} states, likely about {_count(found.likely)}")
        print(f"about {_count(found.likely_transitions)} transitions")
    for solver, outlook in forecast.outlooks.items():
        print(f"{solver}: {outlook.text}")
        for remark in outlook.remarks:
            print(f"{solver}: {remark}")
    if forecast.outlooks:
        print(f"\nmemory here: {bytes_text(forecast.available)}; times are guesses")
        print_table(HEAD, [_row(forecast, way) for way in forecast.ways], numbers=range(1, 4))
        print()
        for way in forecast.advised:
            print(f"{way.name}: {command_text(way, given)}")
    else:
        _print_stored(found, forecast.available)
    for solver, reason in forecast.refused.items():
        print(f"without storing it (--solver {solver}): does not fit: {reason}")


def _print_stored(found: Estimate, available: int) -> None:
    print(f"memory: about {bytes_text(found.memory)} ({bytes_text(available)} available)")
    print(f"time: about {seconds_text(found.seconds)}")
    if found.memory > available:
        print("this does not fit: make the game smaller with --set, or take a machine with more memory")


def _row(forecast: Forecast, way: Way) -> list[str]:
    fits = forecast.fits(way)
    return [
        way.name,
        bytes_text(way.memory) + (" each" if way.machines > 1 else ""),
        bytes_text(way.disk) if way.disk else "-",
        "-" if way.seconds is None else seconds_text(way.seconds),
        "-" if fits is None else "yes" if fits else "no",
        way.remark,
    ]


def _count(number: int) -> str:
    return f"{number:,}" if number < 10**12 else f"{number:.3e}"


def forecast_document(forecast: Forecast, given: Sequence[str]) -> dict[str, Any]:
    """What `pipeline estimate --json` prints beside the game."""
    found, available = forecast.found, forecast.available
    return {
        "complete": found.complete,
        "states": found.states if found.complete else None,
        "least_states": found.states,
        "most_states": found.states if found.complete else found.box,
        "likely_states": found.likely,
        "likely_transitions": found.likely_transitions,
        "memory_mb": round(found.memory / 1e6, 1),
        "seconds": round(found.seconds, 3),
        "available_mb": round(available / 1e6, 1),
        "fits": found.memory <= available,
        "unstored": {
            solver: {"text": outlook.text, "remarks": list(outlook.remarks), **outlook.figures}
            for solver, outlook in forecast.outlooks.items()
        },
        "refused": dict(forecast.refused),
        "ways": [_way_document(forecast, way, given) for way in forecast.ways],
    }


def _way_document(forecast: Forecast, way: Way, given: Sequence[str]) -> dict[str, Any]:
    return {
        "way": way.name,
        "memory_mb": round(way.memory / 1e6, 1),
        "disk_mb": round(way.disk / 1e6, 1),
        "seconds": None if way.seconds is None else round(way.seconds, 3),
        "machines": way.machines,
        "ranks": way.ranks,
        "fits": forecast.fits(way),
        "advised": way in forecast.advised,
        "command": command_text(way, given),
        "remark": way.remark,
    }
