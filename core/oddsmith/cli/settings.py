"""The options that commands share, and what they become: plan, context, host, registry."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click
from rich_click import option

from oddsmith.cli.completion import plugins
from oddsmith.run.ranks import Ranks

if TYPE_CHECKING:
    from oddsmith.context import Context
    from oddsmith.hosting.manager import Host
    from oddsmith.hosting.registry import Registry
    from oddsmith.run.plan import Plan

Function = TypeVar("Function", bound=Callable[..., Any])


def quantity(name: str) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """A callback that reads `2GB`, `60s`, `1e6` by the parser with this name."""

    def read(ctx: click.Context, parameter: click.Parameter, text: str | None) -> Any:
        if text is None:
            return None
        from oddsmith.run import quantities

        try:
            return getattr(quantities, name)(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return read


def _pairs(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """`NAME=VALUE` texts as pairs."""
    for text in texts:
        if not text.partition("=")[0].strip() or "=" not in text:
            raise click.BadParameter(f"{text} is not of the form NAME=VALUE")
    return tuple((text.partition("=")[0].strip(), text.partition("=")[2].strip()) for text in texts)


_PLUGIN_OPTIONS = (
    option("--without", multiple=True, metavar="NAME", help="Do without this plugin (repeatable)."),
    option("--trace-hooks", is_flag=True, help="Print every hook call to stderr."),
    option("--debug", is_flag=True, help="Show the whole traceback of an unexpected error."),
    option("--json", "as_json", is_flag=True, help="Print one JSON document to stdout."),
)
_SET = option(
    "--set",
    "overrides",
    multiple=True,
    callback=_pairs,
    metavar="NAME=VALUE",
    help="Override a constant.",
)
_BIND = option(
    "--bind",
    "bound",
    multiple=True,
    callback=_pairs,
    metavar="TABLE=FILE",
    help="Bind the values in a CSV or YAML file to a table (repeatable).",
)
_GAME_OPTIONS = (
    _SET,
    _BIND,
    option(
        "--ask",
        "asks",
        multiple=True,
        metavar="QUESTION",
        help="Ask this instead (repeatable).",
    ),
    option("--question", "questions", multiple=True, metavar="NAME", help="Answer only this question (repeatable)."),
    option(
        "--properties",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="The properties of a model in another language (default: those beside it).",
    ),
    option("--partial", is_flag=True, help="Leave out properties that cannot be translated, with a remark each."),
)
_QUIET = option("--quiet", "-q", is_flag=True, help="No progress and no remarks on stderr.")
_LIMIT_OPTIONS = (
    option("--max-memory", callback=quantity("size"), metavar="SIZE", help="Refuse to use more memory, e.g. 2GB."),
    option("--max-time", callback=quantity("duration"), metavar="TIME", help="Stop after this time, e.g. 60s."),
    option("--max-states", callback=quantity("count"), metavar="N", help="Refuse to explore more states."),
    option("--no-estimate", is_flag=True, help="Do not refuse a game because it is estimated to be too large."),
    option(
        "--vector-file",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Keep the vectors of a game that does not fit into memory in this file (it must not exist yet).",
    ),
    option("--threads", type=click.IntRange(1), metavar="N", help="Use this many threads (default: all cores)."),
    option("--seed", type=click.IntRange(0), default=0, metavar="N", help="Seed of everything random."),
    _QUIET,
)
_OPTION = option(
    "--set-option",
    "options",
    multiple=True,
    callback=_pairs,
    metavar="NAME=VALUE",
    help="Set an option of the solver or format (see: pipeline options NAME; repeatable).",
)
_KERNEL = option(
    "--kernel", metavar="NAME", shell_complete=plugins("kernel"), help="Use this kernel (see: pipeline plugins)."
)
_REDUCE = option(
    "--reduce",
    "reductions",
    multiple=True,
    metavar="NAME",
    shell_complete=plugins("reduction"),
    help="Make the game smaller by this (see: pipeline plugins; repeatable).",
)
_PRECISION = option(
    "--precision",
    callback=quantity("precision"),
    metavar="NUMBER",
    help="Relative precision (1e-9).",
)
_SAMPLE_OPTIONS = (
    option("--games", metavar="N", help="Games that a solver plays which plays at random, e.g. 1e6."),
    option("--confidence", metavar="NUMBER", help="How sure its intervals are, e.g. 0.99."),
    option("--width", metavar="NUMBER", help="How wide its intervals may be; it plays as many games as that takes."),
)
"""Short for --set-option games=N and so on."""
_SOLVE_OPTIONS = (
    _REDUCE,
    option(
        "--solver", metavar="NAME", shell_complete=plugins("solver"), help="Use this solver (see: pipeline plugins)."
    ),
    _OPTION,
    *_SAMPLE_OPTIONS,
    _KERNEL,
    _PRECISION,
)
_STRATEGIES = option(
    "--strategies/--no-strategies",
    "strategies",
    default=None,
    help="Find and check the strategy behind every optimum (default: where the game is small).",
)
_STRATEGY = option(
    "--strategy",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Follow this strategy: rules (YAML), or an exported table (JSON, CSV).",
)


def _with(options: tuple[Callable[[Function], Function], ...]) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        for decorator in reversed(options):
            function = decorator(function)
        return function

    return decorate


plugin_options = _with(_PLUGIN_OPTIONS)
game_options = _with(_GAME_OPTIONS)
run_options = _with((*_GAME_OPTIONS, *_SOLVE_OPTIONS, _STRATEGIES, _STRATEGY, *_LIMIT_OPTIONS, *_PLUGIN_OPTIONS))
export_options = _with((*_GAME_OPTIONS, _REDUCE, _OPTION, _KERNEL, *_LIMIT_OPTIONS, *_PLUGIN_OPTIONS))
compare_options = _with(
    (*_GAME_OPTIONS, _REDUCE, *_SAMPLE_OPTIONS, _KERNEL, _PRECISION, *_LIMIT_OPTIONS, *_PLUGIN_OPTIONS)
)
play_options = _with((*_GAME_OPTIONS, _STRATEGY, *_LIMIT_OPTIONS, *_PLUGIN_OPTIONS))
seek_options = _with((_SET, *_SOLVE_OPTIONS, *_LIMIT_OPTIONS, *_PLUGIN_OPTIONS))
import_options = _with((_SET, _OPTION, _QUIET, *_PLUGIN_OPTIONS))


@dataclass(frozen=True)
class Settings:
    """What was said on the command line."""

    without: tuple[str, ...] = ()
    trace_hooks: bool = False
    debug: bool = False
    as_json: bool = False
    overrides: tuple[tuple[str, str], ...] = ()
    bound: tuple[tuple[str, str], ...] = ()
    asks: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    properties: Path | None = None
    partial: bool = False
    solver: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    games: str | None = None
    confidence: str | None = None
    width: str | None = None
    kernel: str | None = None
    reductions: tuple[str, ...] = ()
    precision: float | None = None
    max_memory: int | None = None
    max_time: float | None = None
    max_states: int | None = None
    vector_file: Path | None = None
    threads: int | None = None
    seed: int = 0
    quiet: bool = False
    no_estimate: bool = False
    strategies: bool | None = None
    strategy: Path | None = None
    ranks: Ranks = field(default_factory=Ranks)

    def say(self, text: str) -> None:
        """A remark for the user."""
        if not self.quiet and self.ranks.rank == 0:
            with suppress(OSError):
                print(text, file=sys.stderr, flush=True)

    def host(self) -> Host:
        """All plugins but the unwanted; those that should have been imported and could not are named."""
        from oddsmith.hosting.manager import LATE, Skipped, load

        def told(skip: Skipped) -> None:
            if not skip.optional:
                self.say(f"warning: plugin {skip.origin} is skipped: {skip.reason}")

        return load(self.without, trace=self.say if self.trace_hooks else None, late=LATE, told=told)

    def registry(self, host: Host) -> Registry:
        from oddsmith.hosting.registry import registry

        return registry(host)

    @property
    def sampling(self) -> tuple[tuple[str, str], ...]:
        """What was said of games played at random, as options of a solver."""
        given = {"games": self.games, "confidence": self.confidence, "width": self.width}
        return tuple((name, text) for name, text in given.items() if text is not None)

    def plan(self, path: Path) -> Plan:
        """The plan of a spec or pipeline file, with what the command line says laid over it."""
        from oddsmith.run.binding import bindings
        from oddsmith.run.pipeline import plan_of
        from oddsmith.run.plan import Ask, Step

        plan = plan_of(path)
        names = [f"ask{number}" for number in range(1, len(self.asks) + 1)]
        plan = replace(
            plan,
            overrides=(*plan.overrides, *self.overrides),
            bindings=(*plan.bindings, *bindings(self.bound)),
            asks=plan.asks + tuple(Ask(n, t) for n, t in zip(names, self.asks, strict=True)),
            reductions=(*plan.reductions, *(Step(name) for name in self.reductions)),
            questions=self.questions or plan.questions,
            properties=self.properties or plan.properties,
            partial=self.partial or plan.partial,
            precision=self.precision or plan.precision,
            estimates=not self.no_estimate,
            strategy=self.strategy or plan.strategy,
            strategies=plan.strategies if self.strategies is None else self.strategies,
        )
        if self.kernel is not None:
            plan = replace(plan, kernel=Step(self.kernel))
        options = (*self.options, *self.sampling)
        if self.solver is not None:
            return replace(plan, solver=Step(self.solver, options))
        if options and plan.solver is None:
            flag = "--set-option" if self.options else f"--{options[0][0]}"
            fix = "" if self.options else ": --solver simulation"
            raise click.UsageError(f"{flag} needs --solver, whose option it sets{fix}")
        if plan.solver is not None:
            plan = replace(plan, solver=replace(plan.solver, options=(*plan.solver.options, *options)))
        return plan

    def context(self, plan: Plan) -> Context:
        """Limits (the command line's before the plan's), seed, threads, and where progress goes."""
        from oddsmith.cli.progress import monitor
        from oddsmith.context import Context, Limits

        limits = Limits(
            self.max_memory or plan.limits.memory,
            self.max_time or plan.limits.seconds,
            self.max_states or plan.limits.states,
        )
        ranks = self.ranks
        context = Context(limits, seed=self.seed, rank=ranks.rank, ranks=ranks.count, vector_file=self.vector_file)
        silent, threads = self.quiet or ranks.rank > 0, ranks.threads(context.threads)
        context = replace(context, monitor=monitor(silent), threads=threads, neighbours=ranks.local)
        if plan.precision is not None:
            context = replace(context, precision=plan.precision)
        return replace(context, threads=self.threads) if self.threads else context
