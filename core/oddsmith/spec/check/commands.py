"""Commands and their effects -> complaints about types, targets, probabilities (E401, E402) and choices (E403)."""

from __future__ import annotations

from math import prod

from oddsmith.expr.nodes import Expr, Index, Name, Range
from oddsmith.expr.scope import UNKNOWN, join, words
from oddsmith.expr.types import BOOL, INT, NUMBER, Type
from oddsmith.expr.values import Value
from oddsmith.process.process import Table
from oddsmith.source import Span
from oddsmith.spec.check.checking import Checking
from oddsmith.spec.check.here import Here
from oddsmith.spec.check.together import check_together
from oddsmith.spec.complaints import suggestion
from oddsmith.spec.game import Assignment, Command, DrawClause, Effect, TableDraw

MOST_COMMANDS = 200_000


def check_command(checking: Checking, command: Command, here: Here) -> None:
    """Everything about a command that can be known before its family is unrolled."""
    if command.choose and checking.game.kind == "chain":
        fix = "use `draw:` for chance, or `type: mdp` if somebody decides"
        span = command.choose[0].span or command.span
        checking.complaints.add("E403", "a chain leaves nothing to choose", span, fix=fix)
    _check_size(checking, command, here)
    here = checking.family(command.family, here, "a family")
    checking.reference(command.action, here, "the index of an action")
    checking.reference(command.player, here, "the index of a player")
    for binder in command.choose:
        kind = checking.domain(binder.domain, here, "a choice", constant=True)
        here = here.bind({binder.name: kind})
    checking.want(command.when, here, BOOL, "a condition")
    here = check_together(checking, command, here)
    for reward, gain in command.gain:
        checking.want(gain, here, NUMBER, f"the gain of `{reward}`")
    check_effect(checking, command.effect, here)


def _check_size(checking: Checking, command: Command, here: Here) -> None:
    """A family whose ranges are plainly too large is refused before anybody waits for it (E407)."""
    sizes = [1]
    for binder in command.family:
        if isinstance(binder.domain, Range):
            low, high = checking.value(binder.domain.low, here), checking.value(binder.domain.high, here)
            if isinstance(low, int) and isinstance(high, int):
                sizes.append(max(1, high - low + 1))
    if prod(sizes) > MOST_COMMANDS:
        message = f"this family makes {prod(sizes):,} commands; at most {MOST_COMMANDS:,} are allowed"
        fix = "use `draw:` or `choose:` for values that need no command of their own, or make the family smaller"
        checking.complaints.add("E407", message, command.family[0].span or command.span, fix=fix)


def check_effect(checking: Checking, effect: Effect, here: Here) -> None:
    """Draws, abbreviations, then updates or branches."""
    for draw in effect.draws:
        here = here.bind({draw.name: _check_draw(checking, draw, here)}, moving=True)
    for let in effect.lets:
        here = here.bind({let.name: checking.infer(let.value, here)}, moving=True)
    for update in effect.updates:
        _check_update(checking, update, here)
    weights: list[tuple[Expr, Value | None]] = []
    for weight, inner in effect.branches:
        within = checking.family(inner.family, here, "a family")
        checking.want(weight, within, NUMBER, "a probability")
        weights.append((weight, checking.value(weight, within)))
        check_effect(checking, inner, within)
    if weights and not any(inner.family for _, inner in effect.branches):
        _check_sum(checking, weights, effect.span)
    else:
        _check_each(checking, weights)


def _check_each(checking: Checking, weights: list[tuple[Expr, Value | None]]) -> bool:
    right = True
    for weight, value in weights:
        if value is not None and not isinstance(value, bool) and not 0 <= value <= 1:
            fix = "probabilities lie between 0 and 1"
            checking.complaints.add("E401", f"the probability {value} is impossible", weight.span, fix=fix)
            right = False
    return right


def _check_sum(checking: Checking, weights: list[tuple[Expr, Value | None]], span: Span | None) -> None:
    known = [value for _, value in weights if value is not None and not isinstance(value, bool)]
    if not _check_each(checking, weights) or len(known) < len(weights) or sum(known) == 1:
        return
    shown = " + ".join(str(value) for value in known[:8]) + (" + …" if len(known) > 8 else "")
    message = f"the probabilities sum to {sum(known)}, not to 1"
    place = weights[0][0].span or span
    checking.complaints.add("E402", message, place, why=f"{shown} = {sum(known)}", fix="make them sum to 1")


def _check_draw(checking: Checking, draw: DrawClause, here: Here) -> Type:
    """The type of what is drawn."""
    domain = draw.domain
    if isinstance(domain, TableDraw):
        return _check_table(checking, domain, draw, here)
    if isinstance(domain, Range):
        checking.want(domain.low, here, INT, "a draw")
        checking.want(domain.high, here, INT, "a draw")
        low, high = checking.value(domain.low, here), checking.value(domain.high, here)
        if low is not None and high is not None and high < low:
            message = f"nothing can be drawn from {low}..{high}"
            checking.complaints.add("E305", message, domain.span or draw.span, fix="write `low..high` with low <= high")
        return INT
    found = UNKNOWN
    weights: list[tuple[Expr, Value | None]] = []
    for value, weight in domain:
        own = checking.infer(value, here)
        joined = join(found, own)
        if joined is None:
            message = f"the outcomes of `{draw.name}` have different types: {words(found)} and {words(own)}"
            checking.complaints.add("E302", message, value.span)
            return UNKNOWN
        found = joined
        checking.want(weight, here, NUMBER, "a probability")
        weights.append((weight, checking.value(weight, here)))
    _check_sum(checking, weights, draw.span)
    return found


def _check_table(checking: Checking, drawn: TableDraw, draw: DrawClause, here: Here) -> Type:
    """One draws from a table with one axis, or from a row of one with two."""
    name = drawn.table
    tables = {table.name: table for table in checking.game.tables}
    if drawn.row is not None:
        checking.want(drawn.row, here, INT, "a row of a table")
    if name not in tables:
        if name not in checking.broken:
            fix = suggestion(name, tables, "tables")
            checking.complaints.add("E201", f"there is no table `{name}`", draw.span, fix=fix)
    elif len(tables[name].axes) != (1 if drawn.row is None else 2):
        two = drawn.row is None
        message = f"the table `{name}` has {'two axes, a draw needs one' if two else 'one axis, and no rows'}"
        fix = f"draw from one of its rows: {{table: {name}, row: …}}" if two else "leave `row:` out"
        checking.complaints.add("E303", message, draw.span, fix=fix)
    elif drawn.row is None and tables[name].bind in ("", "probabilities"):
        _check_entries(checking, tables[name], draw)
    return INT


def _check_entries(checking: Checking, table: Table, draw: DrawClause) -> None:
    weights = [value for value in table.values if value is not None and not isinstance(value, bool)]
    if any(not 0 <= weight <= 1 for weight in weights):
        message = f"the table `{table.name}` holds numbers that are no probabilities"
        checking.complaints.add("E401", message, draw.span, fix="divide each entry by their sum")
    elif sum(weights) != 1:
        message = f"the probabilities of the table `{table.name}` sum to {sum(weights)}, not to 1"
        checking.complaints.add("E402", message, draw.span, fix="make them sum to 1")


def _check_update(checking: Checking, update: Assignment, here: Here) -> None:
    here = checking.family(update.family, here, "the cells of an update")
    target = update.target
    if checking.skipped(target):
        return
    assert isinstance(target, Name | Index)
    if target.name not in here.variables:
        _no_variable(checking, target, here)
        return
    wanted = checking.infer(target, here)
    checking.want(update.value, here, wanted, f"the new value of `{target.name}`")


def _no_variable(checking: Checking, target: Name | Index, here: Here) -> None:
    what = "a constant" if target.name in checking.values.names else "not a variable"
    exists = target.name in here.scope.names or target.name in here.scope.tables or target.name in here.scope.symbols
    code = "E307" if exists else "E201"
    message = f"`{target.name}` is {what} and cannot change" if exists else f"unknown variable `{target.name}`"
    checking.complaints.add(code, message, target.span, fix=suggestion(target.name, here.variables, "variables"))
