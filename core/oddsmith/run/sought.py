"""A plan and a question -> the found strategy behind its answer, with the words of the game it speaks of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from oddsmith.process.process import Process
from oddsmith.process.question import Question
from oddsmith.run import stages
from oddsmith.run.following import words_of
from oddsmith.run.plan import Ask, Plan
from oddsmith.run.runner import Finished, Tools, run
from oddsmith.solve.answer import Answer
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.strategy import Check, Found, Strategy
from oddsmith.solve.synthesis import check, optimises, sides_of
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.space import StateSpace
from oddsmith.spec.text import read_file
from oddsmith.strategies.files import to_json
from oddsmith.strategies.table import Table, table_of
from oddsmith.strategies.words import Words
from oddsmith.tree.sight import needs_tree

PIPELINE = "pipeline.yaml"
FOLLOWED = "strategy"
"""The folder of a strategy that was followed."""
MOST_KEPT = 20_000
"""Decisions of a strategy that a run folder keeps."""


@dataclass(frozen=True)
class Sought:
    """A question, its answer, and the strategy."""

    finished: Finished
    answer: Answer
    found: Found
    words: Words
    reductions: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.finished.game.name}-{self.answer.question.name}"

    def table(self, everywhere: bool) -> Table:
        """What is exported."""
        question = self.answer.question
        table = table_of(self.found, self.words, self.name, everywhere)
        return replace(table, question=question.name, ask=question.text, reductions=self.reductions)

    def follow(self, strategy: Strategy, tools: Tools) -> Check:
        """What following another strategy of the same states is worth, for whom the question asks."""
        process, question = self.finished.process, self.answer.question
        chooser = stages.chooser(Plan(Path()), tools.host, tools.registry)
        formulas = conditions_of(process.questions)

        def ask(space: StateSpace, asked: Question) -> Answer:
            return answer_all(space, [asked], chooser, tools.context, formulas)[0]

        (ours, *_) = sides_of(question, strategy.space)
        return check(strategy, question, self.answer, ours, ask, tools.context.precision)

    @property
    def ours(self) -> NDArray[np.bool_] | None:
        """The states in which those decide for whom the question asks; None: everybody does."""
        space, (players, *_) = self.found.strategy.space, sides_of(self.answer.question, self.found.strategy.space)
        if players is None or space.player is None:
            return None
        members = np.array([name in players for name in space.players])
        return np.asarray(members[np.maximum(space.player, 0)] & (space.player >= 0), dtype=np.bool_)


def strategy_files(finished: Finished, plan: Plan, tools: Tools) -> dict[str, str]:
    """The strategies of a run, by the names of their files in its folder; those that are no longer than a book."""
    words = words_of(finished.process, tools.registry, tools.context)
    reductions = tuple(step.name for step in plan.reductions)
    files = {}
    for answer in finished.answers:
        if answer.strategy is not None and answer.strategy.decisions <= MOST_KEPT:
            name = "".join(c if c.isalnum() or c in "-_." else "-" for c in answer.question.name)
            table = Sought(finished, answer, answer.strategy, words, reductions).table(everywhere=False)
            files[f"strategies/{name}.json"] = to_json(table)
    if plan.strategy is not None:
        files[f"{FOLLOWED}/{plan.strategy.name}"] = read_file(plan.strategy).text
    return files


def located(path: Path) -> Path:
    """The pipeline that repeats a run, where a run folder is named."""
    return path / PIPELINE if (path / PIPELINE).is_file() else path


def sought(plan: Plan, question: str | None, tools: Tools) -> Sought:
    """Run it for this question alone (a name, or the text of one), and take the strategy."""
    plan = replace(plan, strategies=True)
    if question is not None and "[" in question and "]" in question:
        plan = replace(plan, asks=(Ask("asked", question),), questions=())
    elif question is not None:
        plan = replace(plan, questions=(question,), asks=())
    else:
        plan = replace(plan, questions=(_only(plan, tools),), asks=())
    finished = run(plan, tools)
    answer = finished.answers[-1]
    if answer.strategy is None:
        raise _nothing(finished.process, answer.question)
    words = words_of(finished.process, tools.registry, tools.context)
    return Sought(finished, answer, answer.strategy, words, tuple(step.name for step in plan.reductions))


def _nothing(process: Process, asked: Question) -> SpecError:
    why, fix = "the game is too large for it, or has no decision", "take a smaller game (--set), or a reduction"
    if needs_tree(process, asked):
        why = "how players play who do not see everything, or who want something, is no table over states"
        fix = "`pipeline run` prints it, and keeps it as play.csv"
    elif not optimises(asked):
        why, fix = "nobody decides in it", "ask for a least or largest value: Pmin, Pmax, R{…}min, R{…}max"
    message = f"there is no strategy behind `{asked.name}` ({asked.text}): {why}"
    return SpecError([Diagnostic("E846", message, asked.span, fix=fix)])


def _only(plan: Plan, tools: Tools) -> str:
    """The only question that somebody's choices are asked for in."""
    process = stages.lower(plan, stages.load(plan), tools.host)
    names = [question.name for question in process.questions if optimises(question)]
    if len(names) == 1:
        return names[0]
    if not names:
        raise SpecError([Diagnostic("E846", "no question of the game asks for a least or largest value")])
    fix = f"name one: {', '.join(names)}"
    raise SpecError([Diagnostic("E704", "the game asks several questions: which one?", fix=fix)])
