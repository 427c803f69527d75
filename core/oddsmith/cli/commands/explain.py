"""`pipeline explain SPEC|RUN [QUESTION]`: the strategy behind an answer as few rules, in the words of the spec."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, seek_options


@documented(
    "explain",
    ("which bet to make, in few words", "pipeline explain specs/gambler.yaml win"),
    ("as rules to follow", "pipeline explain specs/gambler.yaml win -o rules.yaml"),
    ("at most three cases, and what that loses", "pipeline explain specs/incan-gold.yaml --prune 3"),
)
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE|RUN")
@click.argument("question", required=False)
@click.option("--prune", type=click.IntRange(1), metavar="N", help="At most N cases, and say what that loses.")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="FILE", help="Also write rules to follow.")
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@seek_options
def command(path: Path, question: str | None, prune: int | None, output: Path | None, force: bool, **given: Any) -> int:
    """Explain the strategy behind an answer by the game's own variables, functions and labels.

    The rules agree with a best choice in every decision (ties are used as freedom), which is checked, and they are
    followed: what they are worth is printed. With --prune they are shorter, and may be worth less. With -o they are
    written as a file for `pipeline run --strategy`.
    """
    from oddsmith.cli.session import opened
    from oddsmith.report.explained import explained_document, explained_text, rules_text
    from oddsmith.report.json import print_document
    from oddsmith.run.explaining import explained
    from oddsmith.run.output import check_output, write_text
    from oddsmith.run.sought import located, sought

    settings = Settings(**given)
    if output is not None:
        check_output(output, force)
    with opened(settings, located(path)) as (plan, tools):
        found = tools.host.protected(lambda: sought(plan, question, tools))
        told = tools.host.protected(lambda: explained(found, tools, prune))
    if output is not None:
        write_text(output, rules_text(found, told), force)
        settings.say(f"written: {output}")
    if settings.as_json:
        print_document(explained_document(found, told))
    else:
        sys.stdout.write(explained_text(found, told))
    return 0 if told.check.attains or prune is not None else 4
