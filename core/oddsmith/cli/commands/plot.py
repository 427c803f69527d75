"""`pipeline plot RUN --what NAME`: a figure of a kept run as a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.help import documented


@documented(
    "plot",
    ("what can be drawn", "pipeline plot runs/20260131-235959-another-game"),
    (
        "a distribution as a file",
        "pipeline plot runs/20260131-235959-another-game --what cycle_distribution -o lengths.svg",
    ),
)
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option("--what", metavar="NAME", help="The question or the title of the figure; without it, they are listed.")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="FILE", help="A file: .svg, .png or .pdf.")
@click.option("--force", is_flag=True, help="Overwrite the file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document to stdout.")
@click.option("--debug", is_flag=True, help="Show the whole traceback of an unexpected error.")
def command(run: Path, what: str | None, output: Path | None, force: bool, as_json: bool, debug: bool) -> int:
    """Write a figure of a kept run as SVG, PNG or PDF: distributions of a run, its answers wherever the game stands,
    the states of a small game, curves of learners, all figures of a pipeline with stages.
    """
    from oddsmith.hosting.names import unknown
    from oddsmith.report.json import print_document
    from oddsmith.report.plot import FORMATS, plot
    from oddsmith.run.kept import kept_files
    from oddsmith.run.output import write_output

    figures = _figures(kept_files(run))
    if what is None:
        if as_json:
            print_document({"run": str(run), "figures": list(figures)})
        else:
            print("\n".join(figures) or "this run has nothing to draw")
        return 0
    if what not in figures:
        raise unknown("figure", what, figures)
    if output is None or output.suffix not in FORMATS:
        raise click.UsageError(f"name a file with -o that ends in {', '.join(FORMATS)}")
    written = write_output(output, force, lambda place: plot(figures[what], place))
    if as_json:
        print_document({"run": str(run), "figure": what, "files": [str(path) for path in written]})
    else:
        click.echo(f"written: {written[0]}", err=True)
    return 0


def _figures(files: dict[str, str]) -> dict[str, Any]:
    """By their titles."""
    from oddsmith.report.figure import figure_of, run_figures

    if "study.json" in files:
        stages = json.loads(files["study.json"])["stages"]
        return {one["title"]: figure_of(one) for stage in stages for one in stage.get("figures", ())}
    document = json.loads(files["answers.json"])
    if "companies" in document:
        from oddsmith.report.learning import learning_figures

        return dict(learning_figures(document))
    return {figure.title: figure for figure in run_figures(files)}
