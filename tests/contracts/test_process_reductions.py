"""Every reduction of processes makes a valid process with the same answers: alone, in any order, with either kernel."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from contracts.sketches import Sketch, sketches, spec_text
from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.process.process import Process
from oddsmith.process.reduction import Reduction
from oddsmith.process.validate import validate
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.space.explore import explore
from oddsmith.space.space import StateSpace
from oddsmith.spec.load import load as load_spec
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

ROOT = Path(__file__).parents[2]
INSTALLED = registry(load())
REDUCTIONS = [reduction for reduction in INSTALLED.all_of("reduction") if isinstance(reduction, Reduction)]
SMALL: tuple[tuple[str, dict[str, str]], ...] = (
    ("specs/another-game", {}),
    ("specs/combat-dice", {"k": "2"}),
    ("specs/gambler", {}),
    ("specs/goose-simple", {}),
    ("specs/ruin", {"N": "4", "d": "5"}),
    ("specs/ruin-modules", {"flag": "true"}),
    ("specs/yahtzee", {"N": "3", "flag": "true"}),
    ("specs/yahtzee-turns", {"N": "3"}),
    ("tests/specs/reductions/fight", {"sides": "4", "health": "3"}),
)
GOALS = {
    "goal": "P{}=? [F goal]",
    "hazard": "P{}=? [F<=5 hazard]",
    "gold": "R{{gold}}{}=? [C<=4]",
    "until": "P{}=? [not hazard U goal]",
}
each = pytest.mark.parametrize("reduction", REDUCTIONS, ids=lambda reduction: reduction.name)


def explored(process: Process, kernel: str) -> StateSpace:
    target, exact = INSTALLED.make("kernel", kernel, {}), kernel == "reference"
    return explore(process, conditions_of(process.questions), (target,), Context(threads=1), exact=exact)[0]


def solved(process: Process, space: StateSpace) -> dict[str, object]:
    """The exact value of every question."""
    solver = INSTALLED.make("solver", "exact", {})
    answers = answer_all(space, process.questions, lambda problem: solver, Context(threads=1))
    return {answer.question.name: answer.exact for answer in answers}


def assert_kept(process: Process, reductions: list[Reduction]) -> Process:
    smaller = process
    for reduction in sorted(reductions, key=lambda each: each.last):
        smaller = validate(reduction.apply(smaller, Context()))
    before, after = explored(process, "reference"), explored(smaller, "reference")
    assert after.size <= before.size
    assert solved(smaller, after) == solved(process, before)
    return smaller


@each
@pytest.mark.parametrize(("spec", "constants"), SMALL, ids=lambda value: value if isinstance(value, str) else "")
def test_small_games(spec: str, constants: dict[str, str], reduction: Reduction) -> None:
    process = lower(load_spec(ROOT / f"{spec}.yaml", constants))
    smaller = assert_kept(process, [reduction])
    assert explored(smaller, "compiled").size == explored(smaller, "reference").size


def test_what_changes_places_is_left_alone() -> None:
    process = lower(load_spec(ROOT / "specs" / "yahtzee.yaml", {"N": "3", "flag": "true"}))
    exchanged = INSTALLED.make("reduction", "symmetry", {}).apply(process, Context())
    assert exchanged.exchangeable
    for reduction in REDUCTIONS:
        assert reduction.last or reduction.apply(exchanged, Context()) == exchanged


few = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
    max_examples=60,
)
some = st.lists(st.sampled_from(REDUCTIONS), min_size=1, max_size=4)


@few
@given(sketches(is_chain=True), some)
def test_random_chains(sketch: Sketch, reductions: list[Reduction]) -> None:
    text = spec_text(sketch, {name: goal.format("") for name, goal in GOALS.items()})
    assert_kept(lower(load_text(text)), reductions)


@few
@given(sketches(is_chain=False), some)
def test_random_decisions(sketch: Sketch, reductions: list[Reduction]) -> None:
    text = spec_text(sketch, {name: goal.format("max") for name, goal in GOALS.items()})
    assert_kept(lower(load_text(text)), reductions)


VALUES = (
    *("d",) * 8,
    "x",
    "y",
    "v[1]",
    "v[2]",
    "v[x + 1]",
    "0",
    "1",
    "min(2, x + y)",
    "if y > x then 2 else 0",
    "(x + v[2]) % 3",
)
TESTS = ("x > 0", "y = 1", "v[1] < v[2]", "v[y + 1] = 2", "x + y > 2", *("true",) * 8)
TARGETS = ("x", "y", "v[1]", "v[2]", "v[y + 1]")


@st.composite
def phases(draw: st.DrawFn) -> str:
    """A program whose counter says which of the other variables matter: most of them do not, most of the time."""

    def command(place: int) -> str:
        targets = draw(st.lists(st.sampled_from(TARGETS), max_size=3, unique=True))
        clash = "v[y + 1]" in targets and len([t for t in targets if t[0] == "v"]) > 1
        updates = [f"{t}: {draw(st.sampled_from(VALUES))}" for t in targets if not (clash and t == "v[y + 1]")]
        following = draw(st.sampled_from(["0", "1", "2", "3", "(pc + 1) % 4", "if d > 1 then 3 else pc"]))
        lines = "".join(f"\n      {update}" for update in [*updates, f"pc: {following}"])
        where = f"pc = {place}" if draw(st.booleans()) else f"pc >= {place} and pc < {place + 2}"
        test = draw(st.sampled_from(TESTS))
        gain = draw(st.sampled_from(["x", "next(y)", *("0",) * 8]))
        rewards.append(f"{{action: a{place}, gain: {gain}}}")
        return f"  - action: a{place}\n    when: {where} and {test}\n    draw: {{d: 0..2}}\n    then:{lines}\n"

    rewards: list[str] = []
    commands = "".join(command(place) for place in range(4))
    goal = f"pc = {draw(st.integers(0, 3))} and {draw(st.sampled_from(TESTS))}"
    return (
        "game: phases\ntype: mdp\nvariables:\n  pc: 0..3\n  x: 0..2\n  y: {range: 0..2, init: 1}\n"
        f"  v: {{array: 1..3, range: 0..2}}\ncommands:\n{commands}labels:\n  goal: {goal}\n"
        f"rewards:\n  r: [{', '.join(rewards)}]\n"
        'questions:\n  most: "Pmax=? [F goal]"\n  soon: "Pmin=? [F<=4 goal]"\n  gained: "Rmax{r}=? [C<=4]"\n'
    )


@few
@given(phases(), some)
def test_random_programs(text: str, reductions: list[Reduction]) -> None:
    assert_kept(lower(load_text(text)), reductions)
