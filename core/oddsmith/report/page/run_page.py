"""The document of a run and the files of its folder -> the sections of its page, the answers first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from html import escape
from typing import Any

from oddsmith.report.figure import figure_document, run_figures
from oddsmith.report.numbers import shorten, significant, with_bounds
from oddsmith.report.page.decisions import decision_sections
from oddsmith.report.page.html import Cell, element, figure, paragraph, section, table
from oddsmith.run.quantities import bytes_text, counted, seconds_text

Document = dict[str, Any]
TINY = 1e-9
"""Probability that may be missing."""
LONGEST = 12
"""Characters of a fraction that is shown as it is."""


def run_title(document: Document) -> str:
    constants = ", ".join(f"{name}={_word(value)}" for name, value in document.get("constants", {}).items())
    return f"{document['game']}{f' ({constants})' if constants else ''}"


def run_sections(document: Document, files: Mapping[str, str]) -> Iterator[str]:
    """Summary, answers, figures, strategies, reductions, the model, cost, how to repeat it, where it comes from."""
    yield section("Answers", _summary(document), answers_table(document))
    drawn = [figure(figure_document(one)) for one in run_figures(files)]
    if drawn:
        yield section("Figures", *drawn)
    yield from decision_sections(document, files)
    if document.get("reductions"):
        yield section("Reductions", _reductions(document))
    for added in json.loads(files.get("sections.json", "[]")):
        yield section(str(added["title"]), element("pre", escape(str(added["text"]))))
    chosen = [paragraph(f"solver: {reason}") for reason in document.get("choices", ())]
    notes = [*chosen, *(paragraph(note) for note in document.get("notes", ()))]
    if notes:
        yield section("Notes", *notes)
    yield section("Cost", _cost(document))
    yield from closing_sections(files)


def closing_sections(files: Mapping[str, str]) -> Iterator[str]:
    """What every run ends with: the model, how to repeat it, where it comes from."""
    manifest = json.loads(files["manifest.json"]) if "manifest.json" in files else {}
    specs = [name for name in files if name.startswith("spec/")]
    if specs:
        texts = [element("h3", escape(name)) + element("pre", escape(files[name]), class_="model") for name in specs]
        yield section("The model as it was read", *texts, folded=True)
    yield section("How to repeat it", _repeat(files), folded=True)
    if manifest:
        yield section("Where it comes from", _provenance(manifest), folded=True)


def answers_table(document: Document) -> str:
    rows = [_row(answer) for answer in document["answers"]]
    if not rows:
        return paragraph("nothing is asked")
    head = ("question", "asked", "answer", "expected", "method")
    if any(row[3][0] for row in rows):
        return table(head, rows)
    return table((*head[:3], head[4]), [(*row[:3], row[4]) for row in rows])


def _summary(document: Document) -> str:
    stored = counted(document["transitions"], "transition") if document["transitions"] else "nothing stored"
    checked = [answer["ok"] for answer in document["answers"] if answer["ok"] is not None]
    good = sum(checked)
    told = f"; as expected: {good} of {counted(len(checked), 'answer')}" if checked else ""
    size = f"{counted(document['states'], 'state')}, {stored}" if document["states"] else stored.capitalize()
    return paragraph(f"{size}{told}.", class_="lead")


def _row(answer: Document) -> tuple[Cell, ...]:
    verdict = "" if answer["ok"] is None else "✓" if answer["ok"] else "✗"
    kind = "good" if answer["ok"] else "bad" if answer["ok"] is False else ""
    expected = "" if answer.get("expect") is None else f" {_short(answer['expect'])}"
    status = "" if answer["status"] == "done" else f" ({answer['status']})"
    return answer["name"], answer["ask"], answer_text(answer) + status, (verdict + expected, kind), answer["method"]


def answer_text(answer: Document) -> str:
    """The number with what is known of it."""
    value = answer["value"]
    if isinstance(value, dict):
        return _spread_text(value) + _sure(answer)
    if value is None or isinstance(value, bool | str):
        return "no answer" if value is None else str(value).lower()
    if isinstance(answer.get("exact"), str) and "/" in answer["exact"]:
        return f"{significant(float(value), 10)} = {shorten(answer['exact'])}"
    if isinstance(answer["lower"], str) or isinstance(answer["upper"], str):
        return f"{significant(float(value), 10)} in [{answer['lower']}, {answer['upper']}]"
    bounds = float(answer["lower"]), float(answer["upper"])
    return with_bounds(float(value), *bounds, finer=1 if answer.get("confidence") else 0) + _sure(answer)


def _sure(answer: Document) -> str:
    """The confidence of an estimate."""
    return f" at {100 * answer['confidence']:.10g} %" if answer.get("confidence") else ""


def _spread_text(value: Document) -> str:
    """A distribution in short: where it lies, and its mean if nothing of it is missing."""
    support = [float(Fraction(x) if "/" in str(x) else x) for x in value["support"]]
    chances = [float(x) for x in value["probability"]]
    if not support:
        return "never"
    mean = sum(x * chance for x, chance in zip(support, chances, strict=True))
    told = f"mean {significant(mean)}, " if abs(sum(chances) - 1) < TINY else ""
    return f"{told}{counted(len(support), 'value')} from {significant(support[0])} to {significant(support[-1])}"


def _short(expected: object) -> str:
    """What was expected; a fraction that is long is told as a decimal."""
    text = _word(expected)
    if isinstance(expected, dict):
        return "a distribution"
    return significant(Fraction(text), 15) if "/" in text and len(text) > LONGEST else text


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _reductions(document: Document) -> str:
    sizes = ("states", "transitions", "parameters", "commands")
    rows = []
    for reduced in document["reductions"]:
        before, after = reduced["before"], reduced["after"]
        words = [f"{name}: {before[name]:,} → {after[name]:,}" for name in sizes if before.get(name) is not None]
        rows.append((reduced["name"], "; ".join(words), seconds_text(reduced["seconds"]), reduced.get("note") or ""))
    return table(("reduction", "effect", "time", "note"), rows)


def _cost(document: Document) -> str:
    rows = [(stage, seconds_text(seconds)) for stage, seconds in document["seconds"].items()]
    total = seconds_text(sum(document["seconds"].values()))
    memory = bytes_text(document["peak_rss_mb"] * 1e6)
    return paragraph(f"{total} in all, at most {memory} of memory.") + table(("stage", "time"), rows)


def _repeat(files: Mapping[str, str]) -> str:
    script = files.get("repeat", "")
    command = script.splitlines()[-1] if script else "pipeline run SPEC"
    text = "In the folder of the run (it has the spec and the plan in it):"
    pipeline = element("pre", escape(files["pipeline.yaml"])) if "pipeline.yaml" in files else ""
    return (
        paragraph(text)
        + element("pre", "./repeat")
        + paragraph("which does")
        + element("pre", escape(command))
        + pipeline
    )


def _provenance(manifest: Document) -> str:
    rows = [(key, value if isinstance(value, str) else json.dumps(value)) for key, value in manifest.items()]
    return table(("", ""), [(key, value) for key, value in rows if key not in ("plugins", "files")])
