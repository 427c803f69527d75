"""A table <-> JSON, CSV; a table -> plain text."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

from oddsmith.source import Diagnostic, SpecError
from oddsmith.strategies.table import Line, Table, Value

FORMAT = "oddsmith-strategy"
TIE = " | "
LARGEST = 500_000_000
"""Bytes of a file that is read."""


def to_json(table: Table, facts: dict[str, Any] | None = None) -> str:
    """One document, a line of text per line of the table; `facts` come before them."""
    head = {
        "format": FORMAT,
        "strategy": table.name,
        "game": table.game,
        "question": table.question,
        "ask": table.ask,
        "reductions": list(table.reductions),
        "erased": dict(table.erased),
        "exchangeable": list(table.exchangeable),
        "ties": "exact" if table.exact_ties else "within the bounds",
        **(facts or {}),
        "variables": list(table.variables),
    }
    begin = json.dumps(head, ensure_ascii=False, indent=2)[:-2]
    lines = ",\n".join("    " + json.dumps(_line(line), ensure_ascii=False) for line in table.lines)
    return f'{begin},\n  "lines": [\n{lines}\n  ]\n}}\n'


def _line(line: Line) -> dict[str, Any]:
    found: dict[str, Any] = {} if line.step is None else {"step": line.step}
    found |= {"state": list(line.values), "choice": line.choice}
    return found | ({"ties": list(line.ties)} if line.ties else {}) | ({"free": True} if line.free else {})


def to_csv(table: Table) -> str:
    """A header with the variables, then a row per line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    step = ["step"] if table.step_dependent else []
    writer.writerow([*step, *table.variables, "choice", "ties"])
    for line in table.lines:
        steps = [line.step] if table.step_dependent else []
        writer.writerow([*steps, *(_text(v) for v in line.values), line.choice, TIE.join(line.ties)])
    return out.getvalue()


def to_text(table: Table) -> str:
    """Columns for people, only of what matters; variables that are the same everywhere are told once."""
    table = replace(table, lines=tuple(line for line in table.lines if not line.free))
    differing = [i for i in range(len(table.variables)) if len({line.values[i] for line in table.lines}) > 1]
    same = [i for i in range(len(table.variables)) if i not in differing] if table.lines else []
    lines = [f"strategy {table.name}: {len(table.lines):,} decisions"]
    if same:
        lines.append("always " + ", ".join(f"{table.variables[i]}={_text(table.lines[0].values[i])}" for i in same))
    if table.exchangeable:
        lines.append("states are sorted: these may change places: " + "; ".join(table.exchangeable))
    step = ["step"] if table.step_dependent else []
    head = [*step, *(table.variables[i] for i in differing), "do", "or"]
    rows = [
        [
            *([str(line.step)] if step else []),
            *(_text(line.values[i]) for i in differing),
            line.choice,
            TIE.join(line.ties),
        ]
        for line in table.lines
    ]
    if not any(row[-1] for row in rows):
        head, rows = head[:-1], [row[:-1] for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    lines += ["", *("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in [head, *rows])]
    return "\n".join(lines) + "\n"


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_table(text: str, name: str) -> Table:
    """A table from JSON or CSV; raises SpecError."""
    return _from_json(text, name) if text.lstrip().startswith("{") else _from_csv(text, name)


def _from_json(text: str, name: str) -> Table:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _broken(f"{name} is not JSON: {error}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise _broken(f"{name} is JSON, but no strategy (`format` is not `{FORMAT}`)")
    variables, lines = found.get("variables"), found.get("lines")
    if not isinstance(variables, list) or not isinstance(lines, list):
        raise _broken(f"{name} has no `variables` or no `lines`")
    read = []
    for number, line in enumerate(lines, 1):
        place = f"{name}, line {number} of the table"
        state = line.get("state") if isinstance(line, dict) else None
        if not isinstance(state, list) or len(state) != len(variables) or not isinstance(line.get("choice"), str):
            raise _broken(f"{place}: `state` (with {len(variables)} values) and `choice` are needed")
        step = line.get("step")
        if step is not None and (not isinstance(step, int) or step < 0):
            raise _broken(f"{place}: `step` is a whole number")
        read.append(Line(tuple(state), line["choice"], tuple(map(str, line.get("ties", ()))), step=step, place=place))
    erased = tuple((str(k), int(v)) for k, v in dict(found.get("erased", {})).items())
    return Table(
        str(found.get("strategy", name)),
        tuple(map(str, variables)),
        tuple(read),
        game=str(found.get("game", "")),
        question=str(found.get("question", "")),
        reductions=tuple(map(str, found.get("reductions", ()))),
        erased=erased,
    )


def _from_csv(text: str, name: str) -> Table:
    rows = list(csv.reader(io.StringIO(text)))
    if not rows or "choice" not in rows[0]:
        raise _broken(f"{name} has no column `choice`")
    head = [cell.strip() for cell in rows[0]]
    places = [i for i, cell in enumerate(head) if cell not in ("choice", "ties", "step")]
    read = []
    for number, row in enumerate(rows[1:], 2):
        if not row:
            continue
        place = f"{name}:{number}"
        if len(row) != len(head):
            raise _broken(f"{place}: {len(row)} cells, and the first line has {len(head)}")
        cells = dict(zip(head, row, strict=True))
        if "step" in cells and not cells["step"].strip().isdigit():
            raise _broken(f"{place}: `step` is a whole number")
        step = int(cells["step"]) if "step" in cells else None
        ties = tuple(t for t in cells.get("ties", "").split(TIE) if t)
        read.append(Line(tuple(row[i].strip() for i in places), cells["choice"].strip(), ties, step=step, place=place))
    return Table(name, tuple(head[i] for i in places), tuple(read))


def _broken(message: str) -> SpecError:
    return SpecError([Diagnostic("E841", message, fix="export it with `pipeline strategy SPEC QUESTION --to json`")])
