"""How players play -> a few lines for people: several equilibria, and who mixes what where."""

from __future__ import annotations

from oddsmith.plugin import Question
from oddsmith_plugins.solvers.stage_games_parts.played import Table


def describe(question: Question, table: Table, rows: int) -> list[str]:
    """Lines for the report."""
    return []
