"""Games with hidden information, unfolded, and asked as a run asks them; the same games as files for Gambit."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import numpy as np

from oddsmith.context import Context
from oddsmith.process.process import Process
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.request import Finding
from oddsmith.space.explore import explore
from oddsmith.spec.game import Game
from oddsmith.spec.load import load, load_text
from oddsmith.spec.lower import ask, lower, with_questions
from oddsmith.tree.solver import TreeSolver
from oddsmith.tree.tree import GameTree
from oddsmith.tree.unfolded import Unfolded
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.kernels.reference import Reference

SPECS = Path(__file__).parents[3] / "specs"


def game_of(text: str) -> Game:
    return load_text("game: test\ntype: game\n" + dedent(text), "test.yaml", {})


def spec(name: str, **overrides: str) -> Game:
    return load(SPECS / f"{name}.yaml", overrides)


def unfolded(game: Game, *texts: str, exact: bool = True) -> Unfolded:
    """The tree of a game, ready for these questions (called q0, q1, …)."""
    questions = [ask(game, text, f"q{k}") for k, text in enumerate(texts)]
    process: Process = with_questions(lower(game), questions, game)
    conditions = conditions_of(process.questions)
    targets = [Reference()] if exact else [Reference(), CompiledTarget()]
    space, _ = explore(process, conditions, targets, Context(), exact=exact)
    return Unfolded.of(process, space, conditions, Context())


def answers(solver: TreeSolver, game: Game, *texts: str, exact: bool = True) -> list[Finding]:
    """What the solver says; every question must fit."""
    found = unfolded(game, *texts, exact=exact)
    questions = [q for q in found.process.questions if q.name.startswith("q")]
    asked = [next(q for q in questions if q.name == f"q{k}") for k in range(len(texts))]
    assert [solver.hindrance(found, question) for question in asked] == [""] * len(asked)
    result = solver.find(found, asked, Context())
    return [result[question.name] for question in asked]


def hindrance(solver: TreeSolver, game: Game, text: str) -> str:
    found = unfolded(game, text)
    return solver.hindrance(found, next(q for q in found.process.questions if q.name == "q0"))


def efg(game: Unfolded) -> str:
    """The tree in Gambit's language: what players want at the leaves, all numbers as fractions."""
    lines = ['EFG 2 R "test" {' + " ".join(f'"{player}"' for player in game.tree.players) + "}", '""']
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(game.tree.parent.tolist()):
        children.setdefault(parent, []).append(node)
    _write(game, 0, children, lines, {leaf: k for k, leaf in enumerate(game.tree.leaves.tolist())})
    return "\n".join(lines) + "\n"


def _write(game: Unfolded, node: int, children: dict[int, list[int]], lines: list[str], leaves: dict[int, int]) -> None:
    tree, information = game.tree, game.tree.information
    below = children.get(node, [])
    if not below:
        payoffs = ", ".join(str(payoff[leaves[node]]) for payoff in game.exact_wanted)
        lines.append(f't "" {leaves[node] + 1} "" {{ {payoffs} }}')
        return
    number = int(tree.information_set[node])
    if number < 0:
        _chance(game, below, lines)
        for child in below:
            _write(game, child, children, lines, leaves)
        return
    player = int(information.player[number])
    own = np.flatnonzero(information.of(player) == number)[0] + 1
    moves = range(int(information.start[number]), int(information.start[number + 1]))
    names = " ".join(f'"{information.names[m]}"' for m in moves)
    lines.append(f'p "" {player + 1} {own} "" {{ {names} }} 0')
    for move in moves:
        chosen = [child for child in below if tree.last[player, child] == move]
        if len(chosen) > 1:
            _chance(game, chosen, lines)
        for child in chosen:
            _write(game, child, children, lines, leaves)


def _chance(game: Unfolded, nodes: list[int], lines: list[str]) -> None:
    exact = game.tree.space.transitions.exact
    assert exact is not None
    weights = [Fraction(exact[int(game.tree.step[node])]) for node in nodes]
    number = sum(line.startswith("c") for line in lines) + 1
    lines.append(f'c "" {number} "" {{ ' + " ".join(f'"{k}" {w}' for k, w in enumerate(weights)) + " } 0")


def kuhn_history(tree: GameTree, number: int) -> str:
    """An information set as OpenSpiel writes it: the card from 0 on, then the moves."""
    view, player = tree.view(number), int(tree.information.player[number])
    seats = len(tree.players)
    bettor, turn = view["bettor"], view["turn"]
    if bettor == 0:
        moves = "p" * (turn - 1)
    else:
        after = [(bettor - 1 + k) % seats + 1 for k in range(1, (turn - bettor) % seats)]
        moves = "p" * (bettor - 1) + "b" + "".join("b" if view[f"paid[{seat}]"] else "p" for seat in after)
    return f"{view[f'card[{player + 1}]'] - 1}{moves}"
