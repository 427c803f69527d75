"""A study -> all mistakes that its runs would meet before they explore anything, at their places in its file.

Runs of a stage that differ in the values of constants alone are looked at once, unless one of them may know a question
that another does not.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from oddsmith.context import Context
from oddsmith.hosting.manager import Host
from oddsmith.hosting.registry import Registry
from oddsmith.run import stages
from oddsmith.run.exchange import format_of
from oddsmith.run.pipeline import plan_of
from oddsmith.run.plan import Plan
from oddsmith.run.translated import recognised
from oddsmith.source import Diagnostic, Span, SpecError
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.study.perform import run_arguments
from oddsmith.study.quantity import SIZES, stem
from oddsmith.study.study import Cell, Drawing, Stage, Study

Result = TypeVar("Result")
KEYS_OF_CODES = {"E701": "set", "E704": "questions", "E721": "bind"}
"""Where a complaint without a place belongs."""


@dataclass
class Checker:
    """Reads the games of a study, and collects what is wrong."""

    host: Host
    registry: Registry
    options: frozenset[str]
    """The options of `pipeline run`."""
    complaints: Complaints = field(default_factory=Complaints)
    variables: set[str] = field(default_factory=set)
    """Of the game that was read last."""

    def check(self, study: Study) -> None:
        """Raise SpecError with all mistakes, each once."""
        for stage in study.stages:
            self.stage(stage)
        unique = {(one.code, one.message, one.span and one.span.place): one for one in self.complaints.found}
        Complaints(list(unique.values())).check()

    def stage(self, stage: Stage) -> None:
        wanted = list(_wanted(stage))
        names = {name for name, _ in wanted}
        known: set[str] = set(SIZES) | {"seconds"}
        seen: set[str] = set()
        fine = True
        for cell in stage.cells:
            kind = _kind(cell)
            if kind not in seen or (fine and names - known):
                answered = self.cell(cell)
                fine = fine and answered is not None
                known |= answered or set()
            seen.add(kind)
        for name, span in wanted:
            if fine and name not in known:
                fix = suggestion(name, known, "quantities")
                self.complaints.add("E704", f"no run of the stage `{stage.name}` answers `{name}`", span, fix=fix)
        for drawing in stage.drawings if fine else ():
            self.drawing(drawing)
        for name in stage.exports:
            self.attempt(stage.cells[0], partial(format_of, self.registry, "exporter", name, None), "exports")

    def drawing(self, drawing: Drawing) -> None:
        """What is drawn over all states goes over variables of the game."""
        axes = ("x", "y") if drawing.kind in ("heat", "surface") else ("x",) if "of" in drawing.fields else ()
        for name in [one.strip() for key in axes for one in drawing.fields.get(key, "").split(",") if one.strip()]:
            if name not in self.variables:
                fix = suggestion(name, self.variables, "variables")
                self.complaints.add("E201", f"the game has no variable `{name}`", drawing.span, fix=fix)

    def cell(self, cell: Cell) -> set[str] | None:
        """The names of what a run answers; None if it would not run."""
        for name, _ in cell.options:
            if f"--{name}" not in self.options:
                fix = suggestion(name, [option.removeprefix("--") for option in self.options])
                self.complaints.add("E703", f"`pipeline run` has no option --{name}", cell.place("options"), fix=fix)
        return self.attempt(cell, lambda: self.names(cell), "spec")

    def names(self, cell: Cell) -> set[str]:
        with tempfile.TemporaryDirectory(prefix="oddsmith-") as folder:
            path = Path(run_arguments(cell, Path(folder) / "none", Path(folder))[0])
            found = Complaints()
            plan = found.attempt(lambda: recognised(plan_of(path), self.registry, Context()))
            process = None
            if plan is not None:
                found.attempt(lambda: stages.verify(plan, self.registry))
                process = found.attempt(lambda: stages.lower(plan, stages.load(plan), self.host))
        if plan is None or process is None or found.found:
            raise SpecError([_moved(one, cell, path) for one in found.found])
        self.variables = {parameter.name for parameter in process.params}
        return set(_learnt(plan)) or {question.name for question in process.questions}

    def attempt(self, cell: Cell, work: Callable[[], Result], key: str) -> Result | None:
        """The result, or None after noting what was complained about; what has no place stands at this key."""
        try:
            return work()
        except SpecError as error:
            for one in error.diagnostics:
                place = one.span or cell.place(KEYS_OF_CODES.get(one.code, key))
                self.complaints.found.append(replace(one, span=place))
            return None


def _wanted(stage: Stage) -> Iterator[tuple[str, Span | None]]:
    """The questions that a stage speaks of, and where."""
    first = stage.cells[0] if stage.cells else None
    for printed in stage.printed:
        yield stem(printed.quantity), printed.span
        if printed.claim is not None and printed.claim.other:
            yield stem(printed.claim.other), printed.span
    for drawing in stage.drawings:
        for key in ("of", "y") if drawing.kind in ("line", "bars") else ("of",):
            if key in drawing.fields:
                yield stem(drawing.fields[key]), drawing.span
    for key, names in (("explain", stage.explain), ("fractions", stage.fractions), ("table", stage.layout.show)):
        for name in names:
            yield stem(name), first.place(key) if first else None


def _learnt(plan: Plan) -> Iterator[str]:
    """What a run with learners answers."""
    if plan.learning is not None:
        for company in plan.learning.companies:
            yield f"{company.name} limit"
            for name, _ in plan.learning.learners:
                yield f"{company.name} {name}"
                yield f"{company.name} {name} lead"


def _kind(cell: Cell) -> str:
    """The same for runs that differ in the values of constants alone."""
    values = cell.document.get("set", {})
    names = sorted(values) if isinstance(values, dict) else []
    rest = {key: value for key, value in cell.document.items() if key != "set"}
    return repr((names, rest, [name for name, _ in cell.options]))


def _moved(one: Diagnostic, cell: Cell, path: Path) -> Diagnostic:
    """A complaint about the file that was made of a cell, at the key of the stage that its line comes from."""
    if cell.file is not None:
        return one
    one = replace(one, message=one.message.replace(f"{path.parent}/", "" if cell.home == Path() else f"{cell.home}/"))
    if one.span is None or one.span.source.name != str(path):
        return one
    line, _ = one.span.source.position(one.span.start)
    return replace(one, span=cell.place(one.span.source.line(line).partition(":")[0]))
