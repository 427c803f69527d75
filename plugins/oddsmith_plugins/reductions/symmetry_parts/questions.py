"""Questions -> the same questions, asked about as few parts as possible.

If an exchange leaves the process and its first state as they are and turns one question into another, both have the
same answer: `P=? [F f[4] = 0]` is asked as `P=? [F f[3] = 0]`, and players 4, 5, … need not be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from itertools import product

from oddsmith.plugin import Blocks, Expr, Question, Reward, conditions_of, free_names, show
from oddsmith_plugins.reductions.symmetry_parts.exchange import Block, Exchanges

Change = Callable[[int], int]


def asked_rewards(questions: Iterable[Question]) -> frozenset[str]:
    """The rewards that questions ask for."""
    names = (getattr(question.query, "reward", None) for question in questions)
    return frozenset(name for name in names if name is not None)


def rewards_of(rewards: Iterable[Reward], names: frozenset[str]) -> list[Expr]:
    """What these rewards gain in a state."""
    return [reward.state for reward in rewards if reward.name in names]


def with_few_parts(exchanges: Exchanges, groups: Iterable[Blocks]) -> tuple[Question, ...]:
    """The questions, each as an earlier one that some exchange turns into it."""
    lasting = [group for blocks in groups for group in _beginning_alike(exchanges, blocks)]
    found: list[Question] = []
    firsts: list[Question] = []
    for question in exchanges.process.questions:
        formulas = conditions_of([question])
        # An exchange that leaves a question as it is does not make it another one.
        broken = [blocks for blocks in lasting if not all(exchanges.keeps(f, tuple(blocks)) for f in formulas)]
        first = next((known for known in firsts if _is_image(exchanges, known, question, broken)), None)
        if first is None:
            firsts.append(question)
        found.append(question if first is None else replace(question, query=first.query))
    return tuple(found)


def _beginning_alike(exchanges: Exchanges, group: Blocks) -> list[list[Block]]:
    """The blocks by their first values: changing the places of equal ones leaves the first state as it is."""
    found: dict[tuple[int, ...], list[Block]] = {}
    for block in group:
        found.setdefault(tuple(exchanges.params[name].init for name in block), []).append(block)
    return [blocks for blocks in found.values() if len(blocks) > 1]


def _is_image(exchanges: Exchanges, one: Question, other: Question, groups: list[list[Block]]) -> bool:
    """Whether an exchange of two blocks turns one question into the other."""
    wanted = _form(exchanges, other.query, lambda node: node)
    if wanted == _form(exchanges, one.query, lambda node: node):
        return True
    for blocks in groups:
        mine, theirs = ([b for b in blocks if _mentions(exchanges, q, b)] for q in (one, other))
        for a, b in product(mine, theirs):
            if a != b and _form(exchanges, one.query, exchanges.swap(a, b)) == wanted:
                return True
    return False


def _mentions(exchanges: Exchanges, question: Question, block: Block) -> bool:
    cells = 0
    for name in block:
        cells |= exchanges.reader.forms.reads[exchanges.reader.cells[name]]
    formulas = conditions_of([question])
    return any(exchanges.reader.forms.reads[exchanges.reader(formula)] & cells for formula in formulas)


def _form(exchanges: Exchanges, value: object, change: Change) -> object:
    """A question, or a part of one, with its formulas as changed nodes."""
    if isinstance(value, Expr):
        reader = exchanges.reader
        known = reader.cells.keys() | reader.arrays.keys() | reader.tables.keys()
        return change(reader(value)) if free_names(value) <= known else show(value)
    if is_dataclass(value):
        parts = [_form(exchanges, getattr(value, field.name), change) for field in fields(value)]
        return (type(value).__name__, *parts)
    return value
