"""What was measured -> tables on a terminal, in Markdown, and JSON documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from oddsmith.report.table import print_table
from oddsmith.run.bench.games import Comparison
from oddsmith.run.bench.measure import Measured
from oddsmith.run.bench.suite import Published, pace_text
from oddsmith.run.bench.targets import Result
from oddsmith.run.quantities import bytes_text, counted, seconds_text

HEAD = ("run", "states", "time", "memory", "largest process", "first answer", "width", "target", "")


def print_comparisons(comparisons: Sequence[Comparison], against: str | None) -> None:
    """Ours beside a peer's."""
    head = ["game", "states", "cold", "warm", "memory"]
    head += [against, "memory", "time ratio", "memory ratio"] if against else []
    print_table(head, [_compared(comparison) for comparison in comparisons], numbers=range(1, len(head)))
    for comparison in comparisons:
        for who, measured in (("oddsmith", comparison.warm), (against, comparison.peer)):
            if measured is not None and measured.problem:
                print(f"{comparison.case.name}: {who}: {measured.problem}")


def _compared(comparison: Comparison) -> list[str]:
    warm, peer, cold = comparison.warm, comparison.peer, comparison.cold
    row = [comparison.case.name, _count(warm.states), _seconds(cold), _seconds(warm), f"{warm.memory / 1e6:,.0f} MB"]
    if peer is not None:
        row += [_seconds(peer), f"{peer.memory / 1e6:,.0f} MB"]
        row += [f"{peer.seconds / warm.seconds:.2f}", f"{peer.memory / warm.memory:.2f}"]
    return row


def _seconds(measured: Measured | None) -> str:
    return "-" if measured is None or measured.problem else f"{measured.seconds:.2f} s"


def _count(states: int | None) -> str:
    return f"{states:,}" if states else "-"


def comparison_document(comparison: Comparison) -> dict[str, Any]:
    parts = {"cold": comparison.cold, "warm": comparison.warm, "peer": comparison.peer}
    return {"game": comparison.case.name, **{name: asdict(m) if m else None for name, m in parts.items()}}


def print_results(results: Sequence[Result], copied: float, peers: Sequence[Published], markdown: bool) -> None:
    """The table, then what does not fit into it."""
    rows = [_row(result) for result in results]
    if markdown:
        lines = [list(HEAD), ["---"] * len(HEAD), *rows]
        print("\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines) + "\n")
    else:
        print_table(HEAD, rows, numbers=range(1, 5))
    bullet = "- " if markdown else ""
    for line in [*_remarks(results), *_traffic(results, copied), *_ratios(results, peers)]:
        print(bullet + line)


def _row(result: Result) -> list[str]:
    run, warm = result.run, result.warm
    if warm is None:
        return [run.name, "-", "-", "-", "-", "-", "-", run.target.text(), f"unavailable: {result.unavailable}"]
    verdict = "✓ met" if result.met else "✗ missed"
    first = warm.answers[0] if warm.answers else None
    return [
        run.name,
        _count(warm.states),
        seconds_text(warm.seconds),
        bytes_text(warm.memory),
        bytes_text(warm.largest),
        "-" if first is None else f"{first.name} = {first.value:.12g}",
        "-" if first is None else f"{first.width:.1e}",
        run.target.text(),
        verdict,
    ]


def _remarks(results: Sequence[Result]) -> list[str]:
    """What is missed and by how much, what is said about ratios, and how far the aims are."""
    lines = []
    for result in results:
        checks = [] if result.warm is None or result.warm.value is None else result.checks
        told = [f"{check.target}: {check.found}" for check in checks if not check.met or check.compares]
        told += [f"aim {check.target}: {check.found}, {'met' if check.met else 'missed'}" for check in result.aims]
        told += [result.warm.problem] if result.warm is not None and result.warm.problem else []
        if result.cold is not None:
            told.append(f"cold {seconds_text(result.cold.seconds)}")
        if told:
            lines.append(f"{result.run.name}: {'; '.join(told)}")
    return lines


def _traffic(results: Sequence[Result], copied: float) -> list[str]:
    """Bytes a second of the sweeps beside those that the machine copies."""
    lines = [f"memory copies at {copied / 1e9:.1f} GB/s (read and written), measured in the same go"]
    for result in results:
        effort = result.warm.effort if result.warm is not None else None
        if effort is not None and effort.moves:
            played = f"{counted(effort.games, 'game')}, {counted(effort.moves, 'move')}"
            told = f"{played} in {seconds_text(effort.seconds)}"
            lines.append(f"{result.run.name}: {told}: {pace_text(effort.moves / effort.seconds)}")
        elif effort is not None and effort.seconds > 0:
            rate = effort.bytes / effort.seconds
            lines.append(
                f"{result.run.name}: {effort.rounds} rounds of {effort.turns} turns over {effort.cells:,} cells "
                f"in {seconds_text(effort.seconds)}: {rate / 1e9:.1f} GB/s, {rate / copied:.0%} of copying"
            )
    return lines


def _ratios(results: Sequence[Result], peers: Sequence[Published]) -> list[str]:
    """What others took, and how many times ours that is."""
    lines = []
    by_name = {result.run.name: result.warm for result in results}
    for peer in peers:
        ours = by_name.get(peer.run)
        if ours is None or ours.value is None:
            continue
        told = []
        if peer.seconds is not None:
            told.append(f"{seconds_text(peer.seconds)}, {peer.seconds / ours.seconds:.0f} times ours")
        if peer.memory is not None:
            told.append(f"{bytes_text(peer.memory)}, {peer.memory / ours.memory:.0f} times ours")
        lines.append(f"{peer.peer} on {peer.run}: {'; '.join(told)} ({peer.about}; {peer.source})")
    return lines


def result_document(result: Result, copied: float) -> dict[str, Any]:
    """One run, for programs."""
    effort = result.warm.effort if result.warm is not None else None
    rate = effort.bytes / effort.seconds if effort is not None and effort.bytes else None
    return {
        "run": result.run.name,
        "about": result.run.about,
        "command": list(result.command),
        "ranks": result.run.ranks,
        "unavailable": result.unavailable or None,
        "cold": asdict(result.cold) if result.cold else None,
        "warm": asdict(result.warm) if result.warm else None,
        "met": result.met,
        "checks": [asdict(check) for check in result.checks],
        "aims": [asdict(check) for check in result.aims],
        "gb_per_s": None if rate is None else round(rate / 1e9, 2),
        "of_copying": None if rate is None else round(rate / copied, 3),
    }
