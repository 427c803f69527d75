"""A game that can be asked: constants, questions, answers, states, values at every state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from oddsmith.api.advice import Explanation, decisions, explanation
from oddsmith.api.answers import Answers, Result
from oddsmith.api.table import Table
from oddsmith.api.watched import Watched, watched
from oddsmith.exchange.exporter import SymbolicExporter
from oddsmith.hosting.names import unknown
from oddsmith.process.question import Probability, Question
from oddsmith.report.json import constant_value
from oddsmith.report.run_files import run_files
from oddsmith.run import stages
from oddsmith.run.output import check_output, write_text
from oddsmith.run.plan import Ask, Plan, Step
from oddsmith.run.runner import Finished, Tools, run
from oddsmith.run.sought import sought
from oddsmith.solve.conditions import Truth, conditions_of, refuse
from oddsmith.solve.everywhere import everywhere
from oddsmith.space.space import StateSpace
from oddsmith.spec.game import Game as Spec

Constant = int | float | str | bool | Fraction
"""What a constant may be set to; 0.1 is 1/10, as it is written."""


@dataclass(frozen=True)
class Game:
    """A game, its constants, and the way in which it is to be solved; made by `load`, changed by `set` and `using`."""

    plan: Plan = field(repr=False)
    tools: Tools = field(repr=False)
    keep: object = field(default=None, repr=False, compare=False)
    """What must not go before the game does: the folder of a text."""

    @cached_property
    def spec(self) -> Spec:
        """The game as it was read and checked."""
        return stages.load(self.plan)

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def constants(self) -> dict[str, bool | int | float | str]:
        return {constant.name: constant_value(constant) for constant in self.spec.constants}

    @cached_property
    def questions(self) -> dict[str, str]:
        """The questions of the spec by name."""
        listed = stages.lower(replace(self.plan, questions=(), asks=()), self.spec, self.tools.host).questions
        return {question.name: question.text for question in listed}

    def set(self, **constants: Constant) -> Game:
        """The same game with other constants."""
        pairs = tuple((name, _written(value)) for name, value in constants.items())
        return replace(self, plan=replace(self.plan, overrides=(*self.plan.overrides, *pairs)))

    def using(
        self,
        solver: str | None = None,
        reduce: Sequence[str] = (),
        kernel: str | None = None,
        **options: object,
    ) -> Game:
        """The same game, solved in another way; options are those of the solver (`pipeline options NAME`)."""
        game = self if solver is None else self._solved_by(solver, options)
        plan = replace(game.plan, reductions=(*game.plan.reductions, *(Step(name) for name in reduce)))
        return replace(game, plan=plan if kernel is None else replace(plan, kernel=Step(kernel)))

    def _solved_by(self, solver: str, options: Mapping[str, object]) -> Game:
        pairs = tuple((name.replace("_", "-"), str(value)) for name, value in options.items())
        return replace(self, plan=replace(self.plan, solver=Step(solver, pairs)))

    def ask(self, question: str) -> Result:
        """The answer to one question: the name of one in the spec, or a text such as `P=? [F won]`."""
        plan = self._asking(question)
        (answer,) = run(plan, self.tools).answers
        return Result(answer)

    def answers(self, *questions: str) -> Answers:
        """The answers to these questions, found together; to all of the spec if none is named."""
        plan = self._asking(*questions) if questions else self.plan
        return Answers(run(plan, self.tools).answers)

    def simulate(self, *questions: str, games: int | None = None, seed: int = 0, **options: object) -> Answers:
        """The same by playing at random, with confidence intervals."""
        chosen = options if games is None else {"games": games, **options}
        tools = replace(self.tools, context=replace(self.tools.context, seed=seed))
        return replace(self._solved_by("simulation", chosen), tools=tools).answers(*questions)

    def explain(self, question: str | None = None, cases: int | None = None) -> Explanation:
        """What to do to attain an optimum, in words; with `cases` at most so many of them, and what that loses.

        The question may be left out where the game has only one that somebody's choices are asked for in.
        """
        return explanation(sought(self.plan, question, self.tools), self.tools, cases)

    def strategy(self, question: str | None = None, everywhere: bool = False) -> Table:
        """The same as a table: the variables, the choice, what is as good; `everywhere`: also where it never leads."""
        return decisions(sought(self.plan, question, self.tools), everywhere)

    def following(self, strategy: str | Path) -> Game:
        """The same game, in which those who decide follow the strategy of a file, so that only chance is left."""
        return replace(self, plan=replace(self.plan, strategy=Path(strategy)))

    def report(self, path: str | Path, force: bool = False) -> Path:
        """Answer all questions, and write the page that tells all about it: one HTML file that needs no network."""
        place = Path(path)
        check_output(place, force)
        write_text(place, run_files(self.plan, self.run(), self.tools)["report.html"], force)
        return place

    def run(self) -> Finished:
        """All stages of a run with all that they make: process, state space, answers, outcome."""
        return run(self.plan, self.tools)

    def states(self) -> Table:
        """Every state that can be reached: a column for each variable."""
        space = self._explored(self.plan)[0]
        return Table(_variables(space))

    def values(self, question: str, where: str | None = None) -> Table:
        """The answer at every state, as if the game began there: variables, value, lower, upper.

        `where` is a condition that the states have to meet: `game.values("win1", where="turn = 1")`.
        """
        plan = self._asking(question)
        if where is not None:
            plan = replace(plan, asks=(*plan.asks, self._condition(where)))
        space, asked = self._explored(plan)
        choose = stages.chooser(plan, self.tools.host, self.tools.registry)
        found = everywhere(space, asked[0], choose, self.tools.context, asked)
        table = Table({**_variables(space), "value": found.value, "lower": found.lower, "upper": found.upper})
        return table if where is None else table.where(_truth(space, asked))

    def matrix(self, where: str = "true") -> Watched:
        """The transition matrix of a small chain, watched only where the condition holds: `matrix("turn = 1")`."""
        space, asked = self._explored(replace(self.plan, questions=(), asks=(self._condition(where),)))
        if space.transitions.choices > space.size:
            raise refuse("E503", "a game in which somebody decides has no transition matrix")
        seen = _truth(space, asked)
        return Watched(Table(_variables(space)).where(seen), watched(space.transitions, seen))

    def export(self, path: str | Path, format: str | None = None, force: bool = False) -> tuple[Path, ...]:
        """Write the game, or its states, in another format (told by the end of the file's name, or by `format`)."""
        from oddsmith.run.exchange import format_of, translated, write_explored, write_translated

        place = Path(path)
        registry = self.tools.registry
        exporter = registry.make("exporter", format_of(registry, "exporter", format, place).name, {})
        if isinstance(exporter, SymbolicExporter):
            return write_translated(translated(self.plan, exporter, self.tools), place, force)
        return write_explored(self.plan, exporter, self.tools, place, force)[1]

    def _asking(self, *questions: str) -> Plan:
        """The plan with these questions only, whether they are names or texts."""
        for question in questions:
            if question.isidentifier() and question not in self.questions:
                raise unknown("question", question, self.questions)
        names = tuple(question for question in questions if question in self.questions)
        texts = [question for question in questions if question not in self.questions]
        asks = tuple(Ask(text if len(texts) == 1 else f"ask{n}", text) for n, text in enumerate(texts, 1))
        return replace(self.plan, questions=names, asks=asks)

    def _condition(self, where: str) -> Ask:
        """A question that has the condition in it, whatever kind of game it is."""
        whose = f"<<{self.spec.players[0].name}>> " if self.spec.kind == "game" and self.spec.players else ""
        return Ask("where", f"{whose}{'P' if self.spec.kind == 'chain' else 'Pmax'}=? [F ({where})]")

    def _explored(self, plan: Plan) -> tuple[StateSpace, tuple[Question, ...]]:
        process = stages.lower(plan, self.spec, self.tools.host)
        process = stages.reduce(plan, process, self.tools.registry, self.tools.context)
        space, _ = stages.explore(plan, process, self.tools.registry, self.tools.context)
        return space, process.questions

    def __repr__(self) -> str:
        constants = ", ".join(f"{name}={value}" for name, value in self.constants.items())
        return (
            f"<game {self.name}{f' ({constants})' if constants else ''}: {', '.join(self.questions) or 'no questions'}>"
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td><code>{escape(text)}</code></td></tr>"
            for name, text in self.questions.items()
        )
        constants = ", ".join(f"{escape(name)}={escape(str(value))}" for name, value in self.constants.items())
        return f"<b>{escape(self.name)}</b> {constants}<table>{rows}</table>"


def _truth(space: StateSpace, asked: tuple[Question, ...]) -> NDArray[np.bool_]:
    """Where the condition of the last question holds."""
    query = asked[-1].query
    assert isinstance(query, Probability)
    return Truth(space, conditions_of(asked))(query.path.right)


def _variables(space: StateSpace) -> dict[str, object]:
    return {param.name: space.encoding.readable(space.rows, n) for n, param in enumerate(space.encoding.params)}


def _written(value: Constant) -> str:
    """As it would be written in a spec."""
    return str(value).lower() if isinstance(value, bool) else str(value)
