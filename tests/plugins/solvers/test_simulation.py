"""Games played at random bear out what is known exactly, and say honestly how sure they are."""

from __future__ import annotations

import json
import math
import time
from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.context import Context, Forgetful, LimitError, Limits, Silent, StoppedError
from oddsmith.hosting.manager import load as load_plugins
from oddsmith.hosting.registry import registry
from oddsmith.run.outcome import exit_code
from oddsmith.run.plan import Ask, Plan, Step
from oddsmith.run.runner import Tools, run
from oddsmith.solve.answer import Answer, Spread
from oddsmith.solve.sample import p_value
from oddsmith.solve.solution import Status
from oddsmith.source import SpecError
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith.testing.games import DAWDLE, DICE, GAMBLER, RACE, WALK
from oddsmith.testing.launch import launch, launchable
from oddsmith_plugins.solvers.simulation import Simulation

ROOT = Path(__file__).parents[3]
HOST = load_plugins()
TOOLS = Tools(HOST, registry(HOST), Context(threads=2))


def answers(path: Path, *asks: str, seed: int = 0, threads: int = 2, **options: object) -> dict[str, Answer]:
    options = {"games": 20_000, **options}
    step = Step("simulation", tuple((name, str(value)) for name, value in options.items() if value is not None))
    plan = Plan(path, solver=step, asks=tuple(Ask(f"ask{n}", text) for n, text in enumerate(asks)))
    tools = replace(TOOLS, context=replace(TOOLS.context, seed=seed, threads=threads))
    return {answer.question.name: answer for answer in run(plan, tools).answers}


@pytest.fixture
def game(tmp_path: Path):
    def write(text: str) -> Path:
        path = tmp_path / "game.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_condition_that_no_game_met_leaves_everything_open(game):
    text = WALK.partition("questions:")[0]
    path = game(text + 'questions: {win: "P=? [F f = 0]"}\n')
    asks = ("P=? [F f = 0] given [F f = 77]", "R{steps}=? [F f = 0] given [F f = 77]")
    for answer in list(answers(path, *asks, games=100).values())[1:]:
        assert math.isnan(answer.value)
        assert answer.lower == 0
        assert answer.method.startswith("0 games with the condition")


def test_one_game_is_no_games(game):
    step = Step("simulation", (("games", "1"),))
    done = run(Plan(game(DICE), solver=step), TOOLS)
    assert any(note.startswith("played: 1 game with ") for note in done.outcome.notes)


@pytest.mark.parametrize("text", [DICE, RACE, WALK.replace("  forever", "  # forever")])
def test_what_is_expected_is_found(game, text):
    for answer in answers(game(text)).values():
        assert answer.ok, answer
        assert answer.confidence == 0.99
        assert answer.sample is not None
        assert answer.lower <= answer.value <= answer.upper


EVERY_KIND = (
    "P=? [F<=30 over]",
    "P=? [F[12,20] lost = 1]",
    "P=? [G<=41 not over]",
    "P=? [X turn = 2]",
    "P=? [X coin[1] > 4]",
    "P=? [coin[2] < 6 U loses[1]]",
    "P=? [G coin[1] < 9]",
    "P=? [F loses[1]] given [F coin[1] = 8]",
    "R{steps}=? [F over] given [F loses[2]]",
    "R{rolls}=? [F over]",
    "R{cycles}=? [C<=12]",
    "R{steps}=? [C<=7]",
    "R{rolls}=? [C]",
    "R{steps}=? [I=3]",
    "visits=? [coin[1] = 0 and lost = 0]",
    "dist{cycles} [F over]",
    "smallest k with P [F<=k over] >= 9/10",
    "largest k with P [F<=k over] < 1/10",
    "largest k with P [G<=k not over] > 1/2",
)


def test_every_kind_of_question():
    """Against proved answers; whatever is found could have come by chance."""
    path = ROOT / "specs" / "another-game.yaml"
    asks = tuple(Ask(f"ask{n}", text) for n, text in enumerate(EVERY_KIND))
    proved = {a.question.name: a for a in run(Plan(path, asks=asks), TOOLS).answers}
    for name, mine in answers(path, *EVERY_KIND).items():
        other, judged = proved[name], mine.sample.judged
        if isinstance(mine.value, Spread):
            truth = dict(zip(other.value.support, other.value.probability, strict=True))
            rows = zip(judged.support, judged.lower, judged.upper, strict=True)
            assert all(low <= truth[k] <= high for k, low, high in rows)
        else:
            assert judged.lower <= other.upper, (EVERY_KIND[int(name[3:])], mine, other)
            assert other.lower <= judged.upper, (EVERY_KIND[int(name[3:])], mine, other)
            assert math.isclose(mine.value, other.value, rel_tol=0.2)


def test_the_seed_decides_and_nothing_else():
    path = ROOT / "specs" / "goose2.yaml"
    one, two = answers(path, threads=1), answers(path, threads=2)
    assert {n: (a.value, a.lower, a.upper) for n, a in one.items()} == {
        n: (a.value, a.lower, a.upper) for n, a in two.items()
    }
    assert answers(path, seed=1)["win1"].value != one["win1"].value


@pytest.mark.skipif(not launchable(), reason="needs mpi4py and mpiexec")
def test_ranks_find_the_same(game, tmp_path):
    arguments = ["run", str(game(RACE)), "--solver", "simulation", "--games", "300000", "--no-save", "--json", "-q"]
    out, _ = launch(2, [*arguments, "--threads", "1"], tmp_path).communicate(timeout=100)
    alone = answers(tmp_path / "game.yaml", games=300_000)
    for found in json.loads(out)["answers"]:
        mine = alone[found["name"]]
        assert (found["value"], found["lower"], found["upper"]) == (mine.value, mine.lower, mine.upper)


class Pausing(Forgetful):
    """Keeps after some blocks and stops; then it knows what it has kept."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.left, self.resumed = folder, 3, False

    def due(self) -> bool:
        self.left -= 1
        return self.left == 0

    def keep(self, write, stop=None):
        write(self.folder)
        raise StoppedError("stopped")

    def kept(self):
        return self.folder if self.resumed else None


def test_a_stopped_run_goes_on_to_the_same_answers(game, tmp_path):
    keeper = Pausing(tmp_path)
    plan = Plan(game(RACE), solver=Step("simulation", (("games", "400000"),)))
    tools = replace(TOOLS, context=replace(TOOLS.context, keeper=keeper))
    with pytest.raises(StoppedError):
        run(plan, tools)
    assert 0 < json.loads((tmp_path / "games.json").read_text())["games"] < 400_000
    keeper.resumed, keeper.left = True, -1
    resumed, whole = run(plan, tools).answers, run(plan, TOOLS).answers
    assert [(a.value, a.lower, a.upper) for a in resumed] == [(a.value, a.lower, a.upper) for a in whole]


def test_the_interpreter_finds_the_same(game):
    path = game(RACE)
    quick, slow = answers(path, games=300), answers(path, games=300, player="interpreted")
    assert [a.value for a in quick.values()] == [a.value for a in slow.values()]


def test_intervals_contain_the_truth_as_often_as_they_say(game):
    """100 experiments of 500 games at 90 %, one after the other by their seeds."""
    process = lower(load(game(WALK), {}))
    process = replace(process, questions=process.questions[:1])
    solver = Simulation(confidence=0.9, games=500)
    found = [solver.find(process, Context(threads=1, seed=seed)).findings["win"].value for seed in range(100)]
    inside = sum(value.lower <= 24 / 31 <= value.upper for value in found)
    assert 84 <= inside <= 98


OVERLAP = """
game: overlap
overlap: uniform
variables: {x: 0..4, t: 0..6}
commands:
  - {action: up, when: x < 4 and t < 6, then: {x: x + 1, t: t + 1}}
  - {action: down, when: x > 0 and t < 6, then: [1/3: {x: x - 1, t: t + 1}, 2/3: {t: t + 1}]}
rewards: {ups: [{action: up, gain: 1}]}
questions: {top: {ask: "P=? [F x = 4]", expect: 3/8}, ups: {ask: "R{ups}=? [F t = 6]", expect: 283/81}}
"""


def test_of_commands_that_overlap_one_is_drawn(game):
    found = answers(game(OVERLAP))
    assert all(answer.ok for answer in found.values())


def test_a_width_is_reached(game):
    found = answers(game(WALK), "P=? [F won]", "R{steps}=? [F over]", games=None, width=0.05)
    assert all(answer.status is Status.DONE for answer in found.values())
    assert 0.04 < found["ask1"].upper - found["ask1"].lower <= 0.05, "no more games than it takes"
    (relative,) = answers(game(WALK), "R{steps}=? [F over]", games=None, width=0.02, relative="true").values()
    assert relative.upper - relative.lower <= 0.02 * relative.value


def test_too_few_games_for_a_width_are_said(game):
    (answer,) = answers(game(WALK), "P=? [F won]", games=1000, width=1e-3).values()
    assert answer.status is Status.LOOSE


@pytest.mark.parametrize(("ask", "truth"), [("P>=0.7 [F won]", True), ("P>0.8 [F won]", False)])
def test_comparisons_end_when_they_are_decided(game, ask, truth):
    (answer,) = answers(game(WALK), ask, games=10_000_000).values()
    assert answer.value is truth
    assert answer.ok is truth
    assert answer.sample.games < 100_000
    assert "confidence sequence" in answer.method


def test_an_undecided_comparison_is_open(game):
    (answer,) = answers(game(WALK), "P>=24/31 [F won]", games=5000).values()
    assert (answer.value, answer.status) == (None, Status.OPEN)


def test_what_never_happens_is_infinite_for_sure(game):
    forever = answers(game(WALK))["forever"]
    assert forever.value == math.inf
    assert forever.ok


def test_a_game_without_end_needs_a_place_to_be_cut(game):
    text = "game: coin\nvariables: {s: 0..1}\ncommands: [{draw: {d: 0..1}, then: {s: d}}]\nlabels: {two: s = 2}\n"
    path = game(text + 'questions: {never: "P=? [F two]", ones: "R{steps}=? [C]", soon: "P=? [F<=3 s = 1]"}')
    with pytest.raises(SpecError, match="not over after 1,000,000 moves"):
        answers(path, games=100)
    found = answers(path, games=1000, longest=50)
    assert (found["never"].lower, found["never"].upper) == (0.0, 1.0)
    assert found["ones"].upper == math.inf
    assert found["soon"].lower <= 7 / 8 <= found["soon"].upper


def test_decisions_need_a_strategy_or_chance(game):
    with pytest.raises(SpecError, match="somebody decides"):
        answers(game(GAMBLER))
    best = answers(game(GAMBLER), decisions="uniform")["best"]
    assert best.ok is None
    assert 135 / 211 < best.value < 21 / 31


def test_rules_make_decisions():
    """The rules of the best strategy of Incan Gold, played."""
    rules = ROOT / "specs" / "strategies" / "incan-gold.yaml"
    plan = Plan(ROOT / "specs" / "incan-gold.yaml", solver=Step("simulation", (("games", "50000"),)), strategy=rules)
    (best,) = run(plan, TOOLS).answers
    assert best.question.name == "best"
    assert best.sample.judged.lower < 17.92332832 < best.sample.judged.upper


def test_rules_that_leave_choices_are_told(game, tmp_path):
    rules = tmp_path / "half.yaml"
    rules.write_text("strategy: half\nrules: [{when: f = 2, do: small}]\n")
    plan = Plan(game(GAMBLER), solver=Step("simulation"), strategy=rules)
    with pytest.raises(SpecError, match="E843"):
        run(plan, TOOLS)


def test_dawdling_at_random_ends(game):
    assert answers(game(DAWDLE), decisions="uniform")["most"].value == pytest.approx(1 / 2, abs=0.03)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 0}, "width is 0"),
        ({"width": -1}, "width is -1"),
        ({"confidence": 0}, "does not lie between 0 and 1"),
        ({"confidence": 1}, "does not lie between 0 and 1"),
        ({"confidence": "much"}, "takes a number"),
        ({"games": 0}, "games is 0"),
        ({"games": 1.5}, "whole number"),
        ({"longest": "inf"}, "longest is inf"),
    ],
)
def test_options_that_make_no_sense(game, options, message):
    with pytest.raises(SpecError, match=message):
        answers(game(WALK), **options)


def test_a_game_that_breaks_its_rules_is_explained(game):
    text = WALK.replace("f: f + 1", "f: f + 2")
    with pytest.raises(SpecError, match="E602"):
        answers(game(text))


def test_two_commands_in_a_chain_are_a_mistake(game):
    text = WALK.replace("labels:", "  - {when: f = 3, then: {f: 3}}\nlabels:")
    with pytest.raises(SpecError, match="E603"):
        answers(game(text))


class Impatient(Silent):
    """Raises something as soon as games were played."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def task(self, name, unit, total=None):
        return self

    def advance(self, done, total=None, note=""):
        raise self.error

    def finish(self):
        """Nothing to end."""


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(KeyboardInterrupt(), Status.INTERRUPTED, 130), (LimitError("late"), Status.LATE, 5)],
)
def test_who_is_interrupted_tells_what_there_is(game, error, status, code):
    plan = Plan(game(WALK), solver=Step("simulation"), questions=("win",))
    context = replace(TOOLS.context, monitor=Impatient(error))
    finished = run(plan, replace(TOOLS, context=context))
    (answer,) = finished.answers
    assert answer.status is status
    assert answer.lower <= 24 / 31 <= answer.upper
    assert exit_code(finished.outcome) == code


def test_a_limit_of_time_holds(game):
    plan = Plan(game(WALK), solver=Step("simulation", (("games", "1e12"),)), questions=("win",))
    context = replace(TOOLS.context, limits=Limits(seconds=1.0), started=time.monotonic())
    (answer,) = run(plan, replace(TOOLS, context=context)).answers
    assert answer.status is Status.LATE
    assert answer.sample.games > 1000


def test_another_game_in_five_trials():
    """DePree & Lee, Table: five simulations of a million games; the true mean is 17.5409, not 17.27."""
    path = ROOT / "specs" / "another-game.yaml"
    trials = [answers(path, "R{cycles}=? [F over]", seed=seed, games=200_000)["ask0"] for seed in range(1, 6)]
    for trial in trials:
        assert p_value(trial.sample.z(trial.value, 17.540922306905323)) > 1e-4
        assert abs(trial.sample.z(trial.value, 17.2699)) > 5
    assert len({trial.value for trial in trials}) == 5


def test_eight_players_of_the_goose():
    found = answers(ROOT / "specs" / "goose8.yaml", games=5000)
    wins = [found[f"win{p}"].value for p in range(1, 9)]
    assert sum(wins) == pytest.approx(1)
    assert found["throws"].value > 50
