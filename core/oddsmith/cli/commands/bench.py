"""`pipeline bench`: time and memory of whole runs, beside those of another tool or beside targets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from oddsmith.cli.help import documented

if TYPE_CHECKING:
    from oddsmith.run.bench.games import Case
    from oddsmith.run.bench.suite import Suite

GAMES_TIME = 600.0
RUNS_TIME = 3600.0


def _duration(ctx: click.Context, parameter: click.Parameter, text: str | None) -> float | None:
    from oddsmith.run.quantities import duration

    try:
        return None if text is None else duration(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@documented(
    "bench",
    ("beside Storm, game by game", "pipeline bench games goose2 --against storm"),
    ("beside targets", "pipeline bench scale --markdown"),
)
@click.argument("words", nargs=-1, metavar="[FILE] [NAME...]")
@click.option("--against", type=click.Choice(["storm"]), help="Run the same games in this tool, too.")
@click.option("--cold/--no-cold", default=None, help="Report the first run (nothing compiled before), too.")
@click.option("--games-file", type=click.Path(path_type=Path), help="Where the games or runs are listed.")
@click.option("--max-time", callback=_duration, metavar="TIME", help="End a run that takes longer, e.g. 10m.")
@click.option("--markdown", is_flag=True, help="Print the table of runs in Markdown, with the date and the machine.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document to stdout.")
@click.option("--debug", is_flag=True, help="Show the whole traceback of an unexpected error.")
def command(
    words: tuple[str, ...],
    against: str | None,
    cold: bool | None,
    games_file: Path | None,
    max_time: float | None,
    markdown: bool,
    as_json: bool,
    debug: bool,
) -> int:
    """Measure wall time and peak memory of whole processes.

    FILE is a list in pipelines/bench: `games` (the usual one) compares with a peer, `scale` with targets. NAMEs choose
    some of its entries.
    """
    from oddsmith.run.bench.file import bench_file, read_bench
    from oddsmith.run.bench.suite import Suite

    path, names = bench_file(words, games_file)
    found = read_bench(path, names)
    if isinstance(found, Suite):
        if against is not None:
            raise click.UsageError(f"--against needs a list of games, and {path} lists runs with targets")
        return _targets(found, names, bool(cold), max_time or RUNS_TIME, as_json, markdown)
    return _games(found, against, cold is not False, max_time or GAMES_TIME, as_json)


def _games(chosen: Sequence[Case], against: str | None, cold: bool, max_time: float, as_json: bool) -> int:
    from oddsmith.context import Context
    from oddsmith.report.bench import comparison_document, print_comparisons
    from oddsmith.report.json import print_document
    from oddsmith.run.bench.games import compare

    comparisons = []
    for comparison in compare(chosen, against, cold, max_time):
        comparisons.append(comparison)
        _say(f"measured {comparison.case.name}")
    cores = Context().threads
    if as_json:
        print_document({"cores": cores, "games": [comparison_document(comparison) for comparison in comparisons]})
        return 0
    print(f"whole processes, {cores} cores may be used by both; cold: nothing compiled before; ratio: peer / warm")
    print_comparisons(comparisons, against)
    return 0


def _targets(suite: Suite, names: Sequence[str], cold: bool, max_time: float, as_json: bool, markdown: bool) -> int:
    from dataclasses import asdict
    from datetime import date

    from oddsmith.report.bench import print_results, result_document
    from oddsmith.report.json import print_document
    from oddsmith.run.bench.bandwidth import measured_copy_rate
    from oddsmith.run.bench.machine import busy_text, machine_text
    from oddsmith.run.bench.targets import results

    suite.chosen(names)
    if busy := busy_text():
        _say(busy)
    copied = measured_copy_rate()
    found = []
    for result in results(suite, names, cold, max_time):
        found.append(result)
        _say(f"{'could not measure' if result.unavailable else 'measured'} {result.run.name}")
    if as_json:
        document = {"date": str(date.today()), "machine": machine_text(), "copy_gb_per_s": round(copied / 1e9, 2)}
        runs = [result_document(result, copied) for result in found]
        print_document({**document, "runs": runs, "peers": [asdict(peer) for peer in suite.peers]})
        return 0
    print(f"whole processes, compiled code in the cache; {date.today()}, {machine_text()}" + "\n" * markdown)
    print_results(found, copied, suite.peers, markdown)
    return 0


def _say(text: str) -> None:
    import sys

    print(text, file=sys.stderr, flush=True)
