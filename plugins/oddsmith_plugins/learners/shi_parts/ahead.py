"""An information set -> the plays behind it, what others may hold in them, and the fixed plans to choose from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Match, Vector

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Dealing:
    """One seat in the order of play: every way to deal to it, behind every way to deal to the seats before."""

    seat: int
    parent: Integers
    """Which way to deal before it this one goes on from."""
    holding: Integers
    """What the seat gets."""


@dataclass(frozen=True)
class Ahead:
    """All that can be known of a decision before anything is learned."""

    leaves: Integers
    past: Integers
    """The moves of everybody that lead there."""
    dealings: tuple[Dealing, ...]
    deal: Integers
    """[leaves]: the last way to deal of each play."""
    later: Vector
    """[leaves]: the part of chance behind the decision, and among histories with the same deal."""
    prefixes: tuple[tuple[str, ...], ...]
    """[players]: what each has done so far."""
    plans: tuple[tuple[int, Vector], ...]
    """The first move of each plan, and [leaves] the part of the plan in the probability of each play."""
    gains: Vector
    """All that can be gained, ascending."""
    gain: Integers
    """[leaves]: which of them each play brings."""
    own: tuple[tuple[int, int, int], ...]
    """The player's information sets from here on, the last first: where moves begin and end, and the move before."""


def ahead_of(match: Match, information_set: int) -> Ahead:
    tree = match.tree
    player = int(tree.information.player[information_set])
    leaves = match.beyond(information_set)
    nodes = _nodes(match, leaves, information_set)
    first = int(nodes[0])
    prefixes = tuple(match.line_to(int(tree.last[seat, first])) for seat in range(len(tree.players)))
    dealings, deal = _dealings(match, leaves, player)
    past = _past(match, nodes)
    gains, gain = np.unique(match.payoffs[player, leaves], return_inverse=True)
    return Ahead(
        leaves,
        past,
        dealings,
        deal,
        _later(match, leaves, nodes, deal),
        prefixes,
        tuple(_plans(match, player, information_set, leaves, past)),
        gains,
        gain.reshape(-1),
        _own(match, player, information_set, leaves),
    )


def _own(match: Match, player: int, information_set: int, leaves: Integers) -> tuple[tuple[int, int, int], ...]:
    known = match.tree.information
    reached = np.unique(known.owner[match.paths[leaves][match.paths[leaves] < known.moves]])
    depth = len(match.line_to(int(known.start[information_set])))
    found = [
        (int(known.start[which]), int(known.start[which + 1]), int(known.before[which]))
        for which in reached.tolist()
        if known.player[which] == player and len(match.line_to(int(known.start[which]))) >= depth
    ]
    return tuple(reversed(found))


def _nodes(match: Match, leaves: Integers, information_set: int) -> Integers:
    """[leaves]: the history of each play at which the decision is made."""
    tree = match.tree
    node = tree.leaves[leaves]
    while (away := tree.information_set[node] != information_set).any():
        node = np.where(away, tree.parent[node], node)
    return node


def _past(match: Match, nodes: Integers) -> Integers:
    """The moves on the way to these histories."""
    known = match.tree.information
    waiting = {int(move) for seat in match.tree.last[:, np.unique(nodes)] for move in seat if move < known.moves}
    found: set[int] = set()
    while waiting:
        move = waiting.pop()
        found.add(move)
        before = int(known.before[known.owner[move]])
        if before < known.moves and before not in found:
            waiting.add(before)
    return np.array(sorted(found), dtype=np.int64)


def _dealings(match: Match, leaves: Integers, player: int) -> tuple[tuple[Dealing, ...], Integers]:
    """Ways to deal to the others, seat by seat, and which of the last ones each play has."""
    found: list[Dealing] = []
    deal = np.zeros(len(leaves), dtype=np.int64)
    for seat in range(len(match.tree.players)):
        if seat != player:
            pairs = np.stack([deal, match.held[seat, leaves]], axis=1)
            distinct, deal = np.unique(pairs, axis=0, return_inverse=True)
            deal = deal.reshape(-1)
            found.append(Dealing(seat, distinct[:, 0], distinct[:, 1]))
    return tuple(found), deal


def _later(match: Match, leaves: Integers, nodes: Integers, deal: Integers) -> Vector:
    reached, first = np.unique(nodes, return_index=True)
    totals = np.bincount(deal[first], weights=match.tree.chance[reached], minlength=int(deal.max()) + 1)
    found: Vector = match.plays.chance[leaves] / totals[deal]
    return found


def _plans(
    match: Match, player: int, information_set: int, leaves: Integers, past: Integers
) -> list[tuple[int, Vector]]:
    """What may be done from here on, whatever happens: the lines that no other one goes on from."""
    known = match.tree.information
    low, high = int(known.start[information_set]), int(known.start[information_set + 1])
    turn = len(match.line_to(low)) - 1
    lines = {match.lines[number] for number in match.line[player, leaves].tolist()}
    whole = [line for line in lines if not any(other != line and other[: len(line)] == line for other in lines)]
    found: list[tuple[int, Vector]] = []
    for line in sorted(whole):
        behaviour = np.zeros(known.moves)
        for which in known.of(player).tolist():
            moves = range(int(known.start[which]), int(known.start[which + 1]))
            depth = len(match.line_to(moves[0])) - 1
            wanted = line[depth] if turn <= depth < len(line) else ""
            same = [move for move in moves if known.names[move] == wanted]
            behaviour[same or list(moves)] = 1 / len(same or moves)
        behaviour[past] = 1.0
        move = next(move for move in range(low, high) if known.names[move] == line[turn])
        found.append((move, match.plays.plan(behaviour)[match.plays.last[leaves, player]]))
    return found
