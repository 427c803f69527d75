"""A hook for sections of the report -> nothing, or an AssertionError that says where it goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.outcome import Outcome, Section
from oddsmith.hosting.registry import registry
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools, run
from oddsmith.solve.answer import missing
from oddsmith.testing.games import ALL_GAMES

Hook = Callable[[Outcome], Iterable[Section]]


def check_report_section(hook: Hook, games: Iterable[str] = ALL_GAMES) -> None:
    """Run the games and call `oddsmith_report_sections`: titles and texts, the same each time, nothing changed.

    It also meets a run without questions, and one whose questions have no answer.
    """
    told = 0
    for outcome in outcomes(games):
        before = repr(outcome)
        try:
            first, again = list(hook(outcome)), list(hook(outcome))
        except Exception as error:
            what = f"{outcome.game} with {len(outcome.answers)} answers"
            raise AssertionError(f"the section fails for {what}: {type(error).__name__}: {error}") from error
        assert repr(outcome) == before, f"{outcome.game}: the section changes the outcome that it gets"
        assert first == again, f"{outcome.game}: the section does not say the same twice"
        for section in first:
            assert isinstance(section, Section), f"{outcome.game}: {section!r} is no Section"
            assert section.title.strip(), f"{outcome.game}: a section has no title"
            assert "\n" not in section.title, f"{outcome.game}: the title {section.title!r} has more than one line"
            assert section.text.strip(), f"{outcome.game}: {section.title} is empty; leave the section out instead"
        told += len(first)
    assert told, "the hook adds a section to none of these runs"


def outcomes(games: Iterable[str]) -> list[Outcome]:
    """What runs of these games end with, and two that end with little."""
    host = load()
    tools = Tools(host, registry(host), Context())
    found: list[Outcome] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        for text in games:
            path.write_text(text, encoding="utf-8")
            found.append(run(Plan(path), tools).outcome)
    last = found[-1]
    lost = tuple(missing(answer.question, "the game is too large") for answer in last.answers)
    return [*found, replace(last, answers=()), replace(last, answers=lost)]
