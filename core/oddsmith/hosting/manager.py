"""The entry points of the group `oddsmith` -> a host: loaded plugins whose hooks can be called."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

import pluggy

from oddsmith.context import LimitError, StoppedError
from oddsmith.hosting import hookspecs
from oddsmith.hosting.blame import culprit, described
from oddsmith.hosting.hookspecs import PROJECT
from oddsmith.hosting.implemented import refusal
from oddsmith.hosting.names import unknown
from oddsmith.hosting.surface import SURFACE, misfit
from oddsmith.source import SpecError

Write = Callable[[str], None]
Told = Callable[["Skipped"], None]
Product = TypeVar("Product")


@dataclass(frozen=True)
class Origin:
    """Who a plugin is: its entry point, its module, and the distribution that brought it."""

    plugin: str
    module: str
    distribution: str
    version: str

    def __str__(self) -> str:
        return f"{self.plugin} ({self.distribution} {self.version})"

    def answers_to(self, name: str) -> bool:
        """`solver-exact` is also called `exact`."""
        return name in (self.plugin, self.plugin.partition("-")[2])


@dataclass(frozen=True)
class Skipped:
    """A plugin that could not be imported, and why."""

    origin: Origin
    reason: str
    optional: bool = False
    """It only lacks something that not every machine has; the reason says how to get it."""

    def __str__(self) -> str:
        return f"plugin {self.origin} {'is unavailable' if self.optional else 'could not be imported'}: {self.reason}"


class UnavailableError(ImportError):
    """Raised by a plugin that is imported where something is missing that not every machine has; says how to get it."""


class PluginError(Exception):
    """A plugin that breaks the rules of hooks, or fails. The message names it and its version."""

    def __init__(self, origin: Origin, problem: str) -> None:
        super().__init__(f"plugin {origin}: {problem}")
        self.origin = origin


class PluginCrashError(PluginError):
    """An error that nobody foresaw, raised in the code of a plugin."""


LATE = ("reduction", "importer", "exporter", "learner")
"""Kinds that most runs do without: a plugin whose entry point is named after one waits until such a thing is needed."""


@dataclass
class Host:
    """The plugins of one run. There is no other: nothing here is global."""

    manager: pluggy.PluginManager
    told: Told
    imported: list[Origin] = field(default_factory=list)
    refused: list[Skipped] = field(default_factory=list)
    waiting: dict[EntryPoint, Origin] = field(default_factory=dict)
    """Plugins that nobody has needed yet."""
    failed: set[tuple[str, str]] = field(default_factory=set)
    """Hooks and plugins that a run goes on without."""

    @property
    def origins(self) -> tuple[Origin, ...]:
        """All plugins, in the order of their names; those that wait are taken to be fine."""
        return tuple(sorted((*self.imported, *self.waiting.values()), key=lambda origin: origin.plugin))

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        return tuple(self.refused)

    def hooks(self, origin: Origin) -> list[str]:
        """The hooks that an imported plugin implements."""
        callers = self.manager.get_hookcallers(self.manager.get_plugin(origin.plugin)) or []
        return sorted(caller.name for caller in callers)

    def need(self, kind: str, only: str = "") -> None:
        """Import the plugins of a kind that wait, or only the one of this name."""
        for point in [point for point in self.waiting if _kind(point) == kind and only in ("", point.name)]:
            self.take(point, self.waiting.pop(point))

    def take(self, point: EntryPoint, origin: Origin) -> None:
        """Import and register a plugin; who cannot be imported is skipped."""
        if not _is_place(point):
            self._skip(Skipped(origin, f"its entry point is `{point.value}`, which is no name of a module"))
            return
        try:
            with redirect_stdout(sys.stderr):
                module = point.load()
        except UnavailableError as error:
            self._skip(Skipped(origin, str(error), optional=True))
        except (KeyboardInterrupt, StoppedError):
            raise
        except BaseException as error:
            text = "it calls sys.exit" if isinstance(error, SystemExit) else str(error)
            self._skip(Skipped(origin, f"{type(error).__name__}: {text}"))
        else:
            reason = misfit(getattr(module, "oddsmith_surface", SURFACE))
            if reason:
                self._skip(Skipped(origin, reason))
                return
            _register(self.manager, module, origin)
            self.imported.append(origin)

    def _skip(self, skipped: Skipped) -> None:
        self.refused.append(skipped)
        self.told(skipped)

    def ask(self, hook: str, **arguments: object) -> list[tuple[Origin, Any]]:
        """What each plugin answers to a hook, in order of registration."""
        answers: list[tuple[Origin, Any]] = []
        able = set(self._able(hook))
        for origin in self.imported:
            if origin.plugin in able:
                answers += [(origin, answer) for answer in self._heard(hook, origin, arguments)]
        return answers

    def first(self, hook: str, **arguments: object) -> tuple[Origin, Any] | None:
        """The answer of a hook that takes the first one, and whose it is; who was registered last is asked first."""
        known = {origin.plugin: origin for origin in self.imported}
        for name in reversed(self._able(hook)):
            answer = self._heard(hook, known[name], arguments)
            if answer is not None:
                return known[name], answer
        return None

    def notify(
        self, hook: str, told: Write, wrong: Callable[[Any], str] = lambda answer: "", **arguments: object
    ) -> list[tuple[Origin, Any]]:
        """As `ask`, of plugins that a run can do without: who fails is named once, and not asked again.

        `wrong` says what is wrong with an answer; nothing where it is fine.
        """
        answers: list[tuple[Origin, Any]] = []
        able = {plugin for plugin in self._able(hook) if (hook, plugin) not in self.failed}
        if not able and not self.failed:
            getattr(self.manager.hook, hook)(**arguments)  # for those who follow the calls
        for origin in self.imported:
            if origin.plugin in able:
                try:
                    heard = [(origin, answer) for answer in self._heard(hook, origin, arguments)]
                    faults = [fault for _, answer in heard if (fault := wrong(answer))]
                    if faults:
                        raise PluginCrashError(origin, f"{hook} {faults[0]}")
                    answers += heard
                except PluginError as error:
                    self.failed.add((hook, origin.plugin))
                    told(f"warning: {error}; the rest goes on without its {hook}")
        return answers

    def _able(self, hook: str) -> list[str]:
        """The plugins that implement a hook, in the order in which pluggy keeps them."""
        return [found.plugin_name for found in getattr(self.manager.hook, hook).get_hookimpls()]

    def _heard(self, hook: str, origin: Origin, arguments: Mapping[str, object]) -> Any:
        """What pluggy makes of the answers of one plugin."""
        others = [self.manager.get_plugin(other.plugin) for other in self.imported if other != origin]
        caller = self.manager.subset_hook_caller(hook, others)
        return self.protected(partial(_listed, caller, arguments), asked=origin)

    def protected(self, work: Callable[[], Product], prints: bool = False, asked: Origin | None = None) -> Product:
        """The result of `work`; an error that nobody foresaw names the plugin in which it arose, or that was asked.

        What plugins print goes to stderr, since stdout is for data; `prints` where the work itself writes data.
        """
        try:
            with nullcontext() if prints else redirect_stdout(sys.stderr):
                return work()
        except (SpecError, LimitError, MemoryError, PluginError, KeyboardInterrupt, StoppedError):
            raise
        except BaseException as error:
            origin = culprit(error, self.origins) or asked
            if origin is None:
                raise
            raise PluginCrashError(origin, described(error)) from error


def load(
    without: Iterable[str] = (),
    prefix: str = "",
    trace: Write | None = None,
    found: Iterable[EntryPoint] | None = None,
    late: Iterable[str] = (),
    told: Told = lambda skipped: None,
) -> Host:
    """Import and register every plugin whose entry point begins with `prefix`, but those in `without`.

    Plugins of the kinds `late` wait until they are needed. `told` hears of each one that cannot be imported.
    """
    origins = known(found)
    blocked = _blocked(without, list(origins.values()))
    _refuse_doubles([origin for origin in origins.values() if origin.plugin not in blocked])
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(hookspecs)
    host, kinds = Host(manager, told), set(late)
    for point, origin in origins.items():
        if point.name in blocked or not point.name.startswith(prefix):
            continue
        if _kind(point) in kinds:
            host.waiting[point] = origin
        else:
            host.take(point, origin)
    if trace is not None:
        _follow(manager, trace)
    return host


def _kind(point: EntryPoint) -> str:
    return point.name.partition("-")[0]


def _is_place(point: EntryPoint) -> bool:
    """Whether an entry point can be read: `package.module`, or something in it."""
    return point.pattern.match(point.value) is not None


def known(points: Iterable[EntryPoint] | None = None) -> dict[EntryPoint, Origin]:
    """Who each plugin is, in the order of their names (default: all that are installed).

    To ask a distribution for its name reads a file, so each is asked once.
    """
    points = entry_points(group=PROJECT) if points is None else points
    names: dict[int, tuple[str, str]] = {}
    found: dict[EntryPoint, Origin] = {}
    for point in sorted(points, key=lambda p: p.name):
        distribution = point.dist
        if id(distribution) not in names:
            stranger = ("unknown distribution", "?")
            names[id(distribution)] = (distribution.name, distribution.version) if distribution else stranger
        module = point.module if _is_place(point) else point.value
        found[point] = Origin(point.name, module, *names[id(distribution)])
    return found


def _refuse_doubles(origins: Iterable[Origin]) -> None:
    """Two packages may not call their plugins the same."""
    first: dict[str, Origin] = {}
    for origin in origins:
        other = first.setdefault(origin.plugin, origin)
        if other is not origin:
            both = f"{other.distribution} {other.version} has an entry point of this name, too"
            raise PluginError(origin, f"{both}: uninstall one of them (or run with --without {origin.plugin})")


def _listed(caller: Callable[..., Any], arguments: Mapping[str, object]) -> Any:
    """Call a hook. What a generator gives is fetched here, where whoever fails is named."""
    answers = caller(**arguments)
    return [list(a) if isinstance(a, Iterator) else a for a in answers] if isinstance(answers, list) else answers


def _blocked(without: Iterable[str], origins: list[Origin]) -> set[str]:
    blocked: set[str] = set()
    for name in without:
        matches = {o.plugin for o in origins if o.answers_to(name)}
        if not matches:
            raise unknown("plugin", name, (o.plugin for o in origins))
        blocked |= matches
    return blocked


def _register(manager: pluggy.PluginManager, module: object, origin: Origin) -> None:
    """Register one plugin; a hook that does not exist or an argument it does not have is refused at once."""
    reason, other = refusal(module), manager.get_name(module)
    if other is not None:
        reason = f"{origin.module} is already the plugin {other}: one entry point is enough for all its hooks"
    if reason:
        raise PluginError(origin, f"refused: {reason} (run with --without {origin.plugin} to do without it)")
    manager.register(module, name=origin.plugin)


def _follow(manager: pluggy.PluginManager, write: Write) -> None:
    """Print each hook call with its arguments and its answer."""

    def before(hook: str, implementations: object, arguments: object) -> None:
        given = arguments if isinstance(arguments, dict) else {}
        write(f"hook {hook}({', '.join(f'{name}={_brief(value)}' for name, value in given.items())})")

    def after(
        outcome: pluggy.Result[object], hook: str, implementations: Sequence[pluggy.HookImpl], arguments: object
    ) -> None:
        asked = ", ".join(found.plugin_name for found in implementations) or "nobody"
        end = f"-> {_brief(outcome.get_result())}" if outcome.exception is None else "failed"
        write(f"hook {hook} {end} ({asked})")

    manager.add_hookcall_monitoring(before, after)


def _brief(value: object) -> str:
    text = repr(value) if isinstance(value, str | int | float | list | tuple | type(None)) else type(value).__name__
    return text if len(text) <= 80 else text[:77] + "..."
