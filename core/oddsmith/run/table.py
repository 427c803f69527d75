"""A table file -> rows of games, each run once for every column: with other reductions, the same answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from oddsmith.context import LimitError
from oddsmith.hosting.outcome import Outcome
from oddsmith.run.plan import Plan, Step
from oddsmith.run.reading import Reader
from oddsmith.run.runner import Tools, run
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.compose import compose
from oddsmith.spec.text import read_file
from oddsmith.spec.tree import Node

KEYS = ("table", "about", "columns", "rows")
ROW = ("spec", "set", "questions")


@dataclass(frozen=True)
class Table:
    """What is to be compared: columns by name with their reductions, and the games of the rows."""

    name: str
    columns: tuple[tuple[str, tuple[Step, ...]], ...]
    rows: tuple[Plan, ...]

    def chosen(self, words: Sequence[str]) -> Table:
        """The rows whose names have all these words; all of them without words."""
        rows = tuple(row for row in self.rows if set(words) <= set(row.name.split()))
        if not rows:
            message = f"no row of {self.name} has {' and '.join(words)}"
            fix = f"rows: {', '.join(row.name for row in self.rows)}"
            raise SpecError([Diagnostic("E703", message, fix=fix)])
        return replace(self, rows=rows)


@dataclass(frozen=True)
class Filled:
    """A row that was run: an outcome for each column, None where a limit was passed."""

    plan: Plan
    outcomes: tuple[Outcome | None, ...]

    @property
    def best(self) -> Outcome | None:
        """The first outcome that there is: all have the same answers."""
        return next((outcome for outcome in self.outcomes if outcome is not None), None)


def table_of(path: Path) -> Table:
    """The table of a file; SpecError for its mistakes."""
    complaints = Complaints()
    tree = compose(read_file(path), complaints)
    table = None if tree is None else _Reader(complaints, path).table(tree)
    complaints.check()
    if table is None:
        raise SpecError([Diagnostic("E203", f"the table {path} is empty", fix="columns: …, rows: …")])
    return table


def fill(table: Table, tools: Tools) -> Iterator[Filled]:
    """The rows, one after the other; a run beyond the limits leaves a gap, and a message says why."""
    for plan in table.rows:
        yield Filled(plan, tuple(_outcome(replace(plan, reductions=steps), tools) for _, steps in table.columns))


def _outcome(plan: Plan, tools: Tools) -> Outcome | None:
    try:
        return run(plan, tools).outcome
    except LimitError as error:
        tools.context.monitor.message(f"{plan.name}: {error}")
        return None


class _Reader(Reader):
    def table(self, node: Node) -> Table:
        found = self.known(node, KEYS, "a table")
        for key in ("columns", "rows"):
            if key not in found:
                self.complaints.add("E203", f"a table needs the key `{key}`", node.span)
        columns = self.mapping(found["columns"]) if "columns" in found else ()
        rows = self.items(found["rows"]) if "rows" in found else ()
        return Table(
            self.text(found["table"]) if "table" in found else self.path.stem,
            tuple((entry.key.text, self.steps(entry.value)) for entry in columns),
            tuple(self.row(row) for row in rows),
        )

    def steps(self, node: Node) -> tuple[Step, ...]:
        return tuple(Step(self.text(item), (), item.span) for item in self.items(node))

    def row(self, node: Node) -> Plan:
        found = self.known(node, ROW, "a row")
        if "spec" not in found:
            self.complaints.add("E203", "a row needs the key `spec`", node.span)
            return Plan(self.path)
        spec = self.path.parent / self.text(found["spec"])
        overrides = tuple(self.pairs(found["set"])) if "set" in found else ()
        name = " ".join([spec.stem, *(f"{constant}={value}" for constant, value in overrides)])
        questions = self.texts(found["questions"]) if "questions" in found else ()
        return Plan(spec, name, overrides, questions=questions)
