"""A stage -> complaints about what does not fit its runs: places that no run has, numbers that are none, figures."""

from __future__ import annotations

from oddsmith.report.figure import KINDS
from oddsmith.source import Span
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.study.study import Coordinates, Drawing, Printed, Stage
from oddsmith.study.verdict import decimal

WORDS = ("true", "false", "undecided", "infinity", "-infinity", "undefined")
"""What an answer may be besides a number."""
FIELDS = ("kind", "title", "x", "y", "series", "of", "upto", "where", "label", "cumulative")
"""Of a figure."""


def check_stage(complaints: Complaints, stage: Stage) -> None:
    """All that can be said without reading a game."""
    axes = list(dict.fromkeys(name for cell in stage.cells for name, _ in cell.coordinates))
    for printed in stage.printed:
        _check_numbers(complaints, printed)
        _check_place(complaints, stage, printed.where, printed.span)
        if printed.claim is not None:
            _check_place(complaints, stage, printed.claim.beside, printed.span)
    for drawing in stage.drawings:
        _check_drawing(complaints, drawing, axes)


def _check_numbers(complaints: Complaints, printed: Printed) -> None:
    for text, what in ((printed.text, "no number"), (printed.tolerance, "no tolerance")):
        skipped = printed.gap or not text or (text == printed.text and text.lower() in WORDS)
        if not skipped and decimal(text) is None:
            complaints.add("E302", f"`{text}` is {what}", printed.span, fix="write 3.409, 1/3 or 1e-6")


def _check_place(complaints: Complaints, stage: Stage, where: Coordinates, span: Span | None) -> None:
    """A published number, or one side of a claim, must stand where a run is."""
    if where and stage.cells and not any(set(where) <= set(cell.coordinates) for cell in stage.cells):
        place = ", ".join(f"{name}={value}" for name, value in where)
        fix = "values are compared as they are written; `pipeline run FILE --dry-run` lists the runs"
        complaints.add("E201", f"no run of the stage `{stage.name}` is at {place}", span, fix=fix)


def _check_drawing(complaints: Complaints, drawing: Drawing, axes: list[str]) -> None:
    fields = drawing.fields
    for name in fields.keys() - set(FIELDS):
        complaints.add("E202", f"a figure has no key `{name}`", drawing.span, fix=suggestion(name, FIELDS, "keys"))
    if drawing.kind not in KINDS:
        fix = suggestion(drawing.kind, KINDS, "kinds")
        complaints.add("E201", f"there is no kind of figures `{drawing.kind}`", drawing.span, fix=fix)
        return
    for name in _needed(drawing):
        if name not in fields:
            complaints.add("E203", f"a figure of the kind `{drawing.kind}` needs the key `{name}`", drawing.span)
    if drawing.kind in ("line", "bars"):
        along = "" if "of" in fields else fields.get("x", "")
        for name in [one.strip() for one in (*along.split(","), fields.get("series", "")) if one.strip()]:
            if name not in axes:
                fix = suggestion(name, axes)
                complaints.add("E201", f"the sweep has no coordinate `{name}`", drawing.span, fix=fix)


def _needed(drawing: Drawing) -> tuple[str, ...]:
    if drawing.kind in ("line", "bars"):
        return () if "of" in drawing.fields else ("x", "y")
    return ("of", "x", "y") if drawing.kind in ("heat", "surface") else ()
