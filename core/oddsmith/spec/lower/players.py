"""Players, also in families, and who owns what -> who decides on each step of a game, and wants what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.complaints import suggestion
from oddsmith.spec.game import Player, Reference, Variable
from oddsmith.spec.lower.constants import Constants
from oddsmith.spec.lower.families import combinations, full_name, indexed_name
from oddsmith.spec.lower.scope import Scope
from oddsmith.spec.lower.steps import Step


def seated(players: Sequence[Player], scope: Scope, constants: Constants) -> tuple[Player, ...]:
    """Every player of every family by the full name, wanting a reward by its full name."""
    found = []
    for player in players:
        for inner, values in combinations(player.family, scope, constants):
            wants = None if player.wants is None else full_name(player.wants, inner, constants)
            reference = None if wants is None or player.wants is None else Reference(wants, span=player.wants.span)
            name = indexed_name(player.name, values)
            found.append(replace(player, name=name, family=(), wants=reference))
    return tuple(found)


def check_wants(players: Sequence[Player], rewards: Sequence[str]) -> None:
    """Complain about players who want what nobody can gain (E502)."""
    for player in players:
        if player.wants is not None and player.wants.name not in rewards:
            message = f"{player.name} wants `{player.wants.name}`, and there is no such reward"
            fix = suggestion(player.wants.name, rewards, "rewards")
            raise SpecError([Diagnostic("E502", message, player.wants.span, fix=fix)])


def watching(variable: Variable, scope: Scope, players: Sequence[str], constants: Constants) -> tuple[str, ...]:
    """The players who see a variable, or a cell where `scope` knows its indices; `p` stands for all of its family."""
    found: list[str] = []
    for reference in variable.sees or ():
        name = full_name(reference, scope, constants)
        whole = [player for player in players if player == name or player.startswith(f"{name}[")]
        if not whole:
            message = f"there is no player `{name}` to see `{variable.name}`"
            raise SpecError([Diagnostic("E404", message, reference.span, fix=suggestion(name, players, "players"))])
        found += whole
    return tuple(player for player in players if player in found)


def owner(step: Step, players: Sequence[Player]) -> str | None:
    """The player of a step: who owns the action, else whom the commands name, else who owns their modules.

    None: nobody decides; such a step is chance and must be the only one where it is possible.
    """
    by_action = [p.name for p in players if step.matches(p.actions)]
    by_module = [p.name for p in players if set(p.modules) & set(step.modules)]
    for found in (by_action, list(step.players), by_module):
        if len(found) > 1:
            action = f"`{step.action.text}`" if step.action else "this command"
            message = f"{' and '.join(found)} both decide on {action}"
            fix = "list the action under exactly one player: `players: {p1: {actions: […]}}`"
            raise SpecError([Diagnostic("E405", message, step.origin, fix=fix)])
        if found:
            return _known(found[0], step, players)
    return None


def _known(name: str, step: Step, players: Sequence[Player]) -> str:
    names = [player.name for player in players]
    if name not in names:
        fix = suggestion(name, names, "players")
        raise SpecError([Diagnostic("E404", f"there is no player `{name}`", step.origin, fix=fix)])
    return name
