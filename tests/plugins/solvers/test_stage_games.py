"""Players who decide at the same time: whole games, beside brute force and beside themselves in other words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.outcome import Outcome
from oddsmith.hosting.registry import registry
from oddsmith.run.plan import Ask, Plan, Step
from oddsmith.run.runner import Tools, run
from oddsmith.source import SpecError

ROOT = Path(__file__).parents[3]
TOGETHER = ROOT / "tests" / "specs" / "together"


@pytest.fixture(scope="module")
def tools() -> Tools:
    host = load()
    return Tools(host, registry(host), Context())


def outcome(tools: Tools, plan: Plan) -> Outcome:
    return run(plan, tools).outcome


def set_to(plan: Plan, **constants: object) -> Plan:
    return replace(plan, overrides=tuple((name, str(value)) for name, value in constants.items()))


@pytest.mark.parametrize("name", sorted(path.name for path in TOGETHER.glob("*.yaml")))
def test_small_games_have_the_answers_of_the_books(tools: Tools, name: str) -> None:
    answers = outcome(tools, Plan(TOGETHER / name)).answers
    assert answers
    assert all(answer.ok for answer in answers)
    assert all(answer.exact is not None for answer in answers)


def test_several_equilibria_are_told_and_the_other_can_be_had(tools: Tools) -> None:
    plan = Plan(TOGETHER / "stag.yaml")
    best = outcome(tools, plan)
    assert "several equilibria: the largest sum for all is played" in best.told[0][0]
    assert "other equilibria of this decision would bring: 3, 3" in best.told[0][1]
    worst = outcome(tools, replace(plan, solver=Step("stage-games", (("prefer", "worst"),))))
    assert worst.answers[0].exact == 3


def test_the_mixture_is_told_in_the_words_of_the_spec(tools: Tools) -> None:
    told = outcome(tools, Plan(TOGETHER / "chicken.yaml")).told
    assert ("the symmetric equilibrium", "  driver swerve=0 2/7, swerve=1 5/7") in told


def test_many_drivers_mix_with_irrational_shares_and_a_small_regret(tools: Tools) -> None:
    answer = outcome(tools, set_to(Plan(TOGETHER / "chicken.yaml"), n=5)).answers[0]
    assert answer.lower <= 0 <= answer.upper
    assert "regret at most" in answer.method
    assert float(answer.method.rsplit(" ", 1)[1]) < 1e-12


def test_cyclic_games_are_refused_with_the_state(tools: Tools, tmp_path: Path) -> None:
    text = (TOGETHER / "pennies.yaml").read_text().replace("then: {done: true}", "then: {done: a = b}")
    (tmp_path / "again.yaml").write_text(text)
    with pytest.raises(SpecError, match="can come back to the same state \\(done=false\\)") as error:
        outcome(tools, Plan(tmp_path / "again.yaml"))
    assert {d.code for d in error.value.diagnostics} == {"E503"}


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("<<ann>> Pmax=? [F<=3 done]", "can be asked"),
        ("<<ann>> Pmax=? [X done]", "can be asked"),
        ("<<ann>> Rmax{points}=? [I=2]", "can be asked"),
        ("<<ann>> Rmax{points}=? [F false]", "the game can end without its goal"),
    ],
)
def test_questions_without_an_answer_are_refused_with_the_reason(tools: Tools, question: str, reason: str) -> None:
    plan = replace(Plan(TOGETHER / "pennies.yaml"), asks=(Ask("it", question),))
    with pytest.raises(SpecError, match=reason) as error:
        outcome(tools, plan)
    assert {d.code for d in error.value.diagnostics} == {"E503"}


def test_other_solvers_are_refused(tools: Tools) -> None:
    with pytest.raises(SpecError, match="does not play games in which several players decide at the same time"):
        outcome(tools, replace(Plan(TOGETHER / "pennies.yaml"), solver=Step("exact")))


def test_a_crowd_has_no_opponents(tools: Tools) -> None:
    plan = replace(Plan(TOGETHER / "chicken.yaml"), asks=(Ask("it", "<<driver>> Rmax{points}=? [F done]"),))
    with pytest.raises(SpecError, match="have no opponents to be named"):
        outcome(tools, plan)


def test_two_commands_of_players_in_one_state_are_a_mistake(tools: Tools, tmp_path: Path) -> None:
    text = (TOGETHER / "pennies.yaml").read_text()
    start, end = text.index("  - action: show"), text.index("questions:")
    (tmp_path / "twice.yaml").write_text(text[:end] + text[start:end].replace("show", "tell") + text[end:])
    with pytest.raises(SpecError, match="several can move in this state") as error:
        outcome(tools, Plan(tmp_path / "twice.yaml"))
    assert {d.code for d in error.value.diagnostics} == {"E610"}


@pytest.mark.parametrize("players", [1, 2])
def test_incan_gold_at_the_table(tools: Tools, players: int) -> None:
    plan = set_to(Plan(ROOT / "specs" / "incan-gold-table.yaml"), players=players)
    (answer,) = outcome(tools, plan).answers
    assert answer.ok
    assert answer.upper - answer.lower < 1e-11
    assert answer.method.startswith("symmetric equilibrium, regret at most ")


def test_one_explorer_leaves_at_the_known_thresholds(tools: Tools) -> None:
    plan = set_to(Plan(ROOT / "specs" / "incan-gold-table.yaml"), players=1)
    told = outcome(tools, replace(plan, solver=Step("stage-games", (("by", "hazards,hand"),)))).told
    text = told[0][1]
    for hazards, threshold in ((2, 26), (3, 19), (4, 15), (5, 12)):
        assert f"hazards={hazards}: never for hand 0..{threshold - 1}, always for hand {threshold}.." in text
    assert "hazards=1: never for hand 0..42, " in text
    assert ", always for hand 44.." in text
    with pytest.raises(SpecError, match="there is no variable `gold`"):
        outcome(tools, replace(plan, solver=Step("stage-games", (("by", "gold"),))))


def test_exact_answers_are_fractions(tools: Tools) -> None:
    answer = outcome(tools, Plan(TOGETHER / "duel.yaml")).answers[0]
    assert answer.exact == Fraction(2, 3)


def test_solvers_of_stored_problems_say_why_they_have_no_answer(tools: Tools) -> None:
    from oddsmith.run.side_by_side import side_by_side

    table = side_by_side(Plan(TOGETHER / "pennies.yaml"), ("exact", "stage-games"), tools)
    cells = {(cell.solver, cell.question.name): cell for cell in table.cells}
    assert cells["exact", "value"].answer is None
    assert cells["stage-games", "value"].answer is not None
    assert not table.apart
