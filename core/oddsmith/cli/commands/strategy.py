"""`pipeline strategy SPEC|RUN [QUESTION] --to text|json|csv|dot`: the strategy behind an answer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, seek_options

if TYPE_CHECKING:
    from oddsmith.run.sought import Sought

FORMATS = ("text", "json", "csv", "dot")


@documented(
    "strategy",
    ("what to do in every state", "pipeline strategy specs/gambler.yaml win"),
    ("as a file that can be followed again", "pipeline strategy specs/gambler.yaml win -o best.csv"),
)
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE|RUN")
@click.argument("question", required=False)
@click.option("--to", "form", type=click.Choice(FORMATS), help="The format (default: told by -o, else text).")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="FILE", help="Write here (-: stdout).")
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@click.option("--all", "everywhere", is_flag=True, help="Also states that following the strategy never meets.")
@seek_options
def command(
    path: Path,
    question: str | None,
    form: str | None,
    output: Path | None,
    force: bool,
    everywhere: bool,
    **given: Any,
) -> int:
    """Write down the strategy behind an answer: a line for every decision, in the words of the spec.

    QUESTION is a name from the spec, or the text of a question. JSON and CSV can be followed again with
    `pipeline run SPEC --strategy FILE`.
    """
    from oddsmith.cli.session import opened
    from oddsmith.report.json import print_document
    from oddsmith.report.strategy import strategy_line
    from oddsmith.run.output import check_output, write_text
    from oddsmith.run.sought import located, sought

    settings = Settings(**given)
    target = None if output is None or str(output) == "-" else output
    suffix = "" if target is None else target.suffix.lower().lstrip(".")
    form = form or (suffix if suffix in FORMATS else "text")
    if target is not None:
        check_output(target, force)
    with opened(settings, located(path)) as (plan, tools):
        found = tools.host.protected(lambda: sought(plan, question, tools))
        text = tools.host.protected(lambda: _text(found, form, everywhere))
    settings.say(f"{found.answer.question.name}: {strategy_line(found.found)}")
    if target is not None:
        write_text(target, text, force)
        settings.say(f"written: {target}")
    document = {"spec": str(path), "question": found.answer.question.name, "format": form}
    if settings.as_json:
        print_document({**document, **({"text": text} if target is None else {"file": str(target)})})
    elif target is None:
        sys.stdout.write(text)
    return 0 if found.found.attains else 4


def _text(found: Sought, form: str, everywhere: bool) -> str:
    from oddsmith.report.json import strategy_document
    from oddsmith.strategies.dot import to_dot
    from oddsmith.strategies.files import to_csv, to_json, to_text

    if form == "dot":
        return to_dot(found.found, found.words, found.name)
    table = found.table(everywhere)
    if form == "json":
        return to_json(table, {"checked": strategy_document(found.found)})
    return to_csv(table) if form == "csv" else to_text(table)
