"""What was typed so far -> the names of plugins that may follow, told by their entry points: nothing is imported."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

import rich_click as click

VARIABLE = "_PIPELINE_COMPLETE"
"""What the shell sets when it asks the program what may follow."""

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def offered(*kinds: str) -> tuple[str, ...]:
    """The plugins whose entry points are named after one of the kinds: `solver-exact` offers `exact`."""
    names = {point.name.partition("-")[::2] for point in entry_points(group="oddsmith")}
    return tuple(sorted({rest for kind, rest in names if kind in kinds}))


def plugins(*kinds: str) -> Complete:
    """Completes the name of one plugin."""

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        return [name for name in offered(*kinds) if name.startswith(incomplete)]

    return complete


def plugin_list(*kinds: str) -> Complete:
    """Completes the last name of a list with commas: `exact,int` -> `exact,interval-iteration`."""

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        taken = before.split(",")
        return [f"{before}{comma}{name}" for name in offered(*kinds) if name.startswith(last) and name not in taken]

    return complete
