"""Declared names -> complaints about those that are declared twice (E204)."""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.expr.types import Type
from oddsmith.source import Span
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.game import Game, Variable


@dataclass
class _Book:
    """Who has which name already."""

    complaints: Complaints
    taken: dict[str, tuple[str, Span | None]] = field(default_factory=dict)

    def enter(self, name: str, what: str, span: Span | None) -> None:
        first = self.taken.setdefault(name, (what, span))
        if first == (what, span):
            return
        notes = (f"first at {first[1].place}",) if first[1] else ()
        message = f"`{name}` is already the name of {first[0]}"
        self.complaints.add("E204", message, span, fix=f"give {what} another name", notes=notes)


def check_names(game: Game, complaints: Complaints) -> None:
    """Constants, tables, variables, values of enumerations and labels share one room of names."""
    book = _Book(complaints)
    enumerations: dict[str, Type] = {}
    for constant in game.constants:
        book.enter(constant.name, "a constant", constant.span)
    for table in game.tables:
        book.enter(table.name, "a table", None)
    used = {instance.module for instance in game.instances}
    for variable in game.variables:
        _variable(book, variable, enumerations)
    for module in game.modules:
        inner = book if module.name not in used else _Book(complaints)
        for variable in module.variables:
            _variable(inner, variable, enumerations)
    for label in game.labels:
        book.enter(label.name, "a label", label.span)
    _distinct(game, complaints)


def _variable(book: _Book, variable: Variable, enumerations: dict[str, Type]) -> None:
    book.enter(variable.name, "a variable", variable.span)
    for value in variable.type.values:
        first = enumerations.setdefault(value, variable.type)
        if first != variable.type:
            why = f"it is also one of {', '.join(first.values)}"
            fix = "give one of them another name, or list the same values in the same order"
            message = f"the value `{value}` belongs to two enumerations"
            book.complaints.add("E204", message, variable.span, why=why, fix=fix)
            return
        if value in book.taken and book.taken[value][0] != "a value":
            book.enter(value, "a value", variable.span)
        else:
            book.taken[value] = ("a value", variable.span)


def _distinct(game: Game, complaints: Complaints) -> None:
    """Players, modules and instances have rooms of their own; their keys cannot repeat, lists can."""
    players = _Book(complaints)
    for player in game.players:
        players.enter(player.name, "a player", player.span)
    labels = _Book(complaints)
    for question in game.questions:
        labels.enter(question.name, "a question", question.span)
