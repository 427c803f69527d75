"""A process -> a name for each of its commands that no other command has, for the eyes of players."""

from __future__ import annotations

from collections import Counter

from oddsmith.expr.show import show
from oddsmith.process.process import Process, Summand


def move_names(process: Process) -> tuple[str, ...]:
    """The action of each command; where several share it, also what tells them apart.

    That is what they change and the others of the name do not: `reroll die.face[1], die.face[3]`; `reroll nothing`
    for one that changes no more than all of them do. What is alike even then is numbered.
    """
    actions = Counter(summand.action for summand in process.summands)
    shared = {name: _common([s for s in process.summands if s.action == name]) for name in actions}
    titles = [_title(s, actions[s.action] > 1, shared[s.action]) for s in process.summands]
    counts, seen = Counter(titles), Counter[str]()
    names = []
    for title in titles:
        seen[title] += 1
        names.append(title if counts[title] == 1 else f"{title} #{seen[title]}")
    return tuple(names)


def written(summand: Summand) -> tuple[str, ...]:
    """What a command changes, in the order of its updates."""
    return tuple(dict.fromkeys(show(u.target) for branch in summand.branches for u in branch.updates))


def _common(summands: list[Summand]) -> frozenset[str]:
    return frozenset.intersection(*(frozenset(written(summand)) for summand in summands))


def _title(summand: Summand, ambiguous: bool, common: frozenset[str]) -> str:
    if not ambiguous:
        return summand.action or "move"
    own = ", ".join(name for name in written(summand) if name not in common)
    return f"{summand.action or 'move'} {own or 'nothing'}"
