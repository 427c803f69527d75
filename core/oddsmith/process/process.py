"""The linear process: everything unrolled but draws, choices, and recursive functions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddsmith.expr.nodes import Expr
from oddsmith.expr.types import Type
from oddsmith.process.question import Question
from oddsmith.source import Span

TAU = "tau"
"""The name of every hidden action."""


@dataclass(frozen=True)
class Parameter:
    """One cell of the state; an array contributes one parameter per cell, `pos[1]`, `pos[2]`, …"""

    name: str
    type: Type
    low: int
    high: int
    init: int
    span: Span | None = None


@dataclass(frozen=True)
class Array:
    """Where the cells of an array stand among the parameters (row-major from `first`)."""

    name: str
    axes: tuple[tuple[int, int], ...]
    """Lowest and highest index of each axis."""
    first: int


@dataclass(frozen=True)
class Table:
    """Constants by index (row-major); None where the table has no entry."""

    name: str
    axes: tuple[tuple[int, int], ...]
    values: tuple[int | Fraction | None, ...]
    bind: str = ""
    """What kind of numbers other values have that may be bound to it (see spec/read/bound.py); empty: none may."""
    on_zero: str = "error"
    """What becomes of a row of zeros when values are bound: uniform, first or error."""


@dataclass(frozen=True)
class Function:
    """A pure function of its arguments and, if its body reads parameters, of the state."""

    name: str
    arguments: tuple[str, ...]
    body: Expr
    result: Type
    argument_types: tuple[Type, ...]
    span: Span | None = None


@dataclass(frozen=True)
class Sum:
    """A nondeterministic binder: somebody chooses `name` from `values`."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Uniform:
    """Every whole number from `low` to `high` (both may depend on the state) alike."""

    low: Expr
    high: Expr


@dataclass(frozen=True)
class Weighted:
    """Outcomes with their weights, which must sum to 1 (and may depend on the state)."""

    outcomes: tuple[tuple[Expr, Expr], ...]
    """(value, weight) pairs."""


@dataclass(frozen=True)
class Draw:
    """A probabilistic binder; later draws of a branch may depend on earlier ones."""

    name: str
    domain: Uniform | Weighted


@dataclass(frozen=True)
class Update:
    """`target` (a Name or an Index with any index expression) gets `value`, all at once."""

    target: Expr
    value: Expr


@dataclass(frozen=True)
class Branch:
    """With probability `weight` (times that of the draws) the updates happen."""

    draws: tuple[Draw, ...]
    weight: Expr
    updates: tuple[Update, ...]


@dataclass(frozen=True)
class Gain:
    """What taking the command adds to a reward; `next(x)` in it makes it depend on the successor."""

    reward: str
    value: Expr


@dataclass(frozen=True)
class Party:
    """One of those who decide at the same time: which of a command's choices are whose.

    With `among`, the party is one of so many players who are all alike: `others` are then choices of the crowd, the
    number of other players who take the second, third, … value of `choices` (the rest takes the first).
    """

    player: str
    choices: tuple[str, ...]
    """Names of sums."""
    among: Expr | None = None
    others: tuple[str, ...] = ()
    """Names of sums."""


@dataclass(frozen=True)
class Summand:
    """One guarded command of the linear form. Weights of the branches sum to 1 where enabled."""

    action: str
    guard: Expr
    branches: tuple[Branch, ...]
    player: str | None = None
    sums: tuple[Sum, ...] = ()
    gains: tuple[Gain, ...] = ()
    origin: Span | None = None
    followed: Expr | None = None
    """Where this holds, an enabled command is a hidden step to one state that may be taken at once: kernels put the
    state it leads to in the place of a successor, again and again. Without that there are more states, and the same
    answers."""
    parties: tuple[Party, ...] = ()
    """Who decides at the same time; nobody's command then (`player` is None), and the only one where it is enabled."""


@dataclass(frozen=True)
class Label:
    name: str
    condition: Expr
    span: Span | None = None


@dataclass(frozen=True)
class Reward:
    """A reward structure; `state` is gained on leaving a state, gains stand at the summands."""

    name: str
    state: Expr
    span: Span | None = None


Blocks = tuple[tuple[str, ...], ...]
"""Tuples of parameters, equally long and with the same ranges in each place, that may change places as wholes."""


@dataclass(frozen=True)
class Process:
    """What reductions change and kernels compile. Knows no Game."""

    name: str
    kind: str
    """chain, mdp or game."""
    params: tuple[Parameter, ...]
    summands: tuple[Summand, ...]
    arrays: tuple[Array, ...] = ()
    tables: tuple[Table, ...] = ()
    functions: tuple[Function, ...] = ()
    labels: tuple[Label, ...] = ()
    rewards: tuple[Reward, ...] = ()
    questions: tuple[Question, ...] = ()
    players: tuple[str, ...] = ()
    deadlock: str = "loop"
    """loop: a state without commands is an end and stays as it is; error: it is a mistake."""
    wants: tuple[tuple[str, str], ...] = ()
    """(player, the reward that the player wants as much of as possible)."""
    overlap: str = "error"
    """Where several commands of a chain are enabled; error: that is a mistake; uniform: each is taken alike."""
    sees: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(parameter, players who see it), only for parameters that somebody does not see."""
    erased: tuple[tuple[str, int], ...] = ()
    """Parameters that a reduction removed, and the value they always had."""
    call_depth: int = 200
    """How deep functions may call themselves."""
    symmetry: tuple[tuple[str, str], ...] = ()
    """Declared, not yet checked: (`rotate`, an array), (`with`, the parameter that says whose turn it is),
    (`exchange`, an array whose cells may change places)."""
    exchangeable: tuple[Blocks, ...] = ()
    """Checked: states that differ in the order of these blocks alone have the same answers. Kernels sort the blocks of
    every successor, by the values of their parameters; no parameter is in two of them."""

    @property
    def mixes(self) -> bool:
        """Whether the commands that are enabled in a state become one, each taken alike."""
        return self.kind == "chain" and self.overlap == "uniform"

    @property
    def exclusive(self) -> bool:
        """Whether at most one command may be enabled in a state."""
        return self.kind == "chain" and self.overlap == "error"

    @property
    def together(self) -> bool:
        """Whether somewhere several players decide at the same time."""
        return any(summand.parties for summand in self.summands)

    @property
    def drops_alike(self) -> bool:
        """Whether choices of a state with the same successors and gains are stored once."""
        return self.kind == "mdp" and bool(self.exchangeable)
