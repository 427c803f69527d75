"""`pipeline report RUN…`: kept runs as one page for a browser."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from oddsmith.cli.help import documented


@documented(
    "report",
    ("the page of a run, made anew", "pipeline report runs/20260131-235959-gambler"),
    ("one page of two runs", "pipeline report runs/20260131-235959-gambler runs/20260131-235959-goose2 -o both.html"),
)
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN...")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="FILE", help="Write the page here (or: -).")
@click.option("--force", is_flag=True, help="Overwrite the file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document to stdout.")
@click.option("--debug", is_flag=True, help="Show the whole traceback of an unexpected error.")
def command(runs: tuple[Path, ...], output: Path | None, force: bool, as_json: bool, debug: bool) -> int:
    """Make one page of kept runs: answers, figures, strategies, the model, how to repeat it. It needs no network.

    Every run folder has its own page already (report.html); several runs stand one after the other.
    """
    import sys

    from oddsmith.report.json import print_document
    from oddsmith.report.page.page import page
    from oddsmith.run.kept import kept_files
    from oddsmith.run.output import write_text

    text = page([kept_files(run) for run in runs])
    if output is None and len(runs) == 1:
        output, force = runs[0] / "report.html", True
    if output is None:
        raise click.UsageError("several runs need a file for their page: -o FILE")
    if str(output) == "-":
        sys.stdout.write(text)
        return 0
    write_text(output, text, force)
    if as_json:
        print_document({"runs": [str(run) for run in runs], "files": [str(output)]})
    else:
        click.echo(f"written: {output}", err=True)
    return 0
