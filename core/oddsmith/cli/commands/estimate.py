"""`pipeline estimate SPEC`: how large a game is before it is solved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from oddsmith.cli.settings import Settings, run_options

if TYPE_CHECKING:
    from oddsmith.space.estimate import Estimate


@click.command("estimate")
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@run_options
def command(path: Path, **given: Any) -> int:
    """Say how many states a game has, and what memory and time a run needs: counted, or bounded from a look at it."""
    from oddsmith.cli.session import opened
    from oddsmith.report.json import print_document
    from oddsmith.run import stages
    from oddsmith.run.unstored import outlooks
    from oddsmith.space.estimate import estimate

    settings = Settings(**given)
    with opened(settings, path) as (plan, tools):
        game = stages.load(plan)
        process = stages.lower(plan, game, tools.host)
        process = tools.host.protected(lambda: stages.reduce(plan, process, tools.registry, tools.context))
        targets = stages.targets(plan, tools.registry)
        found = tools.host.protected(lambda: estimate(process, targets, tools.context))
        available = tools.context.available_memory()
        others = tools.host.protected(lambda: outlooks(plan, process, tools.registry))
    if settings.as_json:
        print_document({"game": game.name, "spec": str(path), **_document(found, available), "unstored": others})
    else:
        _print(game.name, found, available)
        for name, text in others.items():
            print(f"without storing it (--solver {name}): {text}")
    return 0


def _document(found: Estimate, available: int) -> dict[str, Any]:
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
    }


def _print(name: str, found: Estimate, available: int) -> None:
    from oddsmith.run.quantities import bytes_text, seconds_text

    if found.complete:
        print(f"{name}: {found.states:,} states, {found.transitions:,} transitions (counted)")
    else:
        print(f"{name}: {found.states:,} to {_count(found.box)} states, likely about {_count(found.likely)}")
        print(f"about {_count(found.likely_transitions)} transitions")
    print(f"memory: about {bytes_text(found.memory)} ({bytes_text(available)} available)")
    print(f"time: about {seconds_text(found.seconds)}")
    if found.memory > available:
        print("this does not fit: make the game smaller with --set, or take a machine with more memory")


def _count(number: int) -> str:
    return f"{number:,}" if number < 10**12 else f"{number:.3e}"
