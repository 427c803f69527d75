"""A space and questions -> answers: all questions go forward together, so that they share problems."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from oddsmith.context import Context
from oddsmith.expr.nodes import Expr
from oddsmith.process.question import Distribution, Quantile, Question, Threshold
from oddsmith.solve.answer import Answer, Spread
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.conditions import conditions_of, constant
from oddsmith.solve.desk import Desk
from oddsmith.solve.expect import agrees
from oddsmith.solve.pose import work
from oddsmith.solve.request import Finding, Request, Solved, Work
from oddsmith.solve.solution import Status
from oddsmith.solve.solving import ChooseSolver, solve_all
from oddsmith.solve.synthesis import Seek, optimises, synthesise
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.space import StateSpace


@dataclass
class _Open:
    """A question that is being worked on."""

    question: Question
    work: Work
    requests: list[Request] = field(default_factory=list)
    finding: Finding | None = None
    methods: dict[str, None] = field(default_factory=dict)
    solvers: dict[str, None] = field(default_factory=dict)
    status: Status = Status.DONE
    seconds: float = 0.0
    keeps: bool = False
    """Whether the solution is kept, for the strategy in it."""
    kept: tuple[Request, Solved] | None = None

    def go_on(self, solved: list[Solved] | None) -> None:
        """Hand over what was asked for; the work asks again, or ends."""
        began = time.perf_counter()
        try:
            self.requests = next(self.work) if solved is None else self.work.send(solved)
        except StopIteration as end:
            self.requests, self.finding = [], end.value
        except SpecError as error:
            raise SpecError(_placed(error, self.question)) from None
        self.seconds += time.perf_counter() - began

    def note(self, request: Request, solved: Solved) -> None:
        self.kept = (request, solved) if self.keeps else None
        self.methods[solved.solution.method] = None
        self.solvers[solved.solver] = None
        self.seconds += solved.seconds
        self.status = worse(self.status, solved.solution.status)


def answer_all(
    space: StateSpace,
    questions: Sequence[Question],
    choose_solver: ChooseSolver,
    context: Context,
    formulas: tuple[Expr, ...] = (),
    seek: Seek | None = None,
) -> list[Answer]:
    """Answer every question about the initial state; with `seek` also find and check the strategies.

    `formulas` are what the space's conditions stand for, in order; without them `conditions_of(questions)`.
    """
    desk = Desk(space, formulas or conditions_of(questions), context)
    working = _begin(desk, questions, seek is not None)
    while any(item.requests for item in working):
        waiting = [item for item in working if item.requests]
        keeping = [item.keeps for item in waiting for _ in item.requests]
        solved = solve_all([r for item in waiting for r in item.requests], desk, choose_solver, keeping)
        for item in waiting:
            mine, solved = solved[: len(item.requests)], solved[len(item.requests) :]
            for request, one in zip(item.requests, mine, strict=True):
                item.note(request, one)
            item.go_on(mine)
    answers = [_answer(item) for item in working]
    if seek is None:
        return answers
    return [_with_strategy(desk, answer, item, seek) for answer, item in zip(answers, working, strict=True)]


def _with_strategy(desk: Desk, answer: Answer, item: _Open, seek: Seek) -> Answer:
    """The answer with the strategy behind it; one that does not attain the value is told by the status."""

    def ask(formulas: tuple[Expr, ...], space: StateSpace, question: Question) -> Answer:
        return answer_all(space, [question], seek.choose, desk.context, formulas)[0]

    found = synthesise(desk, answer.question, answer, item.kept, seek, ask)
    item.kept = None
    short = found is not None and not found.attains
    return replace(answer, strategy=found, status=worse(answer.status, Status.SHORT) if short else answer.status)


def _begin(desk: Desk, questions: Sequence[Question], keeps: bool) -> list[_Open]:
    """Let every question ask for what it needs first; complain at once about all that have no meaning here."""
    working: list[_Open] = []
    complaints: list[Diagnostic] = []
    for question in questions:
        try:
            item = _Open(question, work(desk, question), keeps=keeps and optimises(question))
            item.go_on(None)
            working.append(item)
        except SpecError as error:
            complaints.extend(_placed(error, question))
    if complaints:
        raise SpecError(complaints)
    return working


def _placed(error: SpecError, question: Question) -> list[Diagnostic]:
    """What has no place of its own is about the question."""
    return [replace(diagnostic, span=diagnostic.span or question.span) for diagnostic in error.diagnostics]


def _answer(item: _Open) -> Answer:
    assert item.finding is not None
    finding = replace(item.finding, status=worse(item.status, item.finding.status))
    method = finding.method or _phrases(item.methods)
    return conclude(item.question, replace(finding, method=method), ", ".join(item.solvers), item.seconds)


def conclude(question: Question, finding: Finding, solver: str, seconds: float) -> Answer:
    """A finding as an answer: comparisons are decided, expectations checked."""
    value, status = finding.value, finding.status
    truth: bool | None = None
    if isinstance(value, Bounded):
        threshold = _threshold(question)
        shown: float | bool | Spread | None = value.value
        lower, upper, exact = value.lower, value.upper, value.exact
        if threshold is not None and status is not Status.UNDEFINED:
            truth = value.holds(threshold.operator, constant(threshold.value, "the level"))
            shown = truth
            if status in (Status.DONE, Status.LOOSE):
                status = Status.OPEN if truth is None else Status.DONE
    else:
        shown, exact = value, None
        lower, upper = sum(value.lower), sum(value.upper)
    return Answer(
        question=question,
        value=shown,
        lower=lower,
        upper=upper,
        method=finding.method,
        solver=solver,
        exact=exact if isinstance(exact, Fraction) else None,
        status=status,
        seconds=seconds,
        ok=_verdict(question, _judged(finding), truth, finding.sample is None or finding.sample.expectable),
        sample=finding.sample,
        play=finding.play,
    )


def _judged(finding: Finding) -> Bounded | Spread:
    """What is compared with an expectation: an estimate may miss it by chance, so its bounds are taken wider."""
    sample = finding.sample
    return finding.value if sample is None or sample.judged is None else sample.judged


def _phrases(methods: Iterable[str]) -> str:
    """All methods in one line: what several of them say is said once."""
    return ", ".join(dict.fromkeys(phrase for method in methods for phrase in method.split(", ")))


def _verdict(question: Question, value: Bounded | Spread, truth: bool | None, expectable: bool) -> bool | None:
    if question.expect is None or not expectable:
        return truth
    if _threshold(question) is not None:
        return None if truth is None else agrees(question.expect, truth)
    return agrees(question.expect, value)


def _threshold(question: Question) -> Threshold | None:
    query = question.measure
    return None if isinstance(query, Distribution | Quantile) else query.threshold


def worse(one: Status, other: Status) -> Status:
    """The worse of two ends."""
    return max(one, other, key=list(Status).index)
