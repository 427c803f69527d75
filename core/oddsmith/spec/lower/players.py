"""Who owns what -> who decides on each step of a game."""

from __future__ import annotations

from collections.abc import Sequence

from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import Player
from oddsmith.spec.lower.steps import Step


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
            return found[0]
    return None
