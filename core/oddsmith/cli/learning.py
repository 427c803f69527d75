"""`pipeline run` of a pipeline with learners: settings and a plan -> games, tables, a folder."""

from __future__ import annotations

import json
from pathlib import Path

import rich_click as click

from oddsmith.cli.settings import Settings
from oddsmith.report.json import print_document
from oddsmith.report.learning import learning_document, learning_files, learning_text, print_learning
from oddsmith.report.page.page import page
from oddsmith.run.binding import bound_files
from oddsmith.run.folder import default_folder, pipeline_text, repeat_script, spec_files, write_folder
from oddsmith.run.learning.experiment import Experiment
from oddsmith.run.learning.perform import Learnt, perform
from oddsmith.run.manifest import manifest
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools

UNFIT = {
    "asks": "--ask",
    "questions": "--question",
    "solver": "--solver",
    "options": "--set-option",
    "strategies": "--strategies",
    "strategy": "--strategy",
    "precision": "--precision",
}
"""Settings that nobody would hear: hands are played, and no question is asked."""


def run_learning(
    plan: Plan, experiment: Experiment, tools: Tools, settings: Settings, out: Path | None, save: bool
) -> int:
    """Play all hands, print what was gained, and keep it in one folder."""
    given = [option for name, option in UNFIT.items() if getattr(settings, name)]
    if given:
        raise click.UsageError(f"{plan.name} plays hands and asks no questions: {given[0]} has no meaning here")
    found = tools.host.protected(lambda: perform(plan, experiment, tools))
    if settings.as_json:
        print_document(learning_document(found.outcome))
    else:
        print_learning(found.outcome)
    if save:
        folder = out or default_folder(plan.name or found.outcome.game)
        write_folder(folder, _files(plan, found, tools, settings))
        settings.say(f"kept in {folder}")
    return 0


def _files(plan: Plan, found: Learnt, tools: Tools, settings: Settings) -> dict[str, str]:
    outcome = found.outcome
    texts = spec_files(found.game.texts)
    described = manifest(plan, outcome, found.game.texts, tools.host, tools.context)
    files = {
        "manifest.json": json.dumps(described, indent=2) + "\n",
        "answers.json": json.dumps(learning_document(outcome), indent=1, ensure_ascii=False) + "\n",
        "report.txt": learning_text(outcome),
        "pipeline.yaml": pipeline_text(plan, next(iter(texts), str(plan.spec.absolute())), tools.context.precision),
        "repeat": repeat_script(tools.context.seed, settings.without),
        **learning_files(outcome),
        **texts,
        **bound_files(plan.bindings),
    }
    return {**files, "report.html": page([files])}
