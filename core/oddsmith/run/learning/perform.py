"""A plan with learners -> the game tree, built once -> hands: learn, bind what is believed, check what is best, act.

The tree is unfolded once for the whole experiment. In every hand the beliefs of a learner are bound to it (the
probabilities of the moves of others), the best response to them is computed, and the learner acts upon it: that loop is
`learn/play.py` and the learner. Here are the loops around it, over companies, learners and games.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from oddsmith.hosting.manager import PluginCrashError
from oddsmith.learn.learner import Learner
from oddsmith.learn.match import Match
from oddsmith.learn.play import Dealer, seating
from oddsmith.learn.styles import aimless, habit
from oddsmith.process.process import Process
from oddsmith.run import stages
from oddsmith.run.learning.experiment import Company, CompanyOutcome, Experiment, Gains, LearningOutcome
from oddsmith.run.learning.workers import Check, JobError, performed
from oddsmith.run.outcome import peak_memory
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import Game
from oddsmith.tree.sight import players_of
from oddsmith.tree.tree import GameTree
from oddsmith.tree.unfold import unfold

Hands = NDArray[np.float64]


@dataclass(frozen=True)
class Learnt:
    """Everything that an experiment made."""

    game: Game
    outcome: LearningOutcome


def perform(plan: Plan, experiment: Experiment, tools: Tools) -> Learnt:
    """All games of all learners against all companies."""
    learners = stages.learners(replace(plan, learning=experiment), tools.registry)
    clock = time.perf_counter
    began = clock()
    game = stages.load(plan)
    process = stages.lower(plan, game, tools.host)
    _check_companies(experiment, process)
    tree, kernel = _tree(plan, process, tools)
    matches = _matches(experiment, game, process, tree)
    built = clock()
    limits = [limit(match, experiment) for match in matches]
    checked = clock()
    gains = _played(experiment, learners, matches, tools)
    played = clock()
    outcome = LearningOutcome(
        game=game.name,
        spec=str(plan.spec),
        constants=game.constants,
        experiment=experiment,
        seed=tools.context.seed,
        histories=tree.size,
        information_sets=tree.information.count,
        plays=len(tree.leaves),
        companies=tuple(
            CompanyOutcome(company, most, tuple(gains[place]))
            for place, (company, most) in enumerate(zip(experiment.companies, limits, strict=True))
        ),
        seconds={"build": built - began, "limits": checked - built, "play": played - checked},
        peak_memory=peak_memory(),
        kernel=kernel,
    )
    return Learnt(game, outcome)


def limit(match: Match, experiment: Experiment) -> float:
    """What the best response to the true habits is expected to gain in one game."""
    persons = len(match.persons)
    rounds = persons if experiment.rotate else 1
    total = 0.0
    for start in range(rounds):
        seats = seating(persons, start)
        behaviour = match.seated(match.habits, seats)
        value = match.plays.best_response(seats[0], behaviour, match.payoffs[seats[0]]).value
        total += value * len(range(start, experiment.hands, rounds))
    return total


def _tree(plan: Plan, process: Process, tools: Tools) -> tuple[GameTree, str]:
    """The tree of all hands, and the kernel that explored the game."""
    process = stages.reduce(plan, process, tools.registry, tools.context)
    space, kernel = stages.explore(plan, replace(process, questions=()), tools.registry, tools.context)
    tree = unfold(process, space, tools.context)
    complaint = aimless(tree)
    if complaint is not None:
        raise complaint
    return tree, kernel


def _matches(experiment: Experiment, game: Game, process: Process, tree: GameTree) -> list[Match]:
    """One for each company; all of them share what does not depend on habits."""
    habits = {style.name: habit(style, game, process, tree) for style in experiment.styles}
    return [
        Match(tree, ("learner", *company.styles), tuple(habits[style] for style in company.styles))
        for company in experiment.companies
    ]


def _check_companies(experiment: Experiment, process: Process) -> None:
    """Everybody must have a seat (E303); looked at before the game is explored, which may take long."""
    others = len(players_of(process)) - 1
    wrong = [company for company in experiment.companies if len(company.styles) != others]
    if wrong:
        raise SpecError([_wrong_size(company, others) for company in wrong])


def _wrong_size(company: Company, others: int) -> Diagnostic:
    message = f"the company `{company.name}` has {len(company.styles)} persons, and {others} seats are free"
    return Diagnostic("E303", message, company.span, fix="name a style for every seat but one")


def _played(experiment: Experiment, learners: list[Learner], matches: list[Match], tools: Tools) -> list[list[Gains]]:
    """[companies][learners]"""
    dealers = [Dealer(match) for match in matches]
    games, several = experiment.games, len(learners)
    jobs = len(matches) * several * games
    context = tools.context

    def play(job: int, check: Check) -> Hands:
        pair, number = divmod(job, games)
        company, place = divmod(pair, several)
        key = (context.seed, company * games + number)
        mind = learners[place].begin(matches[company])
        return dealers[company].game(mind, experiment.hands, key, experiment.rotate, check)

    found = np.empty((jobs, experiment.hands))
    others = np.empty((jobs, len(matches[0].persons) - 1))
    task = context.monitor.task("learn", "hands", jobs * experiment.hands)
    try:
        results = performed(play, jobs, context.threads, context.check)
        for done, (job, gains) in enumerate(results, start=1):
            found[job], others[job] = gains[:, 0], gains[:, 1:].sum(axis=0)
            company, place = divmod(job // games, several)
            note = f"{experiment.learners[place][0]} against {experiment.companies[company].name}"
            task.advance(done * experiment.hands, jobs * experiment.hands, note)
    except JobError as error:
        step = experiment.learners[error.job // games % several][1]
        raise PluginCrashError(tools.registry.who("learner", step.name), str(error)) from error
    finally:
        task.finish()
    own = found.reshape(len(matches), several, games, -1)
    rest = others.reshape(len(matches), several, games, -1)
    names = [name for name, _ in experiment.learners]
    return [
        [Gains(name, own[company, place], rest[company, place]) for place, name in enumerate(names)]
        for company in range(len(matches))
    ]
