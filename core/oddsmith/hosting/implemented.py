"""A plugin as it was imported -> the reason to refuse it: a hook that does not exist, an argument that it has not."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from oddsmith.hosting import hookspecs
from oddsmith.hosting.hookspecs import PROJECT
from oddsmith.hosting.names import suggestion

MARK = f"{PROJECT}_impl"
"""What `hookimpl` leaves on a function."""


def refusal(plugin: object) -> str:
    """Why it cannot be registered; nothing where it can."""
    known = _known()
    for name, function in _functions(plugin):
        options = getattr(function, MARK, None)
        if options is None:
            return f"{name} looks like a hook but is not marked with @hookimpl"
        hook = options.get("specname") or name
        if hook not in known:
            if options.get("optionalhook"):
                continue
            return f"there is no hook {hook}: {suggestion(hook, known)}"
        for argument in inspect.signature(function).parameters:
            if argument not in known[hook]:
                return f"the hook {hook} has no argument {argument}: {suggestion(argument, known[hook])}"
    return ""


def _functions(plugin: object) -> Iterator[tuple[str, Callable[..., Any]]]:
    """What is a hook, by its mark or by its name."""
    for name in dir(plugin):
        if not name.startswith("__"):
            value = getattr(plugin, name, None)
            if inspect.isroutine(value) and (name.startswith(f"{PROJECT}_") or hasattr(value, MARK)):
                yield name, value


def _known() -> dict[str, tuple[str, ...]]:
    """The hooks with the names of their arguments."""
    specs = {name: value for name, value in vars(hookspecs).items() if hasattr(value, f"{PROJECT}_spec")}
    return {name: tuple(inspect.signature(value).parameters) for name, value in specs.items()}
