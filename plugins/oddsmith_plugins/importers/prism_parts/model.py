"""A PRISM model as written: constants, formulas, modules, labels, rewards, players, properties."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from oddsmith.plugin import Expr, Name, Span

if TYPE_CHECKING:
    from oddsmith_plugins.importers.prism_parts.system import System


@dataclass(frozen=True)
class Literal(Name):
    """A number as it was written: `0.25` stays `0.25`."""


@dataclass(frozen=True)
class Constant:
    name: str
    type: str
    """int, double or bool."""
    value: Expr | None
    span: Span
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Formula:
    name: str
    value: Expr
    span: Span
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Variable:
    """`low` and `high` are None for truth values."""

    name: str
    low: Expr | None
    high: Expr | None
    init: Expr | None
    span: Span
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Branch:
    weight: Expr | None
    """None where none is written: surely."""
    updates: tuple[tuple[str, Expr, Span], ...]


@dataclass(frozen=True)
class Command:
    action: str
    """"" where there is none."""
    guard: Expr
    branches: tuple[Branch, ...]
    span: Span
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Module:
    name: str
    variables: tuple[Variable, ...]
    commands: tuple[Command, ...]
    span: Span
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Renamed:
    """`module name = base [old=new, …] endmodule`."""

    name: str
    base: str
    names: tuple[tuple[str, str], ...]
    span: Span
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class RewardItem:
    action: str | None
    """None: in states; "": at commands without an action."""
    guard: Expr
    gain: Expr
    span: Span


@dataclass(frozen=True)
class Reward:
    name: str
    items: tuple[RewardItem, ...]
    span: Span
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Player:
    name: str
    modules: tuple[tuple[str, Span], ...]
    actions: tuple[tuple[str, Span], ...]
    span: Span


@dataclass(frozen=True)
class RewardNumber:
    """The reward of a property, by its place among all."""

    place: int


@dataclass(frozen=True)
class Coalition:
    """The players of a property, by their places among all."""

    places: tuple[int, ...]


Piece = str | Expr | RewardNumber | Coalition


@dataclass(frozen=True)
class Property:
    """A question in our words, and between them expressions and names that are still PRISM's."""

    name: str
    pieces: tuple[Piece, ...]
    span: Span
    comments: tuple[str, ...] = ()


@dataclass
class Model:
    """Everything that a model and its properties say, in order."""

    kind: str = ""
    about: tuple[str, ...] = ()
    constants: list[Constant] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    labels: list[Formula] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    """The global ones."""
    modules: list[Module | Renamed] = field(default_factory=list)
    rewards: list[Reward] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    system: System | None = None
    system_span: Span | None = None
    init: Expr | None = None
    init_span: Span | None = None
    properties: list[Property] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
