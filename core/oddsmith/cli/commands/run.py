"""`pipeline run SPEC|PIPELINE`: answer the questions of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, quantity, run_options
from oddsmith.run.ranks import launched


@documented(
    "run",
    ("the answers of a game, each with its bound and its method", "pipeline run specs/gambler.yaml"),
    (
        "another size, another question",
        "pipeline run specs/gambler.yaml --set N=50 --set d=20 --ask 'Pmin=? [F<=100 won]'",
    ),
    (
        "a game that is too large to be stored, played a million times",
        "pipeline run specs/goose8.yaml --solver simulation --games 1e6",
    ),
    (
        "smaller before it is solved, and what that saved",
        "pipeline run specs/ruin.yaml --set N=5 --set d=50 --reduce symmetry --stats",
    ),
    ("every table and figure of a paper; what would be run", "pipeline run pipelines/bloemen-2012.yaml --dry-run"),
    ("go on with a run that was stopped", "pipeline run --resume runs/20260131-235959-goose5"),
)
@click.argument("path", required=False, type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@run_options
@click.option("--out", type=click.Path(path_type=Path), metavar="FOLDER", help="Keep the run in this folder.")
@click.option("--stats", is_flag=True, help="Show what each reduction has done.")
@click.option("--no-save", is_flag=True, help="Keep nothing.")
@click.option(
    "--checkpoint", callback=quantity("interval"), metavar="TIME", help="Keep what was reached so often (60s; or: off)."
)
@click.option("--resume", type=click.Path(path_type=Path), metavar="RUN", help="Go on with a run that was stopped.")
@click.option("--dry-run", is_flag=True, help="Of a pipeline with stages: tell what would be run.")
@click.option("--force", is_flag=True, help="Of a pipeline with stages: run everything again, known or not.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Of a pipeline with stages: so many runs at a time.")
@click.option("--only", multiple=True, metavar="STAGE", help="Of a pipeline with stages: only this one (repeatable).")
@click.option("--cell", type=click.IntRange(0), metavar="N", help="Of a pipeline with stages: only run number N.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    path: Path | None,
    out: Path | None,
    stats: bool,
    no_save: bool,
    checkpoint: float | None,
    resume: Path | None,
    dry_run: bool,
    force: bool,
    jobs: int | None,
    only: tuple[str, ...],
    cell: int | None,
    **given: Any,
) -> int:
    """Answer the questions of a game, each with its bound and its method.

    The run is kept in a folder under runs/ (or --out) with all that is needed to repeat it. A long one leaves
    checkpoints in RUN.unfinished on its way: after a stop, go on with --resume RUN.
    """
    from oddsmith.spec.text import read_file
    from oddsmith.study.reading import is_study

    settings = Settings(**given, ranks=launched())
    if path is not None and is_study(path):
        if resume is not None:
            raise click.UsageError(
                f"{path} has stages, and goes on with what is missing when it is run again: leave out --resume"
            )
        if stats:
            raise click.UsageError(f"{path} has stages, whose tables tell what reductions have done: leave out --stats")
        if cell is not None and not dry_run:
            from oddsmith.cli.single_cell import run_cell

            if out or no_save or jobs or resume:
                raise click.UsageError(
                    "--cell keeps its run under runs/cells: without --out, --no-save, --jobs, --resume"
                )
            return run_cell(ctx, path, settings, only, cell, force, checkpoint)
        from oddsmith.cli.studying import Wish, run_study

        return run_study(path, settings, Wish(out, not no_save, dry_run, force, jobs, only, checkpoint))
    if dry_run or force or jobs or only or cell is not None:
        if path is not None and not path.is_file():
            read_file(path)  # says why it is none
        has = "" if path is None else f"{path} has no stages: "
        raise click.UsageError(f"{has}--dry-run, --force, --jobs, --only and --cell are for pipelines with stages")
    return _single(ctx, path, settings, out, stats, no_save, checkpoint, resume)


def _single(
    ctx: click.Context,
    path: Path | None,
    settings: Settings,
    out: Path | None,
    stats: bool,
    no_save: bool,
    checkpoint: float | None,
    resume: Path | None,
) -> int:
    """One run of one game."""
    from oddsmith.cli.longrun import Order, finished_before, kept_run, resumed
    from oddsmith.cli.session import opened, save
    from oddsmith.report.json import outcome_document, print_document
    from oddsmith.report.run_files import sections
    from oddsmith.report.terminal import print_report
    from oddsmith.run.folder import check_folder
    from oddsmith.run.outcome import exit_code

    if out is not None and not no_save:
        check_folder(out)
    order = Order(settings, path or Path(), out, not no_save, checkpoint)
    if resume is not None:
        found = resumed(order, resume, path, ctx)
        if isinstance(found, Path):
            return finished_before(found, settings)
        order = found
    elif path is None:
        raise click.UsageError("name a spec or a pipeline file, or a run to go on with: --resume RUN")
    settings = order.settings
    with opened(settings, order.path) as (found_plan, tools):
        plan = order.named(found_plan)
        if plan.learning is not None:
            from oddsmith.cli.learning import run_learning

            return run_learning(plan, plan.learning, tools, settings, order.out, order.save)
        finished, keeper = kept_run(plan, tools, order)
        if tools.context.rank > 0:
            return 0
        if settings.as_json:
            print_document(outcome_document(finished.outcome))
        else:
            print_report(finished.outcome, sections(finished.outcome, tools), stats)
        saved = not order.save or save(plan, finished, tools, order.out, settings, keeper.final)
        if saved:
            keeper.finish()
    return exit_code(finished.outcome) if saved else 2
