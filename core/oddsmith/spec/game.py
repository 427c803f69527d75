"""A game as written: every part of a spec, parsed and located, before families and modules are unrolled."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddsmith.expr.nodes import Expr, Items, Range
from oddsmith.expr.types import Type
from oddsmith.process.process import Function, Table
from oddsmith.process.question import Expected
from oddsmith.source import Span


@dataclass(frozen=True)
class Constant:
    """A constant with its value after overrides; `text` is what the spec (or --set) says."""

    name: str
    type: Type
    value: int | Fraction | bool
    text: str
    span: Span | None = None


@dataclass(frozen=True)
class FamilyBinder:
    """`for: {p: 1..N}`: a name and its values; the domain may use constants and earlier binders."""

    name: str
    domain: Range | Items
    span: Span | None = None


@dataclass(frozen=True)
class Variable:
    """One variable or array. Ranges, axes and init are expressions over constants (init also over index names)."""

    name: str
    type: Type
    low: Expr | None
    """None for truth values and enumerations."""
    high: Expr | None
    init: Expr | tuple[object, ...] | None
    """An expression, nested tuples of expressions for arrays, or None: the lowest value."""
    axes: tuple[FamilyBinder, ...] = ()
    """Empty for scalars; binder names may be "" where none was given."""
    sees: tuple[Reference, ...] | None = None
    """The players who see it; their indices may use the names of the axes. None: everybody."""
    span: Span | None = None


@dataclass(frozen=True)
class TableDraw:
    """`{table: weights}`, or of a table with two axes one row: `{table: weights, row: card}`."""

    table: str
    row: Expr | None = None


@dataclass(frozen=True)
class DrawClause:
    """`draw: {a: d6}`: a Range (uniform), pairs (value, weight), or a table of weights."""

    name: str
    domain: Range | tuple[tuple[Expr, Expr], ...] | TableDraw
    span: Span | None = None


@dataclass(frozen=True)
class LetClause:
    name: str
    value: Expr
    span: Span | None = None


@dataclass(frozen=True)
class Assignment:
    """`target: value`; the target is a Name or an Index."""

    target: Expr
    value: Expr
    span: Span | None = None
    family: tuple[FamilyBinder, ...] = ()
    """`f[i in 1..N]: value`: one assignment per combination; the target is then `f[i]`."""


@dataclass(frozen=True)
class Effect:
    """What follows a guard or a weight: draws, abbreviations, then updates or weighted effects."""

    draws: tuple[DrawClause, ...] = ()
    lets: tuple[LetClause, ...] = ()
    updates: tuple[Assignment, ...] = ()
    branches: tuple[tuple[Expr, Effect], ...] = ()
    """Weighted branches; either these or `updates`."""
    span: Span | None = None
    family: tuple[FamilyBinder, ...] = ()
    """Of a branch: one branch per combination; the names stand in its weight and in all of its effect."""


@dataclass(frozen=True)
class Reference:
    """`step` or `step[p, 2]`: an action, a player or a reward, with index expressions over family binders."""

    name: str
    indices: tuple[Expr, ...] = ()
    span: Span | None = None


@dataclass(frozen=True)
class PartyClause:
    """One entry of `together:`: what a player chooses while others choose, too."""

    player: str
    choose: tuple[FamilyBinder, ...]
    when: Expr
    """On the state and the player's own choice."""
    among: Expr | None = None
    """One of so many players who are all alike."""
    others: tuple[tuple[str, Expr], ...] = ()
    """(name, condition on the choice): how many of the other players choose so."""
    span: Span | None = None


@dataclass(frozen=True)
class Command:
    when: Expr
    effect: Effect
    action: Reference | None = None
    player: Reference | None = None
    family: tuple[FamilyBinder, ...] = ()
    choose: tuple[FamilyBinder, ...] = ()
    span: Span | None = None
    together: tuple[PartyClause, ...] = ()
    gain: tuple[tuple[str, Expr], ...] = ()
    """(reward, what the command adds to it)."""


@dataclass(frozen=True)
class Module:
    name: str
    parameters: tuple[tuple[str, Expr | None], ...] = ()
    variables: tuple[Variable, ...] = ()
    commands: tuple[Command, ...] = ()
    span: Span | None = None


@dataclass(frozen=True)
class Instance:
    """One use of a module, or a family of uses; `rename` maps actions, own variables and those it reads."""

    name: str
    module: str
    family: tuple[FamilyBinder, ...] = ()
    parameters: tuple[tuple[str, Expr], ...] = ()
    rename: tuple[tuple[str, str], ...] = ()
    span: Span | None = None


@dataclass(frozen=True)
class ActionPattern:
    """`bet`, `step[*]`, `step[1]`, `*`: `name` may be "*"; indices None stands for all."""

    name: str
    indices: tuple[int, ...] | None = None
    span: Span | None = None


@dataclass(frozen=True)
class Player:
    """A player, or with a family one player per index: `p[i in 1..n]`."""

    name: str
    modules: tuple[str, ...] = ()
    actions: tuple[ActionPattern, ...] = ()
    family: tuple[FamilyBinder, ...] = ()
    wants: Reference | None = None
    """The reward that the player wants as much of as possible."""
    span: Span | None = None


@dataclass(frozen=True)
class LabelClause:
    """A label, or with a family one label per index: `win[p in 1..N]`."""

    name: str
    condition: Expr
    family: tuple[FamilyBinder, ...] = ()
    span: Span | None = None


@dataclass(frozen=True)
class RewardItem:
    """`actions` empty: a state reward."""

    gain: Expr
    when: Expr
    actions: tuple[ActionPattern, ...] = ()
    span: Span | None = None


@dataclass(frozen=True)
class RewardClause:
    """A reward, or with a family one reward per index: `gain[i in 1..n]`."""

    name: str
    items: tuple[RewardItem, ...]
    family: tuple[FamilyBinder, ...] = ()
    span: Span | None = None


@dataclass(frozen=True)
class ExpectClause:
    """An expectation that holds under a condition on the constants."""

    when: Expr
    expected: Expected


@dataclass(frozen=True)
class QuestionClause:
    """A question as text; with a family one question per index."""

    name: str
    ask: Span
    """Where the question's text stands (its text is what is parsed)."""
    text: str
    when: Expr
    family: tuple[FamilyBinder, ...] = ()
    expects: tuple[ExpectClause, ...] = ()
    span: Span | None = None


@dataclass(frozen=True)
class Game:
    """Everything a spec says. `functions` bodies and all expressions still name constants."""

    name: str
    about: str
    kind: str
    constants: tuple[Constant, ...]
    functions: tuple[Function, ...]
    tables: tuple[Table, ...]
    variables: tuple[Variable, ...]
    commands: tuple[Command, ...]
    modules: tuple[Module, ...]
    instances: tuple[Instance, ...]
    players: tuple[Player, ...]
    labels: tuple[LabelClause, ...]
    rewards: tuple[RewardClause, ...]
    questions: tuple[QuestionClause, ...]
    independent: tuple[ActionPattern, ...] = ()
    hide: tuple[ActionPattern, ...] = ()
    deadlock: str = "loop"
    overlap: str = "error"
    symmetry: tuple[tuple[str, str], ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    """(file name, text) of the spec and of all it extends, for the manifest."""
