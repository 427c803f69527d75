"""The entry points of the group `oddsmith` -> a host: loaded plugins whose hooks can be called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import TypeVar

import pluggy

from oddsmith.context import LimitError
from oddsmith.hosting import hookspecs
from oddsmith.hosting.hookspecs import PROJECT
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

    def need(self, kind: str) -> None:
        """Import the plugins of a kind that wait."""
        for point in [point for point in self.waiting if _kind(point) == kind]:
            self.take(point, self.waiting.pop(point))

    def take(self, point: EntryPoint, origin: Origin) -> None:
        """Import and register a plugin; who cannot be imported is skipped."""
        try:
            module = point.load()
        except UnavailableError as error:
            self._skip(Skipped(origin, str(error), optional=True))
        except Exception as error:
            self._skip(Skipped(origin, f"{type(error).__name__}: {error}"))
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

    def ask(self, hook: str, **arguments: object) -> list[tuple[Origin, object]]:
        """What each plugin answers to a hook, in order of registration."""
        answers: list[tuple[Origin, object]] = []
        able = {found.plugin_name for found in getattr(self.manager.hook, hook).get_hookimpls()}
        plugins = {origin.plugin: self.manager.get_plugin(origin.plugin) for origin in self.imported}
        for origin in self.imported:
            if origin.plugin in able:
                others = [plugin for name, plugin in plugins.items() if name != origin.plugin]
                caller = self.manager.subset_hook_caller(hook, others)
                answers += [(origin, answer) for answer in self.protected(partial(caller, **arguments))]
        return answers

    def call(self, hook: str, **arguments: object) -> object:
        """All answers of a hook (or the first one, for a hook that takes the first)."""
        return self.protected(lambda: getattr(self.manager.hook, hook)(**arguments))

    def protected(self, work: Callable[[], Product]) -> Product:
        """The result of `work`; an error that nobody foresaw names the plugin in which it arose."""
        try:
            return work()
        except (SpecError, LimitError, MemoryError, PluginError):
            raise
        except Exception as error:
            origin = self.blame(error)
            if origin is None:
                raise
            raise PluginCrashError(origin, f"failed with {type(error).__name__}: {error}") from error

    def blame(self, error: BaseException) -> Origin | None:
        """The plugin in whose code an error was raised, if it was in one."""
        found: Origin | None = None
        trace = error.__traceback__
        while trace is not None:
            module = trace.tb_frame.f_globals.get("__name__", "")
            found = next((o for o in self.origins if module == o.module or module.startswith(o.module + ".")), found)
            trace = trace.tb_next
        return found


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
    points = list(entry_points(group=PROJECT)) if found is None else list(found)
    points = sorted({p.name: p for p in points}.values(), key=lambda p: p.name)
    origins = _origins(points)
    blocked = _blocked(without, list(origins.values()))
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


def _origins(points: Iterable[EntryPoint]) -> dict[EntryPoint, Origin]:
    """Who each plugin is. To ask a distribution for its name reads a file, so each is asked once."""
    known: dict[int, tuple[str, str]] = {}
    found = {}
    for point in points:
        distribution = point.dist
        if id(distribution) not in known:
            stranger = ("unknown distribution", "?")
            known[id(distribution)] = (distribution.name, distribution.version) if distribution else stranger
        found[point] = Origin(point.name, point.module, *known[id(distribution)])
    return found


def _blocked(without: Iterable[str], origins: list[Origin]) -> set[str]:
    blocked: set[str] = set()
    for name in without:
        matches = {o.plugin for o in origins if o.answers_to(name)}
        if not matches:
            raise unknown("plugin", name, (o.plugin for o in origins))
        blocked |= matches
    return blocked


def _register(manager: pluggy.PluginManager, module: ModuleType, origin: Origin) -> None:
    """Register one plugin; a hook that does not exist or an argument it does not have is refused at once."""
    try:
        manager.register(module, name=origin.plugin)
        manager.check_pending()
    except (pluggy.PluginValidationError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise PluginError(origin, f"refused: {reason} (run with --without {origin.plugin} to do without it)") from None
    wrong = [name for name in vars(module) if name.startswith(f"{PROJECT}_") and not _is_hook(manager, module, name)]
    if wrong:
        raise PluginError(origin, f"refused: {wrong[0]} looks like a hook but is not marked with @hookimpl")


def _is_hook(manager: pluggy.PluginManager, module: ModuleType, name: str) -> bool:
    value = getattr(module, name)
    return not callable(value) or manager.parse_hookimpl_opts(module, name) is not None


def _follow(manager: pluggy.PluginManager, write: Write) -> None:
    """Print each hook call with its arguments and its answer."""

    def before(hook: str, implementations: object, arguments: object) -> None:
        given = arguments if isinstance(arguments, dict) else {}
        write(f"hook {hook}({', '.join(f'{name}={_brief(value)}' for name, value in given.items())})")

    def after(outcome: pluggy.Result[object], hook: str, implementations: object, arguments: object) -> None:
        write(f"hook {hook} -> {_brief(outcome.get_result())}" if outcome.exception is None else f"hook {hook} failed")

    manager.add_hookcall_monitoring(before, after)


def _brief(value: object) -> str:
    text = repr(value) if isinstance(value, str | int | float | list | tuple | type(None)) else type(value).__name__
    return text if len(text) <= 80 else text[:77] + "..."
