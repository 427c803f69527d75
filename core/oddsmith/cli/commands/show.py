"""`pipeline show SPEC --after STAGE`: every form between YAML and answers can be read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, run_options

if TYPE_CHECKING:
    from oddsmith.run.plan import Plan
    from oddsmith.run.runner import Tools

FORMS = ("yaml", "game", "lower", "reduce", "structure", "kernel", "space", "problem")


@documented(
    "show",
    ("the linear process that a spec becomes", "pipeline show specs/gambler.yaml"),
    ("the first ten states with their transitions", "pipeline show specs/gambler.yaml --after space --most 10"),
    ("what a reduction leaves", "pipeline show specs/ruin.yaml --after reduce --reduce dead-variables"),
)
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@click.option("--after", default="lower", type=click.Choice(FORMS), help="Which form (default: the linear process).")
@click.option("--most", default=50, type=click.IntRange(0), metavar="N", help="Show so many states (default 50).")
@run_options
def command(path: Path, after: str, most: int, **given: Any) -> int:
    """Print what a stage makes of a game: the text, the game, the process, its kernel, its states, its problems."""
    from oddsmith.cli.session import opened
    from oddsmith.report.json import print_document

    settings = Settings(**given)
    with opened(settings, path) as (plan, tools):
        text = tools.host.protected(lambda: form(plan, tools, after, most))
    if settings.as_json:
        print_document({"spec": str(path), "after": after, "text": text})
    else:
        print(text.rstrip("\n"))
    return 0


def form(plan: Plan, tools: Tools, after: str, most: int) -> str:
    """The text of one form."""
    from oddsmith.process.show import show
    from oddsmith.report import forms
    from oddsmith.run import stages

    game = stages.load(plan)
    if after == "yaml":
        return "\n".join(f"# {name}\n{text}" for name, text in game.texts)
    if after == "game":
        return forms.game_text(game)
    process = stages.lower(plan, game, tools.host)
    if after == "lower":
        return show(process)
    process = stages.reduce(plan, process, tools.registry, tools.context)
    if after == "reduce":
        return show(process)
    if after == "structure":
        return forms.structure_text(process, most)
    if after == "kernel":
        return forms.kernel_text(process, stages.targets(plan, tools.registry))
    space, _ = stages.explore(plan, process, tools.registry, tools.context)
    space = stages.asked_for(plan, space, process.questions)
    space, _ = stages.reduce_space(plan, space, tools.registry, tools.context, process.questions)
    if after == "space":
        return forms.space_text(space, most)
    choose = stages.chooser(plan, tools.host, tools.registry, keeps=True)
    stages.solve(space, process, choose, tools.context)
    return forms.problems_text(choose.posed)
