"""A prCRL specification as written: constants, types, processes and their terms."""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.plugin import Expr, Span


@dataclass(frozen=True)
class Domain:
    """`{low..high}`, `{red, green}` or truth values (neither limits nor values)."""

    low: Expr | None = None
    high: Expr | None = None
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Binder:
    """A parameter of a process, or what `sum` and `psum` bind."""

    name: str
    domain: Domain
    span: Span


@dataclass(frozen=True)
class Run:
    """`X[f + 1]`, `X[t := 0]`, `X[]`: go on as the process."""

    process: str
    given: tuple[Expr, ...]
    named: tuple[tuple[str, Expr], ...]
    span: Span


@dataclass(frozen=True)
class Choice:
    """`p ++ q`"""

    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Guarded:
    """`condition => p`"""

    condition: Expr
    term: Term


@dataclass(frozen=True)
class Sum:
    """`sum(x:D, p)`: a choice for every value."""

    binders: tuple[Binder, ...]
    term: Term


@dataclass(frozen=True)
class Option:
    """A part of a `psum`: the term comes with the weight, for every value of the binders."""

    binders: tuple[tuple[Binder, Expr], ...]
    weight: Expr | None
    """None: surely, or as the binders say."""
    term: Term


@dataclass(frozen=True)
class Prefix:
    """`action(x).p`, or with `psum(…)` in place of p."""

    action: str
    arguments: tuple[Expr, ...]
    options: tuple[Option, ...]
    span: Span


Term = Run | Choice | Guarded | Sum | Prefix


@dataclass(frozen=True)
class Constant:
    name: str
    value: Expr | None
    span: Span
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Process:
    name: str
    parameters: tuple[Binder, ...]
    body: Term
    span: Span
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Until:
    """`until [ true U action ]`, or one of several actions, each perhaps with arguments."""

    actions: tuple[tuple[str, tuple[Expr, ...]], ...]
    span: Span


@dataclass
class Model:
    """What the file says."""

    about: tuple[str, ...] = ()
    constants: list[Constant] = field(default_factory=list)
    types: dict[str, Domain] = field(default_factory=dict)
    processes: dict[str, Process] = field(default_factory=dict)
    start: tuple[Run, ...] = ()
    alone: list[tuple[str, Span]] = field(default_factory=list)
    """Actions of `nocomm`: every process does them by itself."""
    hidden: list[tuple[str, Span]] = field(default_factory=list)
    until: Until | None = None
