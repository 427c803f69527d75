"""The fields of a frozen dataclass <-> options in YAML and on the command line, with their help."""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from oddsmith.context import BrokenOfferError
from oddsmith.hosting.names import unknown
from oddsmith.source import Diagnostic, Span, SpecError

PLAIN = (int, float, str, Path, Fraction)
"""Types whose values are read by calling them with a text."""
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class Option:
    """One option: how it is written, what it takes, what it means."""

    name: str
    takes: str
    default: str
    help: str


def options(offered: type) -> tuple[Option, ...]:
    """The options of an offered class, in the order of its fields."""
    hints = _hints(offered)
    help_texts = _help_texts(offered)
    own = [Option(_written(f.name), _takes(hints[f.name]), _default(f), _help(f, help_texts)) for f in _fields(offered)]
    passed = [Option(", ".join(_names(f)), "text", "", _help(f, help_texts)) for f in _passing(offered)]
    return (*own, *passed)


def build(offered: type, given: Mapping[str, str], whom: str, span: Span | None = None) -> Any:
    """An instance; unknown options and texts of the wrong type are refused.

    A field with the metadata `prefixes` takes all options whose names begin with one of them, as pairs of texts: a
    plugin passes them on to a library that knows what they mean.
    """
    known = {_written(f.name): f.name for f in _fields(offered)}
    hints = _hints(offered)
    values: dict[str, Any] = {}
    for name, text in given.items():
        written = _written(name)
        if written not in known:
            passing = _passed(offered, name)
            if passing is None:
                raise _unknown(offered, known, whom, name, span)
            pair = (name.replace("-", "_"), str(text).strip())
            values[passing.name] = (*values.get(passing.name, ()), pair)
            continue
        hint = hints[known[written]]
        try:
            values[known[written]] = _read(hint, str(text).strip())
        except ValueError:
            message = f"option {written} of {whom} takes {_takes(hint)}, not {text}"
            raise SpecError([Diagnostic("E703", message, span)]) from None
    try:
        return offered(**values)
    except (TypeError, ValueError) as error:
        raise SpecError([Diagnostic("E703", f"{whom}: {error}", span)]) from None


def unreadable(offered: type) -> tuple[str, ...]:
    """The options whose types have no form as a text, so that nobody could set them."""
    hints = _hints(offered)
    return tuple(_written(f.name) for f in _fields(offered) if not _is_readable(hints[f.name]))


def _is_readable(hint: Any) -> bool:
    if get_origin(hint) in (Union, types.UnionType):
        return all(part is type(None) or _is_readable(part) for part in get_args(hint))
    if get_origin(hint) is tuple:
        return _is_readable(get_args(hint)[0])
    return _choices(hint) is not None or hint in (bool, *PLAIN)


def _hints(offered: type) -> dict[str, Any]:
    """The types of the fields."""
    try:
        return get_type_hints(offered)
    except NameError as error:
        raise BrokenOfferError(offered, f"the type of an option of {offered.__name__} is not known: {error}") from None


def _fields(offered: type) -> list[Field[Any]]:
    """The fields that are options of their own name."""
    return [f for f in fields(offered) if f.init and "prefixes" not in f.metadata]


def _passing(offered: type) -> list[Field[Any]]:
    """The fields that take options of other names."""
    return [f for f in fields(offered) if "prefixes" in f.metadata]


def _passed(offered: type, name: str) -> Field[Any] | None:
    """The field that takes an option of this name, if there is one."""
    name = name.replace("-", "_")
    return next((f for f in _passing(offered) if name.startswith(tuple(f.metadata["prefixes"]))), None)


def _names(passing: Field[Any]) -> list[str]:
    """How the options that a field takes are called."""
    return [f"{prefix}*" for prefix in passing.metadata["prefixes"]]


def _unknown(offered: type, known: Mapping[str, str], whom: str, name: str, span: Span | None) -> SpecError:
    """The complaint about an option that nobody takes; perhaps only its prefix is wrong."""
    names = [*known, *(name for field in _passing(offered) for name in _names(field))]
    rest = name.replace("-", "_").partition("_")[2]
    meant = [prefix + rest for field in _passing(offered) for prefix in field.metadata["prefixes"] if rest]
    return unknown(f"option of {whom}", name, names, span, also=meant)


def _help(field: Field[Any], texts: Mapping[str, str]) -> str:
    return str(field.metadata.get("help", texts.get(field.name, "")))


def _written(name: str) -> str:
    return name.replace("_", "-")


def _default(field: Field[Any]) -> str:
    if field.default is not MISSING:
        return str(field.default)
    return str(field.default_factory()) if field.default_factory is not MISSING else ""


def _choices(hint: Any) -> dict[str, object] | None:
    """The values of a Literal or an Enum by their text."""
    if get_origin(hint) is Literal:
        return {str(value): value for value in get_args(hint)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {member.name.lower().replace("_", "-"): member for member in hint}
    return None


def _takes(hint: Any) -> str:
    """What a type is called in messages."""
    choices = _choices(hint)
    if choices is not None:
        return " or ".join(choices)
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join("none" if part is type(None) else _takes(part) for part in get_args(hint))
    if get_origin(hint) is tuple:
        return f"a list of {_takes(get_args(hint)[0])}"
    names = {int: "a whole number", float: "a number", Fraction: "a fraction", bool: "true or false", str: "text"}
    return "a path" if hint is Path else names.get(hint, getattr(hint, "__name__", str(hint)))


def _read(hint: Any, text: str) -> object:
    """A text as a value of the type; ValueError if it is none."""
    choices = _choices(hint)
    if choices is not None or hint is bool:
        table: Mapping[str, object] = choices if choices is not None else _TRUTH
        if text.lower() not in table:
            raise ValueError(text)
        return table[text.lower()]
    if get_origin(hint) in (Union, types.UnionType):
        return _read_union(get_args(hint), text)
    if get_origin(hint) is tuple:
        return tuple(_read(get_args(hint)[0], part.strip()) for part in text.split(",") if part.strip())
    if hint in PLAIN:
        return hint(text)
    raise ValueError(text)


def _read_union(parts: tuple[Any, ...], text: str) -> object:
    if type(None) in parts and text.lower() == "none":
        return None
    for part in parts:
        if part is not type(None):
            try:
                return _read(part, text)
            except ValueError:
                continue
    raise ValueError(text)


def _help_texts(offered: type) -> dict[str, str]:
    """The docstrings under the fields of a class and its bases."""
    texts: dict[str, str] = {}
    for base in reversed(offered.__mro__[:-1]):
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
        except (OSError, TypeError, SyntaxError):
            continue
        body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
        for field, text in pairwise(body):
            if not (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)):
                continue
            value = text.value.value if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) else None
            if isinstance(value, str):
                texts[field.target.id] = " ".join(value.split())
    return texts
