"""A game with rounds -> what each way to sweep it would take: memory, time, disk, machines, and how to say so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from oddsmith.plugin import Context, NoRoundsError, Outlook, Process, Rounds, Way, rotation_of, rounds_of
from oddsmith_plugins.solvers.rounds_parts.asked import Asked, asked
from oddsmith_plugins.solvers.rounds_parts.calibrate import Calibration, calibrate
from oddsmith_plugins.solvers.rounds_parts.ledger import Ledger
from oddsmith_plugins.solvers.rounds_parts.operator import Operator
from oddsmith_plugins.solvers.rounds_parts.planner import PLAIN_VECTORS, Planner, methods
from oddsmith_plugins.solvers.rounds_parts.program import Recipe
from oddsmith_plugins.solvers.rounds_parts.slabs import SlabOperator, VectorFile
from oddsmith_plugins.solvers.rounds_parts.workshop import Workshop

DISK = 1e9
"""Bytes a second that a disk is assumed to read or write."""
NODES = (64, 128, 256)
"""Sizes of machines in GB."""
USABLE = 0.9
"""Of a machine's memory."""
BASE = 150_000_000
"""Bytes of a process without vectors."""
ACCELERATED = 0.35
"""Rounds of an accelerator as a part of the plain ones, roughly."""
SINGLE_BOUND = 1e-5
"""Narrower bounds are not to be had from numbers in single precision."""


@dataclass(frozen=True)
class Prospects:
    """One game on this machine."""

    operator: Operator
    solves: int
    """Questions that are not alike, each of which takes all the rounds."""
    found: Calibration
    depth: int

    @property
    def rounds(self) -> Rounds:
        return self.operator.recipe.rounds

    @property
    def vector(self) -> int:
        """Bytes in double precision."""
        return 8 * self.operator.length

    @property
    def seconds(self) -> float:
        """Of all plain rounds."""
        return self.found.seconds * self.found.rounds * self.solves

    def ways(self) -> tuple[Way, ...]:
        return (self._plain(), self._single(), *self._accelerated(), *self._files(), *self._ranks())

    def _plain(self) -> Way:
        memory = int(PLAIN_VECTORS * self.vector) + BASE
        return Way("plain rounds", memory, self.seconds, ("--solver", "rounds"))

    def _single(self) -> Way:
        options = ("--solver", "rounds", "--set-option", "storage=single")
        return Way(
            "plain rounds, single precision", self.vector + BASE, self.seconds, options, remark=_loose(), spare=True
        )

    def _accelerated(self) -> list[Way]:
        """The best of each kind."""
        ways: dict[str, Way] = {}
        for method in methods(self.depth):
            options = ("--solver", "rounds", "--set-option", f"accelerator={method.name}")
            memory = method.vectors * self.vector + BASE
            remark = f"if {ACCELERATED:.0%} of the rounds are enough"
            way = Way(f"rounds with {method}", memory, ACCELERATED * self.seconds, options, remark=remark)
            ways.setdefault(method.name, way)
        return list(ways.values())

    def _files(self) -> list[Way]:
        """Vectors on the disk: every pass reads and writes one."""
        passes = passes_of(self.operator)
        ways = []
        for name, bytes_each, kept, options in (
            ("vector file", 8, PLAIN_VECTORS, ()),
            ("vector file, single precision", 4, 2, ("--set-option", "storage=single")),
        ):
            vector = bytes_each * self.operator.length
            moved = 2 * passes * vector * self.found.rounds * self.solves / DISK
            command = ("--solver", "rounds", "--vector-file", "FILE", *options)
            remark = f"{passes:.2f} passes a round at {DISK / 1e9:g} GB/s of disk (assumed)"
            remark += f"; {_loose()}" if options else ""
            memory = min(vector, self.operator.context.available_memory() // 2) + BASE
            size = int(kept * vector)
            ways.append(Way(name, memory, self.seconds + moved, command, size, remark=remark, spare=True))
        return ways

    def _ranks(self) -> list[Way]:
        """Other machines of usual sizes, as few as can be, each with one rank and as fast as this machine."""
        longest = max(self.operator.layout.sizes, default=1)
        ways: dict[int, Way] = {}
        for size in NODES if self._each(1) > USABLE * NODES[0] * 1e9 else ():
            room = USABLE * size * 1e9
            machines = next((count for count in range(1, longest + 1) if self._each(count) <= room), None)
            if machines is not None and machines not in ways:
                name = f"{machines} machine{'s' * (machines > 1)} with {size} GB"
                ways[machines] = replace(self._machines(machines), name=name)
        return list(ways.values())

    def spread(self, machines: int) -> Way | None:
        """Over so many machines, each of which must have a slice of the longest parameter."""
        return self._machines(machines) if machines <= max(self.operator.layout.sizes, default=1) else None

    def _sent(self, machines: int) -> int:
        """Bytes that leave each machine: its part of the vector, there and back, once a round, but for its slice."""
        passed = 2 * self.vector / machines * (machines - 1) / machines
        return int(passed * self.found.rounds * self.solves)

    def _each(self, machines: int) -> float:
        """Bytes on each: its part of the newest term and of the halves of the one before, and a slice to be sent."""
        slices = self.vector / max(1, *self.operator.layout.sizes) if machines > 1 else 0
        return PLAIN_VECTORS * self.vector / machines + slices + BASE

    def _machines(self, machines: int) -> Way:
        alone = machines == 1
        spread = ("--solver", "petsc", "--set-option", "storage=computed")
        return Way(
            f"{machines} machine{'s' * (not alone)}",
            int(self._each(machines)),
            self.seconds / machines,
            ("--solver", "rounds") if alone else spread,
            ranks=0 if alone else machines,
            machines=machines,
            sent=self._sent(machines),
            remark="as fast as this one" if alone else _network(self._sent(machines)),
            spare=True,
            elsewhere=True,
        )


def _network(sent: int) -> str:
    return f"each as fast as this one; the network is not counted: each sends {sent / 1e12:.3g} TB"


def passes_of(operator: Operator) -> float:
    """How often a round reads and writes a vector file."""
    slabs = SlabOperator(operator.recipe, operator.context, file=VectorFile(Path()))
    burst = slabs.burst
    places = [place for _ in range(burst) for place in reversed(range(slabs.layers))]
    return sum(1 for _ in slabs.passes(places)) / burst


def foresee(process: Process, context: Context, depth: int) -> Outlook:
    """What the questions would take; NoRoundsError if rounds do not answer any of them."""
    rounds = rounds_of(process)
    workshop = Workshop(
        process,
        rounds,
        rotation_of(process, rounds),
        context,
        lambda recipe: Operator(recipe, context),
        lambda operator: Planner.of("auto", depth, operator),
        Ledger(context),
    )
    kinds = kinds_of(workshop)
    solves = sum(len(rounds.layers) if kind.gains else 1 for kind in kinds)
    return outlook(workshop.operate(Recipe(process, rounds, kinds[0])), solves, depth)


def kinds_of(workshop: Workshop) -> list[Asked]:
    """One question of each kind; those that a rotation makes alike are of one kind."""
    posed, reasons = [], []
    for question in workshop.process.questions:
        try:
            posed.append((question, asked(workshop.process, workshop.rounds, question)))
        except NoRoundsError as error:
            reasons.append(f"{question.name}: {error}")
    if not posed:
        raise NoRoundsError("; ".join(reasons) or "nothing is asked")
    kinds = []
    while posed:
        names = {question.name for question, _ in workshop.alike(posed)}
        kinds.append(posed[0][1])
        posed = [item for item in posed if item[0].name not in names]
    return kinds


def outlook(operator: Operator, solves: int, depth: int) -> Outlook:
    """What the game would take here and elsewhere."""
    found = calibrate(operator, operator.context.precision)
    prospects = Prospects(operator, solves, found, depth)
    rounds, threads = prospects.rounds, operator.context.threads
    turns = len(rounds.layers)
    read_off = "read off from a few" if found.probed else "a guess"
    measured = "measured on a part of this box" if found.measured else "as is usual"
    cell = found.seconds / max(1, rounds.cells * turns)
    text = (
        f"{rounds.control} goes round ({turns} turns) over {rounds.cells:,} cells: "
        f"a vector takes {_giga(prospects.vector)}, in single precision {_giga(prospects.vector / 2)}"
    )
    questions = "one solve" if solves == 1 else f"{solves} solves (like questions share one; --question asks fewer)"
    rate = (
        f"a round takes about {found.seconds:.3g} s on {threads} core{'s' * (threads != 1)} "
        f"({cell * 1e9:.2f} ns for a cell and turn, {measured}); "
        f"about {found.rounds:,} rounds ({read_off}) and {questions}"
    )
    figures = {
        "cells": rounds.cells,
        "turns": turns,
        "vector_bytes": prospects.vector,
        "round_seconds": found.seconds,
        "rounds": found.rounds,
        "solves": solves,
    }
    return Outlook(text, rounds.cells * turns, prospects.ways(), figures, (rate,), prospects.spread)


def _giga(size: float) -> str:
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"


def _loose() -> str:
    return f"bounds no narrower than about {SINGLE_BOUND:g}"
