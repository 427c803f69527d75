"""A process -> which blocks of parameters may change places: every exchange is carried out and compared.

Two blocks may change places if the renamed process is the same up to the order of commands, branches, updates and
operands. That is an equivalence: if a and b, and b and c may change places, then a and c may. So each block is compared
with one of each class, and the exchanges of neighbours in a class generate all orders of it. States that differ by
such an order are bisimilar, as in Emerson and Sistla, "Symmetry and model checking" (1996); we compare the linear
process itself, so nothing has to be declared with a special type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from oddsmith.plugin import Blocks, Expr, Parameter, Process
from oddsmith_plugins.reductions.symmetry_parts.columns import Column, columns_of, records
from oddsmith_plugins.reductions.symmetry_parts.commands import Command, commands_of, guards_of
from oddsmith_plugins.reductions.symmetry_parts.forms import Key, Renaming
from oddsmith_plugins.reductions.symmetry_parts.reading import Reader

Block = tuple[str, ...]


@dataclass
class Exchanges:
    """Tries exchanges of one process; `rewards` are those whose gains have to stay the same."""

    process: Process
    rewards: frozenset[str] = frozenset()
    plain: dict[int, Key] = field(default_factory=dict)
    """The forms of commands as they are."""

    def __post_init__(self) -> None:
        self.reader = Reader(self.process)
        self.params = {param.name: param for param in self.process.params}
        self.sees = dict(self.process.sees)
        self.formulas: list[int] = []
        self.guards = guards_of(self.reader)

    @cached_property
    def commands(self) -> list[Command]:
        """Short ones first: they are quickly compared."""
        return sorted(commands_of(self.reader, self.rewards), key=lambda c: len(c.outcomes))

    def watch(self, formulas: Iterable[Expr]) -> None:
        """Formulas that must have the same value after an exchange."""
        self.formulas += [self.reader(formula) for formula in formulas]

    def groups(self, first: Iterable[list[Column]] = ()) -> list[Blocks]:
        """The largest sets of blocks that may change places; no parameter is in two of them."""
        found: list[Blocks] = []
        used = set(self.reader.fixed)
        for several in (*first, *records(columns_of(self.process))):
            for group in self._classes([block for block in blocks_of(several) if not used & set(block)]):
                found.append(group)
                used |= {name for block in group for name in block}
        return found

    def _classes(self, blocks: Iterable[Block]) -> list[Blocks]:
        classes: list[list[Block]] = []
        for block in blocks:
            # Neighbours are most often alike, so the last class is tried first.
            fitting = next((known for known in reversed(classes) if self.allowed(known[0], block)), None)
            if fitting is None:
                classes.append([block])
            else:
                fitting.append(block)
        return [tuple(known) for known in classes if len(known) > 1]

    def allowed(self, one: Block, other: Block) -> bool:
        """Whether two blocks may change places."""
        if not self.is_fitting(one, other):
            return False
        change = self.swap(one, other)
        if any(change(node) != node for node in self.formulas):
            return False
        # Most exchanges fail here already, before the whole commands are read.
        moved = [guard for guard in self.guards if self.reader.forms.reads[guard] & change.moved]
        if Counter(moved) != Counter(map(change, moved)) or self.broken(change) is not None:
            return False
        return not self.reader.fixed & {*one, *other}

    def is_fitting(self, one: Block, other: Block) -> bool:
        """Whether both hold the same values and are seen by the same players."""
        if set(one) & set(other) or len(one) != len(other):
            return False
        return all(self._kind(a) == self._kind(b) for a, b in zip(one, other, strict=True))

    def _kind(self, name: str) -> tuple[object, ...]:
        param: Parameter = self.params[name]
        return (param.type, param.low, param.high, self.sees.get(name))

    def swap(self, one: Block, other: Block) -> Renaming:
        cells = self.reader.cells
        pairs = [(cells[a], cells[b]) for a, b in zip(one, other, strict=True)]
        return Renaming(self.reader.forms, dict(pairs) | {b: a for a, b in pairs})

    def broken(self, change: Renaming) -> Command | None:
        """A command that is not among the commands any more when it is changed; None if all of them are."""
        moved = [number for number, command in enumerate(self.commands) if command.reads & change.moved]
        known = Counter(self._plain(number) for number in moved)
        for number in moved:
            form = self.commands[number].form(self.reader.forms, change)
            if not known[form]:
                return self.commands[number]
            known[form] -= 1
        return None

    def _plain(self, number: int) -> Key:
        if number not in self.plain:
            self.plain[number] = self.commands[number].form(self.reader.forms, lambda node: node)
        return self.plain[number]

    def keeps(self, expr: Expr, group: Blocks) -> bool:
        """Whether a formula is the same in every order of the blocks."""
        node = self.reader(expr)
        return all(self.swap(a, b)(node) == node for a, b in pairwise(group))


def blocks_of(columns: list[Column]) -> list[Block]:
    """The parameters of each index in columns with the same indices."""
    return [tuple(name for column in columns for name in column.cells[i]) for i in columns[0].indices]
