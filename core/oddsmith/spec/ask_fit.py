"""The form of a question and the kind of game -> the same form with its optimum settled, or a refusal (E503)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from oddsmith.process.question import Distribution, Expectation, Path, Played, Probability, Quantile, Query, Visits
from oddsmith.source import Diagnostic, Span, SpecError
from oddsmith.spec.complaints import suggestion


def fit(form: Query, kind: str, players: Sequence[str], span: Span, aimless: Sequence[str] = ()) -> Query:
    """Refuses what this kind of game cannot be asked; in a chain, min and max are the same and are dropped.

    `aimless` are the players of whom it is not said what they want.
    """
    if isinstance(form, Played):
        return _fit_played(form, kind, players, span, aimless)
    coalition = form.coalition if isinstance(form, Probability | Expectation) else None
    given = form.given if isinstance(form, Probability | Expectation) else None
    if coalition is not None and kind != "game":
        raise _refusal(f"{_a(kind)} has no players to work together", span, "drop `<<…>>`, or write `type: game`")
    for player in coalition or ():
        if player not in players:
            message = f"there is no player `{player}`"
            raise SpecError([Diagnostic("E404", message, span, fix=suggestion(player, players, "players"))])
    if given is not None:
        _fit_given(form, given, span)
    if kind == "chain":
        return form if isinstance(form, Distribution) else replace(form, optimum=None)
    if isinstance(form, Distribution):
        raise _refusal(
            f"a distribution is asked of a chain, not of {_a(kind)}", span, "fix every choice, or ask for Rmin/Rmax"
        )
    if given is not None:
        raise _refusal(f"`given` is asked of a chain, not of {_a(kind)}", span, "fix every choice, or drop `given`")
    if kind == "game":
        return _fit_game(form, players, span)
    return replace(form, optimum=form.optimum or _optimum(form, span))


def _fit_played(form: Played, kind: str, players: Sequence[str], span: Span, aimless: Sequence[str]) -> Played:
    if kind != "game":
        fix = "write `type: game` and say who decides, or ask for min or max"
        raise _refusal(f"`{form.play}` is asked of a game with players, not of {_a(kind)}", span, fix)
    if aimless or not players:
        who = ", ".join(aimless) if len(aimless) < len(players) else "the players"
        name = aimless[0] if aimless else "ann"
        message = f"it is not said what {who} want{'s' if who in players else ''}"
        why = f"`{form.play}` is play for something: a reward per player"
        raise SpecError([Diagnostic("E505", message, span, why, f"write `players: {{{name}: {{wants: gain}}}}`")])
    if not isinstance(form.measure, Distribution) and form.measure.given is not None:
        raise _refusal(f"`given` is not possible together with `{form.play}`", span, "drop `given`")
    return form


def _fit_given(form: Query, given: Path, span: Span) -> None:
    if isinstance(form, Expectation) and form.measure != "reach":
        raise _refusal("a reward with `given` counts up to a goal", span, "write `R{name}=? [F goal] given […]`")
    for path in (given, form.path) if isinstance(form, Probability) else (given,):
        if path.kind == "X" or path.bound is not None:
            raise _refusal(
                "`X` and step bounds are not possible together with `given`",
                span,
                "drop the bound, or count the steps in a variable and ask for it",
            )


def _fit_game(form: Query, players: Sequence[str], span: Span) -> Query:
    if not isinstance(form, Probability | Expectation):
        raise _refusal("a game can be asked for P and R only", span, "write `<<player>> Pmax=? [F goal]`")
    if form.coalition is None:
        who = ", ".join(players[:1]) or "player"
        raise _refusal("it is not said who plays for the question", span, f"write `<<{who}>>` before it")
    return replace(form, optimum=form.optimum or _optimum(form, span))


def _optimum(form: Probability | Expectation | Visits | Quantile, span: Span) -> str:
    """`P>=q` must hold however the choices are made, `<<ann>> P>=q` if ann chooses well: as in PRISM."""
    threshold = None if isinstance(form, Quantile) else form.threshold
    if threshold is not None:
        is_enforced = isinstance(form, Probability | Expectation) and form.coalition is not None
        return "max" if (threshold.operator in (">", ">=")) == is_enforced else "min"
    head = {"Probability": "P", "Expectation": "R{name}", "Visits": "visits", "Quantile": "P"}[type(form).__name__]
    why = "the answer depends on the choices: the least or the largest value must be asked for"
    raise _refusal("min or max is missing", span, f"write `{head}max` or `{head}min`", why)


def _a(kind: str) -> str:
    return f"an {kind}" if kind == "mdp" else f"a {kind}"


def _refusal(message: str, span: Span, fix: str = "", why: str = "") -> SpecError:
    return SpecError([Diagnostic("E503", message, span, why, fix)])
