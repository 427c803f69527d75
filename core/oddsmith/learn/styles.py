"""How somebody plays, as expressions over what he sees -> the probability of every move at every seat.

A style gives probabilities to moves by their names: `bet: play[card[me]]`, where `me` is the number of the player whose
turn it is (1 for the first player of the game). Moves without an expression share what is left. It may read the
variables, constants, functions and labels of the game and tables of its own, but nothing that the player does not see:
in all states that look alike to him it must give the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from oddsmith.expr.closures import Closure
from oddsmith.expr.evaluate import Compiler
from oddsmith.expr.infer import check
from oddsmith.expr.nodes import Expr, Number
from oddsmith.expr.types import INT, NUMBER
from oddsmith.expr.values import EvaluationError
from oddsmith.process.layout import layout_of
from oddsmith.process.process import Process, Table
from oddsmith.source import Diagnostic, Span, SpecError
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.spec.game import Game
from oddsmith.spec.lower.ground import Ground, ground
from oddsmith.tree.tree import GameTree, Vector

ME = "me"


@dataclass(frozen=True)
class Style:
    """The habits of a person, as written."""

    name: str
    moves: Mapping[str, Expr]
    tables: tuple[Table, ...] = ()
    about: str = ""
    span: Span | None = field(default=None, compare=False)


def habit(style: Style, game: Game, process: Process, tree: GameTree) -> Vector:
    """[moves]: the probability of each move, whoever makes it; SpecError with all that is wrong with the style."""
    complaints = Complaints()
    base = ground(game)
    _check_names(style, base, tree, complaints)
    complaints.check()
    layout = layout_of(process)
    layout = replace(
        layout,
        tables={**{t.name: t for t in game.tables}, **{t.name: t for t in style.tables}},
        functions={function.name: function for function in base.functions},
    )
    compiler = Compiler(layout)
    found = np.zeros(tree.information.moves)
    for player in range(len(tree.players)):
        here = base.scope.bind({ME: Number(player + 1)})
        formulas = {name: compiler.compile(here.resolve(expr)) for name, expr in style.moves.items()}
        for which in tree.information.of(player).tolist():
            low, high = int(tree.information.start[which]), int(tree.information.start[which + 1])
            found[low:high] = _probabilities(style, tree, which, formulas, complaints)
    complaints.check()
    return found


def _check_names(style: Style, base: Ground, tree: GameTree, complaints: Complaints) -> None:
    names = set(tree.information.names)
    tables = {table.name: (NUMBER, len(table.axes)) for table in style.tables}
    scope = replace(base.types.bind({ME: INT}), tables={**base.types.tables, **tables})
    for name, expr in style.moves.items():
        if name not in names:
            message = f"nobody can make the move `{name}`"
            complaints.add("E404", message, expr.span, fix=suggestion(name, names, "moves"))
        check(expr, scope, NUMBER, "a probability", complaints.found)


def _probabilities(
    style: Style, tree: GameTree, which: int, formulas: Mapping[str, Closure], complaints: Complaints
) -> Vector:
    """The moves of one information set; zeros after a complaint."""
    known = tree.information
    names = known.names[int(known.start[which]) : int(known.start[which + 1])]
    given: dict[str, Fraction] = {}
    for name in names:
        if name in formulas:
            value = _value(style, tree, which, name, formulas[name], complaints)
            if value is None:
                return np.zeros(len(names))
            given[name] = value
    rest = 1 - sum(given.values(), Fraction(0))
    others = len(names) - len(given)
    if rest < 0 or (rest and not others):
        message = f"{style.name}: the probabilities sum to {1 - rest} where {tree.words(which)}"
        complaints.add("E402", message, style.moves[next(iter(given))].span, fix="make them sum to 1")
    return np.array([float(given[name] if name in given else rest / others) for name in names])


def _value(
    style: Style, tree: GameTree, which: int, name: str, formula: Closure, complaints: Complaints
) -> Fraction | None:
    """The probability of a move, the same in all states that look alike."""
    span = style.moves[name].span
    player = tree.players[int(tree.information.player[which])]
    found: set[Fraction] = set()
    for state in np.unique(tree.state[tree.information_set == which]).tolist():
        try:
            found.add(Fraction(formula(tree.space.encoding.unpack(tree.space.rows[state]))))
        except EvaluationError as error:
            complaints.add(error.code, f"{style.name}, {player}: {error.message}", error.span or span)
            return None
    value = found.pop()
    if found:
        message = f"{style.name}: `{name}` depends on what {player} does not see"
        complaints.add("E307", message, span, why=f"where {tree.words(which)}", fix="read what `me` sees only")
        return None
    if not 0 <= value <= 1:
        fix = "probabilities lie between 0 and 1"
        complaints.add("E401", f"{style.name}: `{name}` has the probability {value}", span, fix=fix)
        return None
    return value


def aimless(tree: GameTree) -> SpecError | None:
    """The complaint about players who want nothing (E505), if there are any."""
    names = [player for player, want in zip(tree.players, tree.wants, strict=True) if want is None]
    if not names and tree.players:
        return None
    message = f"nobody knows what {', '.join(names)} wants" if names else "nobody decides anything in this game"
    return SpecError([Diagnostic("E505", message, fix="write `players: {name: {wants: reward}}` into the spec")])
