"""Players who decide at the same time -> complaints about who cannot (E404, E410) and about their conditions."""

from __future__ import annotations

from oddsmith.expr.scope import UNKNOWN
from oddsmith.expr.substitute import free_names
from oddsmith.expr.types import BOOL, INT, Type
from oddsmith.source import Span
from oddsmith.spec.check.checking import Checking
from oddsmith.spec.check.here import Here
from oddsmith.spec.complaints import suggestion
from oddsmith.spec.game import Command, PartyClause

ALONE = "let two players choose, or write `among: N` for one of N players who are all alike"


def check_together(checking: Checking, command: Command, here: Here) -> Here:
    """The place where all choices, and the numbers of others who choose so, are known."""
    if not command.together:
        return here
    first = command.together[0].span or command.span
    if checking.game.kind != "game":
        _refuse(checking, f"in type `{checking.game.kind}` no players decide together", first, "write `type: game`")
    if command.player is not None or command.choose:
        what = "player:" if command.player is not None else "choose:"
        fix = f"leave `{what}` out: each entry of `together:` says who chooses what"
        _refuse(checking, f"`{what}` and `together:` cannot stand in one command", command.span, fix)
    crowd = [party for party in command.together if party.among is not None]
    if not crowd and len(command.together) < 2:
        _refuse(checking, f"{command.together[0].player} decides alone here", first, ALONE)
    if crowd and len(command.together) > 1:
        fix = "players who are all alike are one entry; let others decide in a command of their own"
        _refuse(checking, "a crowd decides by itself", crowd[0].span, fix)
    _check_secrets(checking, command)
    bound: dict[str, Type] = {}
    for party in command.together:
        for name, kind in _check_party(checking, command, party, here).items():
            if name in bound:
                _refuse(checking, f"two choices are called `{name}`", party.span, "give one of them another name")
            bound[name] = kind
    return here.bind(bound)


def _check_secrets(checking: Checking, command: Command) -> None:
    """Nobody knows what the others choose."""
    for party in command.together:
        for name in sorted(free_names(party.when) & _foreign(command, party)):
            fix = "conditions are on the state and on one's own choice; what follows from all choices stands in `then:`"
            _refuse(checking, f"{party.player} cannot know `{name}`, which is chosen at the same time", party.span, fix)


def _foreign(command: Command, party: PartyClause) -> frozenset[str]:
    """The choices of all other players."""
    own = {binder.name for binder in party.choose}
    return frozenset(binder.name for other in command.together for binder in other.choose) - own


def _check_party(checking: Checking, command: Command, party: PartyClause, here: Here) -> dict[str, Type]:
    players = [player.name for player in checking.game.players]
    if party.player not in players:
        fix = suggestion(party.player, players, "players") or "there is no player at all"
        checking.complaints.add("E404", f"there is no player `{party.player}`", party.span, fix=fix)
    if not party.choose and not checking.broken:
        _refuse(checking, f"{party.player} has nothing to choose", party.span, "write `choose: {a: 0..1}`")
    bound: dict[str, Type] = {}
    for binder in party.choose:
        bound[binder.name] = checking.domain(binder.domain, here.bind(bound), "a choice", constant=True)
    own = here.bind(bound)
    if not free_names(party.when) & _foreign(command, party):
        checking.want(party.when, own, BOOL, "a condition")
    if party.among is None:
        if party.others:
            _refuse(checking, f"`others:` without `among:`: of how many is {party.player} one?", party.span, ALONE)
        return bound | {name: UNKNOWN for name, _ in party.others}
    checking.want(party.among, here, INT, "a number of players")
    if len(party.choose) > 1:
        fix = "number all combinations and choose one of those"
        _refuse(checking, "players who are all alike make one choice", party.span, fix)
    for _, condition in party.others:
        checking.want(condition, own, BOOL, "a condition on the choice")
        checking.still(condition, own, "which choice is meant")
    return bound | {name: INT for name, _ in party.others}


def _refuse(checking: Checking, message: str, span: Span | None, fix: str) -> None:
    checking.complaints.add("E410", message, span, fix=fix)
