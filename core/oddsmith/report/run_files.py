"""A finished run -> the files of its folder, with the page to look at."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict

from oddsmith.hosting.outcome import Outcome, Section
from oddsmith.report.json import outcome_document
from oddsmith.report.terminal import report_text
from oddsmith.run.binding import bound_files
from oddsmith.run.folder import pipeline_text, repeat_script, spec_files
from oddsmith.run.manifest import manifest
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Finished, Tools


def sections(outcome: Outcome, tools: Tools) -> list[Section]:
    """What plugins add to the report. The answers are not lost because one of them fails at that."""
    say = tools.context.monitor.message
    answers = tools.host.notify("oddsmith_report_sections", say, _no_sections, outcome=outcome)
    return [section for _, answer in answers for section in answer]


def _no_sections(answer: object) -> str:
    """What is wrong with the answer of a plugin; nothing where it is a list of sections."""
    items = list(answer) if isinstance(answer, Iterable) else [answer]
    for item in items:
        if not isinstance(item, Section):
            return f"must return Sections, not {item!r}"
        if not isinstance(item.title, str) or not isinstance(item.text, str):
            return f"must return Sections whose title and text are texts, not {item!r}"
    return ""


def run_files(plan: Plan, finished: Finished, tools: Tools, without: tuple[str, ...] = ()) -> dict[str, str]:
    """By their names; `without` are the plugins that the run had to do without."""
    from oddsmith.report.figure import figure_document
    from oddsmith.report.page.page import page
    from oddsmith.report.views import views
    from oddsmith.run.sought import strategy_files
    from oddsmith.tree.table import files as play_files

    outcome = finished.outcome
    texts = spec_files(finished.game.texts)
    added = sections(outcome, tools)
    described = manifest(plan, outcome, finished.game.texts, tools.host, tools.context)
    files = {
        "manifest.json": json.dumps(described, indent=2) + "\n",
        "answers.json": json.dumps(outcome_document(outcome), indent=2, ensure_ascii=False) + "\n",
        "report.txt": report_text(outcome, added),
        "pipeline.yaml": pipeline_text(plan, next(iter(texts), str(plan.spec.absolute())), tools.context.precision),
        "repeat": repeat_script(tools.context.seed, without),
        **texts,
        **bound_files(plan.bindings),
        **strategy_files(finished, plan, tools),
        **play_files(outcome.answers),
    }
    if added:
        files["sections.json"] = json.dumps([asdict(section) for section in added], indent=2) + "\n"
    if seen := views(plan, finished, tools):
        files["figures.json"] = json.dumps([figure_document(figure) for figure in seen], ensure_ascii=False) + "\n"
    return {**files, "report.html": page([files])}
