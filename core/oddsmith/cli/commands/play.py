"""`pipeline play SPEC`: step through a game, in the terminal or by a script."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, play_options

if TYPE_CHECKING:
    from oddsmith.report.play import Screen
    from oddsmith.run.plan import Plan
    from oddsmith.run.play.match import Match
    from oddsmith.run.play.worth import Worth
    from oddsmith.run.runner import Tools

PROMPT = "> "
LONGEST = 100_000
"""Moves of `auto`."""


@documented(
    "play",
    ("play, and see what every position is worth", "pipeline play specs/gambler.yaml"),
    (
        "sit at the table as one of the players, without seeing the other cards",
        "pipeline play specs/kuhn.yaml --as p1 --seed 7",
    ),
    ("let a script play", "pipeline play specs/gambler.yaml --script orders.txt --json"),
)
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@click.option("--script", type=click.File("r"), metavar="FILE", help="Orders, one per line (- or no terminal: stdin).")
@click.option("--as", "viewer", metavar="PLAYER", help="Play this player, and see only what this player sees.")
@click.option("--no-values", is_flag=True, help="Do not show what positions are worth.")
@play_options
def command(path: Path, script: Any, viewer: str | None, no_values: bool, **given: Any) -> int:
    """Play a game step by step: choose, roll, undo, let the strategy play, and see what each position is worth.

    Orders are read from the terminal, from --script, or from stdin: a choice is taken by its number or name, Enter
    goes on, `help` lists the others. Chance follows --seed. With --json the whole match is printed at its end.
    """
    from oddsmith.cli.session import opened
    from oddsmith.report.json import print_document
    from oddsmith.report.play import Screen, transcript

    settings = Settings(**given)
    with opened(settings, path) as (plan, tools):
        match, worth, how = tools.host.protected(lambda: _prepared(plan, tools, viewer, no_values))
        screen = Screen()
        table = _Table(match, worth, screen, quiet=settings.as_json)
        if not settings.as_json:
            screen.begin(_title(match), how)
        wrong = tools.host.protected(lambda: table.play(_lines(script, settings.as_json)), prints=True)
        if settings.as_json:
            print_document(transcript(match, str(plan.spec), worth.at(match.row)))
    return 2 if wrong and not _is_terminal(script) else 0


def _prepared(plan: Plan, tools: Tools, viewer: str | None, no_values: bool) -> tuple[Match, Worth, str]:
    from oddsmith.hosting.names import suggestion
    from oddsmith.run import stages
    from oddsmith.run.play.board import Board
    from oddsmith.run.play.match import Match
    from oddsmith.run.play.rules import advice_of
    from oddsmith.run.play.worth import Unknown, worth_of

    game = stages.load(plan)
    process = stages.lower(plan, game, tools.host)
    named = {player.replace("[", "").replace("]", ""): player for player in process.players}
    viewer = named.get(viewer or "", viewer)
    if viewer is not None and viewer not in process.players:
        raise click.UsageError(f"there is no player {viewer}: {suggestion(viewer, process.players)}")
    exact = next(target for target in tools.registry.all_of("kernel") if target.numbers == "exact")
    kernel = exact.build(process, tuple(label.condition for label in process.labels), tools.context)
    board = Board(process, kernel, viewer)
    rules = advice_of(plan, game, process, kernel, tools)
    if board.hidden:
        how = "not shown, since it would tell what is hidden"
        return Match(board, tools.context.seed, rules), Unknown(how), how
    if no_values:
        return Match(board, tools.context.seed, rules), Unknown(""), ""
    worth, advice, how = worth_of(plan, process, tools)
    if rules is not None and plan.strategy is not None:
        how = f"{how.partition('; best')[0]}; best plays by {plan.strategy.name}"
    return Match(board, tools.context.seed, rules or advice), worth, how


def _title(match: Match) -> str:
    viewer = f", played by {match.board.viewer}" if match.board.viewer else ""
    return f"{match.board.process.name}{viewer} (seed {match.seed})"


def _is_terminal(script: Any) -> bool:
    return script is None and sys.stdin.isatty()


def _lines(script: Any, silent: bool) -> Iterator[str]:
    """Orders with a prompt before each; those of a script are echoed, so that the text reads like a session."""
    terminal = _is_terminal(script)
    source = script or sys.stdin
    while True:
        if terminal:
            print(PROMPT, end="", file=sys.stderr if silent else sys.stdout, flush=True)
        line = source.readline()
        if not line:
            return
        if not terminal and not silent:
            print(f"{PROMPT}{line.rstrip()}")
        yield line


class _Table:
    """Follows orders."""

    def __init__(self, match: Match, worth: Worth, screen: Screen, quiet: bool) -> None:
        self.match, self.worth, self.screen, self.quiet = match, worth, screen, quiet

    def play(self, lines: Iterator[str]) -> int:
        """How many orders could not be followed."""
        from oddsmith.run.play.match import OrderError
        from oddsmith.run.play.orders import order_of

        wrong = 0
        self.show()
        for line in lines:
            if line.lstrip().startswith("#"):
                continue
            try:
                order = order_of(line, self._names())
                if order.word == "quit":
                    break
                self.follow(order.word, order.number, order.outcome)
            except OrderError as error:
                wrong += 1
                print(f"{error}", file=sys.stderr, flush=True)
        return wrong

    def _names(self) -> list[str]:
        """What can be ordered here by its name."""
        choices = self.match.choices
        return [choice.title for choice in choices] if self.match.yours or len(choices) == 1 else []

    def show(self) -> None:
        if not self.quiet:
            self.screen.position(self.match, self.worth.at(self.match.row))

    def follow(self, word: str, number: int | None, outcome: int | None) -> None:
        match = self.match
        if word == "help":
            return None if self.quiet else self.screen.help()
        if word == "odds":
            return self._odds(number)
        if word in ("undo", "show"):
            if word == "undo":
                match.undo(number or 1)
            return self.show()
        made = self._moves(word, number, outcome)
        if not self.quiet:
            for step in made:
                self.screen.step(step)
        return self.show()

    def _moves(self, word: str, number: int | None, outcome: int | None) -> list[Any]:
        match = self.match
        if word == "take":
            return [match.take(number, outcome)]
        if word == "roll":
            return [match.take(None, number)]
        if word == "best":
            return [match.best()]
        return [match.any()] if word == "any" else match.auto(number or LONGEST)

    def _odds(self, number: int | None) -> None:
        from oddsmith.run.play.match import OrderError

        choices = self.match.choices
        if number is not None and not 1 <= number <= len(choices):
            raise OrderError(f"there is no choice {number}")
        if not self.quiet and (self.match.yours or len(choices) == 1):
            for choice in choices if number is None else choices[number - 1 : number]:
                self.screen.odds(choice)
