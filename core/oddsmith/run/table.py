"""A table file -> rows of games, each run once for every column: with other reductions, the same answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from oddsmith.spec.tree import Mapping as Mapped
from oddsmith.spec.tree import Node

KEYS = ("table", "about", "columns", "rows")
ROW = ("spec", "set", "questions", "columns")


@dataclass(frozen=True)
class Table:
    """What is to be compared: columns by name with their reductions, and the games of the rows."""

    name: str
    columns: tuple[tuple[str, tuple[Step, ...]], ...]
    rows: tuple[Plan, ...]
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the name of a row: the columns that it has, where it does not have all."""

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
    """A row that was run: an outcome for each column, None where it has none or a limit was passed."""

    plan: Plan
    outcomes: tuple[Outcome | None, ...]
    gaps: tuple[str, ...] = ()
    """For each column why there is no outcome; empty text where there is one, or none was wanted."""

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
        wanted = table.only.get(plan.name, tuple(name for name, _ in table.columns))
        cells = [
            _outcome(replace(plan, reductions=steps), tools) if name in wanted else (None, "")
            for name, steps in table.columns
        ]
        yield Filled(plan, tuple(outcome for outcome, _ in cells), tuple(gap for _, gap in cells))


def _outcome(plan: Plan, tools: Tools) -> tuple[Outcome | None, str]:
    """What a run has found, or why it was given up."""
    try:
        return run(plan, tools).outcome, ""
    except LimitError as error:
        reason = str(error)
    except MemoryError:
        reason = "there is not enough memory"
    tools.context.monitor.message(f"{plan.name}: {reason}")
    return None, reason


class _Reader(Reader):
    def table(self, node: Node) -> Table:
        found = self.known(node, KEYS, "a table")
        for key in ("columns", "rows"):
            if key not in found:
                self.complaints.add("E203", f"a table needs the key `{key}`", node.span)
        columns = self.mapping(found["columns"]) if "columns" in found else ()
        rows = self.items(found["rows"]) if "rows" in found else ()
        names = {entry.key.text for entry in columns}
        plans = tuple(self.row(row) for row in rows)
        only = {plan.name: self.only(row, names) for plan, row in zip(plans, rows, strict=True)}
        return Table(
            self.text(found["table"]) if "table" in found else self.path.stem,
            tuple((entry.key.text, self.steps(entry.value)) for entry in columns),
            plans,
            {name: wanted for name, wanted in only.items() if wanted},
        )

    def only(self, node: Node, names: set[str]) -> tuple[str, ...]:
        """The columns that a row asks for; none where it takes all of them."""
        entry = node.get("columns") if isinstance(node, Mapped) else None
        wanted = () if entry is None else self.texts(entry.value)
        for name in set(wanted) - names:
            assert entry is not None
            self.complaints.add("E302", f"the table has no column `{name}`", entry.value.span)
        return wanted

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
