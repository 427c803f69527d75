"""`pipeline bench`: time and memory of whole runs, beside those of another tool."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

if TYPE_CHECKING:
    from oddsmith.run.bench import Comparison, Measured


@click.command("bench")
@click.argument("games", nargs=-1, metavar="[GAME...]")
@click.option("--against", type=click.Choice(["storm"]), help="Run the same games in this tool, too.")
@click.option("--cold/--no-cold", default=True, help="Report the first run (nothing compiled before), too.")
@click.option("--games-file", type=click.Path(path_type=Path), help="Where the games are listed.")
@click.option("--max-time", default=600.0, metavar="SECONDS", help="End a run that takes longer.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document to stdout.")
@click.option("--debug", is_flag=True, help="Show the whole traceback of an unexpected error.")
def command(
    games: tuple[str, ...],
    against: str | None,
    cold: bool,
    games_file: Path | None,
    max_time: float,
    as_json: bool,
    debug: bool,
) -> int:
    """Measure wall time and peak memory of whole processes, in one go with a peer."""
    import os
    import sys

    from oddsmith.report.json import print_document
    from oddsmith.report.table import print_table
    from oddsmith.run.bench import GAMES, cases, compare

    comparisons = []
    for comparison in compare(cases(games_file or GAMES, games), against, cold, max_time):
        comparisons.append(comparison)
        print(f"measured {comparison.case.name}", file=sys.stderr, flush=True)
    cores = len(os.sched_getaffinity(0))
    if as_json:
        print_document({"cores": cores, "games": [_document(comparison) for comparison in comparisons]})
        return 0
    print(f"whole processes, {cores} cores may be used by both; cold: nothing compiled before; ratio: peer / warm")
    head = ["game", "states", "cold", "warm", "memory"]
    head += [against, "memory", "time ratio", "memory ratio"] if against else []
    print_table(head, [_row(comparison) for comparison in comparisons], numbers=range(1, len(head)))
    for comparison in comparisons:
        for who, measured in (("oddsmith", comparison.warm), (against, comparison.peer)):
            if measured is not None and measured.problem:
                print(f"{comparison.case.name}: {who}: {measured.problem}")
    return 0


def _row(comparison: Comparison) -> list[str]:
    warm, peer, cold = comparison.warm, comparison.peer, comparison.cold
    row = [
        comparison.case.name,
        f"{warm.states:,}" if warm.states else "-",
        _seconds(cold),
        _seconds(warm),
        _memory(warm),
    ]
    if peer is not None:
        row += [_seconds(peer), _memory(peer), f"{peer.seconds / warm.seconds:.2f}", f"{peer.memory / warm.memory:.2f}"]
    return row


def _seconds(measured: Measured | None) -> str:
    return "-" if measured is None or measured.problem else f"{measured.seconds:.2f} s"


def _memory(measured: Measured) -> str:
    return f"{measured.memory / 1e6:,.0f} MB"


def _document(comparison: Comparison) -> dict[str, Any]:
    from dataclasses import asdict

    parts = {"cold": comparison.cold, "warm": comparison.warm, "peer": comparison.peer}
    return {"game": comparison.case.name, **{name: asdict(m) if m else None for name, m in parts.items()}}
