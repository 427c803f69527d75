"""The forms between YAML and answers -> readable text, for `pipeline show`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from oddsmith.expr.show import show as expression
from oddsmith.kernel.kernel import Target
from oddsmith.process.process import Process
from oddsmith.report.json import constant_value
from oddsmith.report.numbers import significant
from oddsmith.run.chooser import Posed
from oddsmith.run.quantities import counted
from oddsmith.solve.choose import reason
from oddsmith.space.space import StateSpace
from oddsmith.spec.game import Command, FamilyBinder, Game, Player, Reference, Variable


def game_text(game: Game) -> str:
    """A checked game: its parts by name, constants with their values."""
    lines = [f"{game.kind} {game.name}"]
    lines += _section("constants", (f"{c.name} = {constant_value(c)}" for c in game.constants))
    heads = (f"{f.name}({', '.join(f.arguments)}): {expression(f.body)}" for f in game.functions)
    lines += _section("functions", heads)
    lines += _section("tables", (f"{t.name}: {len(t.values)} entries" for t in game.tables))
    lines += _section("players", map(_player, game.players))
    lines += _section("variables", map(_variable, game.variables))
    lines += _section("commands", map(_command, game.commands))
    for module in game.modules:
        body = [*map(_variable, module.variables), *map(_command, module.commands)]
        lines += _section(f"module {module.name}", body)
    lines += _section("instances", (f"{i.name}: {i.module}{_family(i.family)}" for i in game.instances))
    lines += _section("labels", (f"{a.name}{_family(a.family)}: {expression(a.condition)}" for a in game.labels))
    lines += _section("rewards", (f"{r.name}{_family(r.family)}: {len(r.items)} items" for r in game.rewards))
    lines += _section("questions", (f"{q.name}{_family(q.family)}: {q.text}" for q in game.questions))
    return "\n".join(lines)


def kernel_text(process: Process, targets: Iterable[Target]) -> str:
    """What the kernels of a process are made of."""
    parts = []
    for target in targets:
        text = target.text(process)
        parts.append(f"# kernel {target.name}\n{text or '# interprets the process: see --after reduce'}")
    return "\n\n".join(parts)


def space_text(space: StateSpace, most: int) -> str:
    """The first states with their choices and successors."""
    stored = space.transitions
    lines = [
        f"{space.size:,} states, {stored.choices:,} choices, {stored.count:,} transitions, {space.deadlocks:,} ends"
    ]
    lines += [line for state in range(min(most, space.size)) for line in _state(space, state)]
    if space.size > most:
        lines.append(f"… and {space.size - most:,} more states (show more with --most)")
    return "\n".join(lines)


def _state(space: StateSpace, state: int) -> Iterator[str]:
    stored = space.transitions
    yield f"{state}: {space.describe(state)}{' (first)' if state == space.initial else ''}"
    for choice in range(int(stored.starts[state]), int(stored.starts[state + 1])):
        summand = int(space.summand[choice])
        action = space.actions[summand] if summand >= 0 else "end"
        first, last = int(stored.row_start[choice]), int(stored.row_start[choice + 1])
        successors = (f"{_weight(space, t)} -> {int(stored.column[t])}" for t in range(first, last))
        yield f"    [{action}] {', '.join(successors)}"


def _weight(space: StateSpace, transition: int) -> str:
    exact = space.transitions.exact
    return str(exact[transition]) if exact is not None else significant(float(space.transitions.weight[transition]))


def _section(title: str, lines: Iterable[str]) -> list[str]:
    listed = [f"  {line}" for line in lines]
    return ["", title, *listed] if listed else []


def _variable(variable: Variable) -> str:
    axes = f"[{', '.join(expression(axis.domain) for axis in variable.axes)}]" if variable.axes else ""
    if variable.low is not None and variable.high is not None:
        return f"{variable.name}{axes}: {expression(variable.low)}..{expression(variable.high)}"
    return f"{variable.name}{axes}: {'bool' if variable.type.kind == 'bool' else ', '.join(variable.type.values)}"


def _player(player: Player) -> str:
    wants = f" wants {_reference(player.wants)}" if player.wants else ""
    return f"{player.name}{_family(player.family)}{wants}"


def _reference(reference: Reference) -> str:
    indices = f"[{', '.join(map(expression, reference.indices))}]" if reference.indices else ""
    return f"{reference.name}{indices}"


def _command(command: Command) -> str:
    name = _reference(command.action) if command.action else "(no action)"
    choose = f" choose {_binders(command.choose)}" if command.choose else ""
    return f"{name}{_family(command.family)}{choose} when {expression(command.when)}"


def _family(family: tuple[FamilyBinder, ...]) -> str:
    return f" for {_binders(family)}" if family else ""


def _binders(binders: Iterable[FamilyBinder]) -> str:
    return ", ".join(f"{b.name} in {expression(b.domain)}" for b in binders)


def structure_text(process: Process, most: int) -> str:
    """The rounds of a process, or why it has none; SpecError if it claims a symmetry that it does not have."""
    from oddsmith.process.rounds.analyse import rounds_of
    from oddsmith.process.rounds.show import show_rounds
    from oddsmith.process.rounds.structure import NoRoundsError
    from oddsmith.process.rounds.symmetry import rotation_of

    try:
        rounds = rounds_of(process)
    except NoRoundsError as error:
        rotates = any(key == "rotate" for key, _ in process.symmetry)
        claim = "\nthe symmetry that it claims is neither checked nor used" if rotates else ""
        return f"this game has no rounds: {error}{claim}"
    return show_rounds(rounds, most, rotation_of(process, rounds))


def problems_text(posed: Iterable[Posed]) -> str:
    """Each problem that the questions need solved, its traits, and the solver chosen for it."""
    lines = []
    for number, item in enumerate(posed, 1):
        problem = item.problem
        unknown = problem.transitions.size - int(problem.fixed.sum())
        size = (
            f"{counted(problem.transitions.size, 'state')}, {unknown:,} unknown, {counted(problem.columns, 'column')}"
        )
        if problem.horizon is not None:
            size += f", {counted(problem.horizon, 'step')}"
        lines.append(f"problem {number}: {size}")
        lines += [f"  {trait.name}: {trait.value}" for trait in sorted(problem.traits, key=lambda t: t.name)]
        lines.append(f"  solver: {item.solver.name}, {reason(problem, item.solver, item.candidates)}")
    return "\n".join(lines) or "no question needs anything solved"
