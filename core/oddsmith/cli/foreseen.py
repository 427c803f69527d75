"""A spec or pipeline file and settings -> what a run would take, and what it must be told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from oddsmith.cli.session import opened
from oddsmith.cli.settings import Settings
from oddsmith.exchange.stored import unsuited
from oddsmith.run import stages
from oddsmith.run.forecast import Forecast, forecast


@dataclass(frozen=True)
class Foreseen:
    """What is known before a run."""

    game: str
    forecast: Forecast
    threads: int
    """Those that its times speak of."""


def foreseen(path: Path, settings: Settings) -> Foreseen:
    """Look at the game for a while."""
    with opened(settings, path) as (plan, tools):
        if plan.foreign is not None:
            raise unsuited(f"the states of `{plan.spec.name}` are stored: there is nothing to estimate", "run it")
        game = stages.load(plan)
        process = stages.lower(plan, game, tools.host)
        process = tools.host.protected(lambda: stages.reduce(plan, process, tools.registry, tools.context))
        found = tools.host.protected(lambda: forecast(plan, process, tools))
    return Foreseen(game.name, found, tools.context.threads)


def words(path: Path, settings: Settings) -> list[str]:
    """What of a command a run must be told, too."""
    changes = [word for name, value in settings.overrides for word in ("--set", f"{name}={value}")]
    changes += [word for name, value in settings.bound for word in ("--bind", f"{name}={value}")]
    asked = [] if settings.properties is None else ["--properties", str(settings.properties)]
    asked += ["--partial"] if settings.partial else []
    asked += [word for text in settings.asks for word in ("--ask", text)]
    chosen = [word for name in settings.questions for word in ("--question", name)]
    chosen += [word for name in settings.reductions for word in ("--reduce", name)]
    chosen += [word for name in settings.without for word in ("--without", name)]
    given = {"kernel": settings.kernel, "strategy": settings.strategy, "seed": settings.seed or None}
    given["precision"] = settings.precision if settings.precision is None else f"{settings.precision:g}"
    how = [word for name, value in given.items() if value is not None for word in (f"--{name}", str(value))]
    return [str(path), *changes, *asked, *chosen, *how]
