"""`--checkpoint` and `--resume` -> the keeper of a run, and the settings of one that goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from math import inf
from pathlib import Path
from typing import Any

import rich_click as click
from click.core import ParameterSource

from oddsmith.cli.settings import Settings
from oddsmith.cli.signals import obeyed
from oddsmith.context import Context, StoppedError
from oddsmith.run.checkpoints import INTERVAL, Checkpoints, Follower, Unkept
from oddsmith.run.folder import beside, default_folder
from oddsmith.run.lock import InUseError
from oddsmith.run.pipeline import plan_of
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Finished, Tools, run
from oddsmith.run.stages import load
from oddsmith.run.unfinished import ANSWERS, Unfinished, compare, description, find, resume_error
from oddsmith.spec.game import Game

Listener = Checkpoints | Follower | Unkept

SAMPLING = ("games", "confidence", "width")
CHOSEN = ("solver", "options", *SAMPLING, "kernel", "reductions", "precision")
PLANNED = ("overrides", "bound", "asks", "questions", *CHOSEN)
"""Settings that stand in the plan of a kept run."""
FIXED = (*PLANNED, "seed", "without")
"""What cannot be given anew, since the answers depend on it."""
MOMENTARY = ("trace_hooks", "debug", "as_json", "quiet", "ranks")
"""What holds for one call only."""


@dataclass(frozen=True)
class Order:
    """What `pipeline run` is to do."""

    settings: Settings
    path: Path
    out: Path | None
    save: bool
    checkpoint: float | None
    """Seconds; 0: none; None: the default."""
    unfinished: Unfinished | None = None

    def named(self, plan: Plan) -> Plan:
        """The plan with the pipeline file that the user gave when it began."""
        return plan if self.unfinished is None else replace(plan, texts=_frozen(self.unfinished.about["pipeline"]))

    @property
    def interval(self) -> float:
        """Who keeps nothing gets no checkpoints, unless by asking for them."""
        return self.checkpoint if self.checkpoint is not None else INTERVAL if self.save else 0.0


def resumed(order: Order, name: Path, given: Path | None, ctx: click.Context) -> Order | Path:
    """The order to go on with an unfinished run; the folder of a run that is finished already."""
    anew = {p.name: p.opts[0] for p in ctx.command.params if _is_given(ctx, p.name)}
    if refused := [flag for setting, flag in anew.items() if setting in FIXED]:
        flags = ", ".join(refused)
        raise click.UsageError(f"--resume goes on with the run as it was begun: {flags} cannot be given anew")
    found = find(name)
    if isinstance(found, Path):
        return found
    if given is not None:
        _compare(found, given)
    begun = found.about["settings"]
    known = {field.name: str(field.type) for field in fields(Settings)}
    kept = {key: _frozen(value, known[key]) for key, value in begun.items() if key in known}
    now = {key: getattr(order.settings, key) for key in known if key in anew or key in MOMENTARY}
    return replace(
        order,
        settings=replace(Settings(**kept), **now),
        path=found.pipeline,
        save=order.save and bool(begun["save"]),
        checkpoint=order.checkpoint if order.checkpoint is not None else begun["checkpoint"],
        unfinished=found,
    )


def finished_before(folder: Path, settings: Settings) -> int:
    """Print the answers of a finished run again."""
    settings.say(f"{folder} is finished")
    name = ANSWERS if settings.as_json else "report.txt"
    sys.stdout.write((folder / name).read_text(encoding="utf-8"))
    return 0


def kept_run(plan: Plan, tools: Tools, order: Order) -> tuple[Finished, Listener]:
    """Run with checkpoints; however it ends, the user knows how to go on."""
    keeper = _keeper(order, tools.context)
    describe = _describing(keeper, plan, order, tools.context)
    tools = replace(tools, context=replace(tools.context, keeper=keeper), loaded=describe)
    with obeyed(keeper.ask_stop), _told(keeper, order.settings):
        finished = run(plan, tools)
    if order.unfinished is not None:
        finished = _renamed(finished, order.unfinished)
    return finished, keeper


def _keeper(order: Order, context: Context) -> Listener:
    if order.interval <= 0 and order.unfinished is None:
        return Unkept()
    if context.rank > 0:
        return Follower()
    keeper = Checkpoints(interval=order.interval or inf, threads=context.threads, monitor=context.monitor)
    if order.unfinished is not None:
        try:
            keeper.resume(order.unfinished.folder, order.unfinished.identity)
        except InUseError:
            raise resume_error(order.unfinished.folder, "it is still running", "wait for it, or stop it") from None
        except OSError as error:
            fix = "make the folder writable"
            raise resume_error(order.unfinished.folder, error.strerror or str(error), fix) from None
    return keeper


def _describing(keeper: Listener, plan: Plan, order: Order, context: Context) -> Callable[[Game], None]:
    """Told of the game, before it can change on disk: makes all that a checkpoint needs."""

    def describe(game: Game) -> None:
        if not isinstance(keeper, Checkpoints) or order.unfinished is not None:
            return
        settings = asdict(order.settings) | {"save": order.save, "checkpoint": order.checkpoint}
        settings |= {"max_memory": context.limits.memory, "max_time": context.limits.seconds}
        settings |= {"max_states": context.limits.states}
        lasting = {key: _plain(value) for key, value in settings.items() if key not in (*PLANNED, *MOMENTARY)}
        keeper.describe(*description(plan, game, context, lasting))
        keeper.choose_home = lambda: beside(order.out or default_folder(game.name))

    return describe


@contextmanager
def _told(keeper: Listener, settings: Settings) -> Iterator[None]:
    """Whoever is interrupted or runs into a limit hears of the checkpoint."""
    try:
        yield
    except StoppedError:
        raise
    except BaseException:
        if isinstance(keeper, Checkpoints) and keeper.hint():
            settings.say(f"go on from the last checkpoint with: {keeper.hint()}")
        raise


def _renamed(finished: Finished, unfinished: Unfinished) -> Finished:
    """With the names of the files that the user gave when it began."""
    about = unfinished.about
    texts = tuple(zip(about["names"], (text for _, text in finished.game.texts), strict=True))
    outcome = replace(finished.outcome, spec=about["spec"])
    return replace(finished, game=replace(finished.game, texts=texts), outcome=outcome)


def _compare(unfinished: Unfinished, given: Path) -> None:
    """Whether the file that was given is of the game that was begun."""
    begun = plan_of(unfinished.pipeline)
    compare(unfinished, load(replace(plan_of(given), overrides=begun.overrides, bindings=begun.bindings)))


def _is_given(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _plain(value: Any) -> Any:
    """A setting as JSON can hold it; paths count from the root, since a run may be resumed elsewhere."""
    return str(value.absolute()) if isinstance(value, Path) else value


def _frozen(value: Any, kind: str = "") -> Any:
    """What JSON holds, as settings have it: tuples, and paths where the type says so."""
    if isinstance(value, str) and "Path" in kind:
        return Path(value)
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
