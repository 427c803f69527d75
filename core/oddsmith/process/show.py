"""A process -> readable text of the linear form, one block per command."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from oddsmith.expr.nodes import TRUE, Number
from oddsmith.expr.show import show as show_expression
from oddsmith.process.process import (
    Blocks,
    Branch,
    Draw,
    Parameter,
    Party,
    Process,
    Sum,
    Summand,
    Table,
    Uniform,
    Update,
)


def show(process: Process) -> str:
    """The whole process as text. Equal processes read alike; sections that are empty are left out."""
    lines = [f"{process.kind} {process.name}"]
    if process.players:
        lines.append(f"players {', '.join(process.players)}")
    lines += [f"  {player} wants {reward}" for player, reward in process.wants]
    if process.deadlock != "loop":
        lines.append(f"deadlock {process.deadlock}")
    if process.overlap != "error":
        lines.append(f"overlap {process.overlap}")
    lines += _section("parameters", [_parameter(p) for p in process.params])
    lines += _section("hidden", [f"{name}: {', '.join(seen) or 'nobody'} sees it" for name, seen in process.sees])
    lines += _section("erased", [f"{name} = {value}" for name, value in process.erased])
    lines += _section("exchangeable", [_blocks(blocks) for blocks in process.exchangeable])
    lines += _section("tables", [_table(t) for t in process.tables])
    lines += _section("functions", list(_functions(process)))
    for summand in process.summands:
        lines += ["", *show_summand(summand)]
    lines += _section("labels", [f"{a.name}: {show_expression(a.condition)}" for a in process.labels])
    lines += _section("rewards", [f"{r.name}: {show_expression(r.state)}" for r in process.rewards])
    lines += _section("questions", [f"{q.name}: {q.text}" for q in process.questions])
    return "\n".join(lines) + "\n"


def show_summand(summand: Summand) -> list[str]:
    """One command as lines: action, choices, guard, branches, gains."""
    owner = f" {summand.player}" if summand.player else ""
    lines = [f"[{summand.action}]{owner}"]
    if summand.parties:
        lines += [f"  together {_party(party, summand)}" for party in summand.parties]
    elif summand.sums:
        lines.append(f"  choose {', '.join(_sum(s) for s in summand.sums)}")
    if summand.guard != TRUE:
        lines.append(f"  when {show_expression(summand.guard)}")
    lines += [f"  {line}" for branch in summand.branches for line in _branch(branch)]
    lines += [f"  gain {gain.reward}: {show_expression(gain.value)}" for gain in summand.gains]
    if summand.followed is not None:
        lines.append(
            "  at once" if summand.followed == TRUE else f"  at once where {show_expression(summand.followed)}"
        )
    return lines


def show_values(values: tuple[int, ...]) -> str:
    """A set of whole numbers: `1..6` where they follow each other, else `{1, 3, 5}`."""
    if len(values) > 1 and values == tuple(range(values[0], values[-1] + 1)):
        return f"{values[0]}..{values[-1]}"
    return f"{{{', '.join(map(str, values))}}}"


def _section(title: str, lines: list[str]) -> list[str]:
    return ["", title, *(f"  {line}" for line in lines)] if lines else []


def _parameter(param: Parameter) -> str:
    if param.type.kind == "bool":
        domain = "bool"
    elif param.type.kind == "enum":
        domain = f"{{{', '.join(param.type.values)}}}"
    else:
        domain = f"{param.low}..{param.high}"
    return f"{param.name}: {domain} = {param.type.text(param.init)}"


def _blocks(blocks: Blocks) -> str:
    return ", ".join(block[0] if len(block) == 1 else f"({', '.join(block)})" for block in blocks)


def _table(table: Table) -> str:
    axes = ", ".join(f"{low}..{high}" for low, high in table.axes)
    return f"{table.name}[{axes}]: {', '.join(_entry(v) for v in table.values)}"


def _entry(value: int | Fraction | None) -> str:
    return "-" if value is None else str(value)


def _functions(process: Process) -> Iterator[str]:
    for function in process.functions:
        pairs = zip(function.arguments, function.argument_types, strict=True)
        head = ", ".join(f"{name}: {kind.kind}" for name, kind in pairs)
        yield f"{function.name}({head}) -> {function.result.kind}: {show_expression(function.body)}"


def _sum(binder: Sum) -> str:
    return f"{binder.name} in {show_values(binder.values)}"


def _party(party: Party, summand: Summand) -> str:
    sums = {s.name: s for s in summand.sums}
    own = f"{party.player} chooses {', '.join(_sum(sums[name]) for name in party.choices)}"
    if party.among is None:
        return own
    values = sums[party.choices[0]].values[1:]
    counted = ", ".join(f"{name} take {value}" for name, value in zip(party.others, values, strict=True))
    return f"{own} as one of {show_expression(party.among)}; of the others {counted}"


def _draw(draw: Draw) -> str:
    if isinstance(draw.domain, Uniform):
        return f"{draw.name} in {show_expression(draw.domain.low)}..{show_expression(draw.domain.high)}"
    pairs = (f"{show_expression(value)}: {show_expression(weight)}" for value, weight in draw.domain.outcomes)
    return f"{draw.name} in {{{', '.join(pairs)}}}"


def _branch(branch: Branch) -> Iterator[str]:
    if branch.draws:
        yield f"draw {', '.join(_draw(d) for d in branch.draws)}"
    weight = "" if branch.weight == Number(1) else f"{show_expression(branch.weight)}: "
    yield ("  " if branch.draws else "") + weight + (", ".join(_update(u) for u in branch.updates) or "stay")


def _update(update: Update) -> str:
    return f"{show_expression(update.target)}' = {show_expression(update.value)}"
