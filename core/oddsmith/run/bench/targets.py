"""Runs with targets -> their measurements, one after the other, and whether the targets are met."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from oddsmith.run.bench.measure import OUT_OF_MEMORY, PROGRAM, Measured, measure
from oddsmith.run.bench.suite import Run, Suite, Target, pace_text
from oddsmith.run.quantities import bytes_text, seconds_text

SHORT = 60.0
"""Seconds below which a run is done twice: the first run fills the cache of compiled code, the second one counts."""


@dataclass(frozen=True)
class Check:
    """One target."""

    target: str
    found: str
    met: bool
    compares: bool = False
    """Whether it speaks of another run, so that what was found is in no column."""


@dataclass(frozen=True)
class Result:
    """A run that was measured, or why it was not."""

    run: Run
    command: tuple[str, ...]
    cold: Measured | None = None
    warm: Measured | None = None
    unavailable: str = ""
    checks: tuple[Check, ...] = ()
    aims: tuple[Check, ...] = ()

    @property
    def met(self) -> bool | None:
        """None where nothing was to be reached, or nothing could be measured."""
        if self.warm is None:
            return None
        return not self.warm.problem and all(check.met for check in self.checks)


def command(suite: Suite, run: Run) -> list[str]:
    """What is started."""
    launcher = [word.replace("{ranks}", str(run.ranks)) for word in suite.launcher] if run.ranks else []
    program = [str(Path(__file__).parents[1] / run.script)] if run.script else ["-c", PROGRAM]
    return [*launcher, sys.executable, *program, *run.arguments]


def results(suite: Suite, names: Sequence[str], cold: bool, timeout: float) -> Iterator[Result]:
    """Measure one after the other."""
    known: dict[str, Measured] = {}
    for run in suite.chosen(names):
        shown = tuple(command(suite, run))
        if missing := suite.missing(run):
            yield Result(run, shown, unavailable=missing)
            continue
        first, warm = _measured(suite, run, cold, timeout)
        known[run.name] = warm
        aims = () if run.aim == Target() else judged(run.aim, warm, known)[1:]
        yield Result(run, shown, first, warm, "", judged(run.target, warm, known), aims)


def _measured(suite: Suite, run: Run, cold: bool, timeout: float) -> tuple[Measured | None, Measured]:
    """A cold measurement if wanted, and a warm one; a run that lasts is not repeated, for compiling is little of it."""
    with tempfile.TemporaryDirectory(prefix="oddsmith-bench-") if cold else nullcontext() as cache:
        environment = suite.environment | ({"ODDSMITH_CACHE": str(cache)} if cache else {})
        first = measure(command(suite, run), timeout, environment, run.limit)
        if first.seconds >= SHORT and not cold:
            return None, first
        if first.value is None:
            return (first if cold else None), first
        return (first if cold else None), measure(command(suite, run), timeout, environment, run.limit)


def judged(target: Target, found: Measured, known: Mapping[str, Measured]) -> tuple[Check, ...]:
    """Each part of a target; `known` are the runs that were measured before."""
    if found.value is None:
        return (Check("finishes", found.problem, False),)
    checks = [Check("finishes", "yes", True)]
    if target.seconds is not None:
        spent = found.seconds if found.part is None or target.against else found.part
        met = spent <= target.seconds
        checks.append(Check(f"time {seconds_text(target.seconds)}", seconds_text(spent), met))
    if target.memory is not None:
        met = found.memory <= target.memory
        checks.append(Check(f"memory {bytes_text(target.memory)}", bytes_text(found.memory), met))
    if target.pace is not None:
        checks.append(_pace(target.pace, found))
    other, same = known.get(target.against), known.get(target.same)
    if target.faster is not None:
        checks.append(_faster(target, found, other))
    if target.share is not None:
        checks.append(_share(target, found, other))
    if target.same:
        checks.append(_same(target.same, found, same))
    return tuple(checks)


def _pace(wanted: float, found: Measured) -> Check:
    """Of the games alone: reading the spec and compiling it does not grow with their number."""
    effort = found.effort
    pace = effort.moves / effort.seconds if effort is not None and effort.seconds else 0.0
    return Check(pace_text(wanted), pace_text(pace), pace >= wanted, True)


def _faster(target: Target, found: Measured, other: Measured | None) -> Check:
    """By the time of the sweeps where both tell it: finding and compiling them does not depend on the ranks."""
    assert target.faster is not None
    wanted = f"{target.faster:g} times as fast as {target.against}"
    if other is not None and other.value is None:
        return Check(wanted, f"{target.against}: {other.problem}", other.problem.startswith(OUT_OF_MEMORY), True)
    if other is None:
        return _nothing(wanted, target.against)
    ratio = whole = other.seconds / found.seconds
    text = f"{whole:.2f} times as whole processes"
    if found.part is not None and other.part is not None:
        ratio = other.part / found.part
        text = f"{ratio:.2f} times ({seconds_text(found.part)} against {seconds_text(other.part)})"
    elif found.effort is not None and other.effort is not None:
        ratio = other.effort.seconds / found.effort.seconds
        text = f"{ratio:.2f} times in the sweeps, {text}"
    return Check(wanted, text, ratio >= target.faster, True)


def _share(target: Target, found: Measured, other: Measured | None) -> Check:
    assert target.share is not None
    wanted = f"largest process {target.share:.0%} of {target.against}"
    if other is None or other.value is None:
        return _nothing(wanted, target.against)
    part = found.largest / other.largest
    return Check(wanted, f"{part:.0%}", part <= target.share, True)


def _same(name: str, found: Measured, other: Measured | None) -> Check:
    """Bounds of the same question must overlap."""
    wanted = f"same answers as {name}"
    if other is None or other.value is None:
        return _nothing(wanted, name)
    theirs = {reading.name: reading for reading in other.answers}
    apart = [
        one.name
        for one in found.answers
        if (two := theirs.get(one.name)) is not None and (one.upper < two.lower or two.upper < one.lower)
    ]
    return Check(wanted, f"apart: {', '.join(apart)}" if apart else "yes", not apart)


def _nothing(wanted: str, name: str) -> Check:
    return Check(wanted, f"{name} gave nothing to compare with", False, True)
