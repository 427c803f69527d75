"""Where questions are worked on: the space, truth of formulas, gains, and who wants what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from oddsmith.context import Context
from oddsmith.expr.nodes import Expr
from oddsmith.process.question import Question
from oddsmith.solve.conditions import Truth, refuse
from oddsmith.solve.decided import Sides, sides
from oddsmith.solve.structure import Structure
from oddsmith.space.space import TOGETHER, StateSpace


@dataclass(frozen=True)
class Desk:
    """Shared by all questions about one space."""

    space: StateSpace
    formulas: tuple[Expr, ...]
    """What the space's conditions stand for, in order."""
    context: Context

    @cached_property
    def truth(self) -> Truth:
        return Truth(self.space, self.formulas)

    @cached_property
    def structure(self) -> Structure:
        return Structure(self.space.transitions, self.context)

    @property
    def initial(self) -> int:
        return self.space.initial

    def sides(self, optimum: str | None, coalition: tuple[str, ...] | None, question: Question) -> Sides | None:
        """Who wants what: None in a chain; +1 for those who maximise, -1 for those who minimise."""
        player = self.space.player
        if player is not None and (player == TOGETHER).any():
            text = f"`{question.text}`: players decide at the same time, which no solver of stored problems knows"
            raise refuse("E503", text, question.span, fix="leave the choice of the solver open")
        if self.structure.is_chain:
            return None
        if optimum is None:
            raise refuse(
                "E503",
                f"`{question.text}`: somebody decides in this game",
                question.span,
                "a probability or an expectation depends on the choices",
                "ask for the smallest or the largest: Pmin, Pmax, R{…}min, R{…}max",
            )
        sign = 1 if optimum == "max" else -1
        everybody = sides(self.structure, sign)
        if coalition is None or player is None:
            return everybody
        unknown = [name for name in coalition if name not in self.space.players]
        if unknown:
            known = ", ".join(self.space.players)
            raise refuse("E404", f"there is no player `{unknown[0]}`", question.span, fix=f"known: {known}")
        members = np.array([name in coalition for name in self.space.players])
        ours = members[np.maximum(player, 0)] & (player >= 0)
        return np.where(ours, everybody, -everybody).astype(np.int8)

    def chain_only(self, question: Question, what: str) -> None:
        """Refuse a form that has a meaning only where nobody decides."""
        if not self.structure.is_chain:
            raise refuse("E503", f"{what} needs a game in which nobody decides", question.span)


def swapped(optimum: str | None) -> str | None:
    """The smallest probability of the opposite is the largest of the thing itself."""
    return None if optimum is None else ("min" if optimum == "max" else "max")
