"""A game as read -> the same game with typed functions, or all complaints about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from oddsmith.expr.scope import UNKNOWN
from oddsmith.expr.substitute import free_names
from oddsmith.expr.types import BOOL, NUMBER, Type
from oddsmith.spec.check.checking import Checking
from oddsmith.spec.check.commands import check_command
from oddsmith.spec.check.functions import type_functions
from oddsmith.spec.check.growth import check_growth
from oddsmith.spec.check.here import Here
from oddsmith.spec.check.names import check_names
from oddsmith.spec.check.questions import check_question
from oddsmith.spec.check.references import check_references
from oddsmith.spec.check.scopes import all_variables, inside, outside, symbols_of, with_labels
from oddsmith.spec.check.variables import check_variable
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.game import Game, Instance, LabelClause, Module
from oddsmith.spec.read.constants import Values
from oddsmith.spec.read.functions import Written


def check_game(
    game: Game, written: Mapping[str, Written], values: Values, broken: set[str], complaints: Complaints
) -> Game:
    """Checks everything that does not depend on broken parts; complaints are collected, not raised."""
    check_names(game, complaints)
    check_references(game, complaints)
    check_growth(game, complaints)
    symbols = symbols_of(all_variables(game))
    here = outside(game, symbols, {})
    functions, signatures = type_functions(written, here, broken, complaints)
    game = replace(game, functions=functions)
    here = outside(game, symbols, signatures)
    checking = Checking(game, values, complaints, frozenset(broken))
    for variable in game.variables:
        check_variable(checking, variable, here)
    labelled = with_labels(game, here)
    for command in game.commands:
        check_command(checking, command, labelled)
    for module in game.modules:
        _check_module(checking, module, here, labelled)
    for instance in game.instances:
        _check_instance(checking, instance, here)
    _check_players(checking, here)
    _check_labels(checking, labelled)
    _check_rewards(checking, labelled)
    for question in game.questions:
        check_question(checking, question, labelled)
    return game


def _check_module(checking: Checking, module: Module, here: Here, labelled: Here) -> None:
    parameters: dict[str, Type] = {}
    for name, default in module.parameters:
        place = here.bind(parameters)
        if default is not None:
            checking.still(default, place, f"the parameter `{name}`")
        parameters[name] = UNKNOWN if default is None else checking.infer(default, place)
    for variable in module.variables:
        check_variable(checking, variable, here.bind(parameters))
    inner = inside(module, labelled, parameters)
    for command in module.commands:
        check_command(checking, command, inner)


def _check_instance(checking: Checking, instance: Instance, here: Here) -> None:
    inner = checking.family(instance.family, here, "a family")
    for name, expr in instance.parameters:
        checking.infer(expr, inner)
        checking.still(expr, inner, f"the parameter `{name}`")


def _check_players(checking: Checking, here: Here) -> None:
    for player in checking.game.players:
        inner = checking.family(player.family, here, "a family")
        checking.reference(player.wants, inner, "the index of a reward")


def _check_labels(checking: Checking, here: Here) -> None:
    _check_cycles(checking)
    for label in checking.game.labels:
        inner = checking.family(label.family, here, "a family")
        checking.want(label.condition, inner, BOOL, f"the label `{label.name}`")


def _check_cycles(checking: Checking) -> None:
    labels = {label.name: label for label in checking.game.labels}
    wants = {name: _built_upon(label) & labels.keys() for name, label in labels.items()}
    try:
        TopologicalSorter(wants).prepare()
    except CycleError as error:
        cycle = error.args[1]
        loop = " -> ".join(f"`{name}`" for name in reversed(cycle))
        message = f"the label `{cycle[0]}` is built upon itself: {loop}"
        checking.complaints.add("E205", message, labels[cycle[0]].span, fix="write out one of the conditions")


def _built_upon(label: LabelClause) -> frozenset[str]:
    return free_names(label.condition) - {binder.name for binder in label.family}


def _check_rewards(checking: Checking, here: Here) -> None:
    for reward in checking.game.rewards:
        inner = checking.family(reward.family, here, "a family")
        for item in reward.items:
            checking.want(item.when, inner, BOOL, "a condition")
            place = inner.gains() if item.actions else inner
            checking.want(item.gain, place, NUMBER, f"the gain of `{reward.name}`")
