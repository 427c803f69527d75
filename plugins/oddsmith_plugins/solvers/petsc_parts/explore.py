"""A process -> its state space in portions, one per rank, explored together.

Every rank expands the states that it owns, a batch a round. What they lead to is looked up among all that the rank has
met; states of others that it meets for the first time are sent to their owners, once, in one exchange a round. Nothing
has to be answered: an owner remembers in which order a rank sent its states, and that order is how the two exchange
values for ever after. The end is reached when in a round nobody expands or sends anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Array,
    Batch,
    Context,
    Expr,
    Growing,
    Kernel,
    NotCompilableError,
    Process,
    SemanticError,
    UnsuitableError,
    check_choices,
    compiled,
    i32,
    i64,
)
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.solvers.petsc_parts.agreement import Agreement
from oddsmith_plugins.solvers.petsc_parts.choices import Choices
from oddsmith_plugins.solvers.petsc_parts.portion import Halo, Portion
from oddsmith_plugins.solvers.petsc_parts.seen import Seen

ROOM = 1 << 17
"""Successors per round and rank: some milliseconds of work, messages of a megabyte."""
MOST_SENT = 1 << 30
"""Words that a rank may receive in one round."""
Numbers = NDArray[np.int32]


@compiled
def renumber(count: i64, number: Array[i32], column: Array[i32]) -> None:
    for t in range(count):
        column[t] = number[column[t]]


class _Exploration:
    """What one rank knows; all methods but the first few are called on all ranks at once."""

    def __init__(self, kernel: Kernel, process: Process, rewards: tuple[str, ...], agreement: Agreement) -> None:
        assert kernel.native is not None
        self.kernel, self.process, self.agreement = kernel, process, agreement
        self.comm, self.context = agreement.comm, agreement.context
        words, step = kernel.encoding.words, kernel.native
        room = max(min(ROOM, MOST_SENT // (words * self.comm.size)), step.most_successors, step.most_choices)
        self.batch = Batch(step, words, len(kernel.rewards), kernel.stepped, room)
        self.seen = Seen(words, room, self.context)
        self.own = Growing(np.int32, "the states that were found", self.context)
        self.choices = Choices(kernel, process.kind == "chain", rewards, self.context)
        self.found = self.expanded = 0
        self.sent: list[list[Numbers]] = [[] for _ in range(self.comm.size)]
        self.asked: list[list[Numbers]] = [[] for _ in range(self.comm.size)]
        self._begin()

    def _begin(self) -> None:
        """The initial state belongs to somebody; who it is everybody knows."""
        self.seen.enter(self.kernel.encoding.initial(), 1)
        self.first_owner = int(self.seen.owners(0, self.comm.size)[0])
        if self.first_owner == self.comm.rank:
            self._own(0, 1)
        else:
            self.seen = Seen(self.seen.words, self.seen.room, self.context)

    def _own(self, low: int, high: int) -> None:
        """The rows low..high-1 that were met are states of this rank."""
        self._append(np.arange(low, high, dtype=np.int32))

    def _append(self, numbers: Numbers) -> None:
        self.own.make_room(self.found + len(numbers))
        self.own.data[self.found : self.found + len(numbers)] = numbers
        self.found += len(numbers)

    def run(self) -> None:
        """Rounds until nobody has anything to do."""
        task = self.context.monitor.task("exploring", "states")
        busy, total = True, 0
        while busy:
            low = self.seen.size
            row = self._expand()
            busy, total, faulty = self._exchange(low, row is not None)
            if faulty:
                self.agreement.judge(row)
            self.context.allow_states(total)
            self.context.check()
            task.advance(total, None, f"on {self.comm.size} ranks")
        task.finish()

    def _expand(self) -> Any:
        """One batch of own states; the row of a faulty one, if there is any."""
        self.worked = False
        if self.expanded == self.found:
            return None
        rows = self.seen.take(self.own.data[self.expanded : min(self.found, self.expanded + self._stride())])
        end = self.batch.expand(rows, 0, len(rows), merging=True)
        batch, self.worked = self.batch, True
        summand = batch.pairs[: 2 * batch.choices : 2]
        try:
            check_choices(self.process, rows[:end], batch.counts[:end], summand)
        except SemanticError as error:
            return error.row
        self.choices.take(batch, end, self.seen.enter(batch.targets, batch.successors))
        self.expanded += end
        return rows[end] if batch.fault else None

    def _stride(self) -> int:
        """As many states as fill the batch, by what the states so far had on average."""
        average = self.choices.transitions / max(1, self.expanded)
        return max(64, int(self.batch.room / max(1.0, average)))

    def _exchange(self, low: int, faulty: bool) -> tuple[bool, int, bool]:
        """Send the states from number `low` on to their owners; whether anybody works, all states, any fault."""
        ranks, words, start = self.comm.size, self.seen.words, self.seen.size
        owner = self.seen.owners(low, ranks)
        order = np.argsort(owner, kind="stable").astype(np.int32) + np.int32(low)
        counts = np.bincount(owner, minlength=ranks)
        parts = np.split(order, np.cumsum(counts)[:-1])
        self._append(parts[self.comm.rank])
        counts[self.comm.rank] = 0
        parts[self.comm.rank] = np.empty(0, dtype=np.int32)
        for rank, part in enumerate(parts):
            self._remember(self.sent[rank], part)
        told, heard = np.empty((ranks, 4), dtype=np.int64), np.empty((ranks, 4), dtype=np.int64)
        told[:, 0] = counts
        told[:, 1:] = self.worked or bool(counts.any()), self.found, faulty
        self.comm.Alltoall(told, heard)
        rows = self.seen.take(np.concatenate(parts))
        received = np.empty(int(heard[:, 0].sum()) * words, dtype=np.uint64)
        self.comm.Alltoallv([rows, counts * words], [received, heard[:, 0] * words])
        numbers = self.seen.enter(received, len(received) // words)
        self._own(start, self.seen.size)
        for rank, part in enumerate(np.split(numbers, np.cumsum(heard[:, 0])[:-1])):
            self._remember(self.asked[rank], part)
        return bool(heard[:, 1].any()), int(heard[:, 2].sum()), bool(heard[:, 3].any())

    @staticmethod
    def _remember(parts: list[Numbers], part: Numbers) -> None:
        if len(part):
            parts.append(part)

    def portion(self, conditions: int) -> Portion:
        """What was explored, numbered; ends the exploration."""
        comm, count = self.comm, self.found
        own = self.own.trimmed(count)
        sent, asked = [_joined(parts) for parts in self.sent], [_joined(parts) for parts in self.asked]
        number = np.empty(self.seen.size, dtype=np.int32)
        number[own] = np.arange(count, dtype=np.int32)
        ghosts = np.concatenate(sent)
        number[ghosts] = np.arange(count, count + len(ghosts), dtype=np.int32)
        rows = self.seen.take(own)
        del self.seen, own, ghosts
        column = self.choices.column.trimmed(self.choices.transitions)
        renumber(len(column), number, column)
        given = number[np.concatenate(asked)]
        halo = Halo(comm, given, _counts(asked), _counts(sent))
        del number
        kernel, choices = self.kernel, self.choices

        def told() -> tuple[Any, Any]:
            truth = tuple(kernel.holds(i, rows) for i in range(conditions))
            return truth, choices.gains(rows)

        truth, gains = self.agreement.together(told)
        sizes = comm.allgather((count, choices.transitions, choices.ends))
        return Portion(
            first=sum(size[0] for size in sizes[: comm.rank]),
            total=sum(size[0] for size in sizes),
            initial=sum(size[0] for size in sizes[: self.first_owner]),
            transitions=sum(size[1] for size in sizes),
            deadlocks=sum(size[2] for size in sizes),
            choice_start=choices.choice_start(),
            row_start=choices.row_start(),
            column=column,
            weight=choices.weight.trimmed(choices.transitions),
            halo=halo,
            conditions=truth,
            gains=gains,
        )


def _joined(parts: list[Numbers]) -> Numbers:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int32)


def _counts(parts: list[Numbers]) -> NDArray[np.int64]:
    return np.array([len(part) for part in parts], dtype=np.int64)


def explore(
    process: Process, conditions: tuple[Expr, ...], rewards: tuple[str, ...], comm: Any, context: Context
) -> Portion:
    """This rank's portion; SpecError (on all ranks alike) at a state that breaks the rules of the game."""
    if process.mixes:
        raise UnsuitableError("several commands may be enabled at once, and one of them is drawn")
    try:
        kernel = CompiledTarget().build(process, conditions, context)
    except NotCompilableError as error:
        raise UnsuitableError(f"no compiled code for this game ({error})") from None
    agreement = Agreement(process, conditions, context, comm)
    exploration = _Exploration(kernel, process, rewards, agreement)
    exploration.run()
    return exploration.portion(len(conditions))
