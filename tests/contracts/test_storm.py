"""Random small games: every solver and both kernels say what Storm's exact engine says about the same game.

The games are written twice (see `sketches`), so that reading, lowering, exploring, posing and solving are all compared
with a program that shares nothing with this one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from contracts.sketches import Sketch, prism_text, sketches, spec_text
from contracts.storm import ask_storm, ask_storm_about
from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.process.process import Process
from oddsmith.solve.answer import Answer, Spread
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Problem, Promise
from oddsmith.solve.solver import Solver
from oddsmith.space.explore import explore
from oddsmith.spec.load import load as load_spec
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

pytest.importorskip("stormpy", reason="stormpy, which the extra `test` installs, cannot be imported")

PATHS = {
    "reach": ("[F goal]", '[F "goal"]'),
    "until": ("[not hazard U goal]", '[!"hazard" U "goal"]'),
    "always": ("[G not hazard]", '[G !"hazard"]'),
    "next": ("[X goal]", '[X "goal"]'),
    "soon": ("[F<=4 goal]", '[F<=4 "goal"]'),
    "now": ("[F<=0 goal]", '[F<=0 "goal"]'),
    "soon_safely": ("[not hazard U<=5 goal]", '[!"hazard" U<=5 "goal"]'),
    "between": ("[F[2,4] goal]", '[F[2,4] "goal"]'),
    # Storm 2.0 is wrong where a goal at step 0 is a hazard: such a path must not begin.
    "safely_between": ("[(goal or not hazard) U[1,3] goal]", '[("goal" | !"hazard") U[1,3] "goal"]'),
}
REWARDS = {
    "gold": ("gold", "[F goal]", '[F "goal"]'),
    "length": ("steps", "[F goal]", '[F "goal"]'),
    "total": ("gold", "[C]", "[C]"),
    "early": ("gold", "[C<=5]", "[C<=5]"),
    "rank": ("rank", "[I=3]", "[I=3]"),
    "rank_now": ("rank", "[I=0]", "[I=0]"),
    "ranks": ("rank", "[C<=4]", "[C<=4]"),
}
CHAINS = {
    "given": ("P=? [F goal] given [F hazard]", 'P=? [F "goal" || F "hazard"]'),
    "gold_given": ("R{gold}=? [F goal] given [F hazard]", 'R{"gold"}=? [F "goal" || F "hazard"]'),
    "ranks_until": ("R{rank}=? [F goal]", 'R{"rank"}=? [F "goal"]'),
    "visits": ("visits=? [hazard]", 'R{"seen"}=? [C]'),
}


KERNELS = ("reference", "compiled")


def questions(is_chain: bool) -> dict[str, tuple[str, str]]:
    """Name -> the question in our language and in Storm's."""
    found = dict(CHAINS) if is_chain else {}
    for optimum in [""] if is_chain else ["min", "max"]:
        for name, (path, storm) in PATHS.items():
            found[name + optimum] = (f"P{optimum}=? {path}", f"P{optimum}=? {storm}")
        for name, (reward, measure, storm) in REWARDS.items():
            found[name + optimum] = (f"R{{{reward}}}{optimum}=? {measure}", f'R{{"{reward}"}}{optimum}=? {storm}')
    return found


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nobody needs the compiled code of random games again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ODDSMITH_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def answers(process: Process, installed: Registry, kernel: str) -> Iterator[tuple[str, int, int, list[Answer]]]:
    """Solver, states, transitions and answers, for each solver over one kernel."""
    context = replace(Context(), threads=1)
    target = installed.make("kernel", kernel, {})
    space, _ = explore(process, conditions_of(process.questions), (target,), context, exact=kernel == "reference")
    offered: tuple[Solver, ...] = installed.all_of("solver")
    solvers = [solver for solver in offered if Promise.ESTIMATE not in solver.promises]  # Storm itself is one of those
    for preferred in solvers:

        def choose(problem: Problem, preferred: Solver = preferred) -> Solver:
            return next(s for s in (preferred, *solvers) if not s.missing(problem))

        found = answer_all(space, process.questions, choose, context)
        yield preferred.name, space.size, space.transitions.count, found


def assert_right(answer: Answer, wanted: Fraction | float, where: str) -> None:
    """Fractions are equal; intervals contain the true value and are narrow."""
    assert not isinstance(answer.value, bool | Spread)
    if wanted == math.inf:
        assert answer.lower == answer.upper == math.inf, where
    elif answer.exact is not None:
        assert answer.exact == wanted, where
    else:
        assert math.isfinite(answer.upper), where
        assert Fraction(answer.lower) <= wanted <= Fraction(answer.upper), where
        assert answer.upper - answer.lower <= 1e-6 * max(1, abs(answer.upper)), where


def compare(sketch: Sketch, installed: Registry, folder: Path) -> None:
    program, asked = prism_text(sketch), questions(sketch.is_chain)
    if sketch.is_chain and ask_storm(program, {"p": 'P=? [F "hazard"]'}, folder).answers["p"] == 0:
        del asked["given"], asked["gold_given"]  # undefined
    storm = ask_storm(program, {name: theirs for name, (_, theirs) in asked.items()}, folder)
    if storm.answers.get("given", 1) < 1:  # Storm leaves out the runs that miss the goal
        storm.answers["gold_given"] = math.inf
    process = lower(load_text(spec_text(sketch, {name: text for name, (text, _) in asked.items()})))
    for kernel in KERNELS:
        for solver, states, transitions, found in answers(process, installed, kernel):
            assert states == storm.states
            if not sketch.overlaps:  # those that gain differently stay apart here
                assert transitions == storm.transitions
            for answer in found:
                wanted = storm.answers[answer.question.name]
                said = answer.exact or f"{answer.lower!r}..{answer.upper!r}"
                where = f"{kernel} kernel, {solver}: {answer.question.text} is {wanted}, not {said} ({answer.method})"
                assert_right(answer, wanted, where)


few = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # shrinking would take minutes
)


@settings(few, max_examples=80)
@given(sketches(is_chain=True))
def test_random_chains(installed: Registry, tmp_path_factory: pytest.TempPathFactory, sketch: Sketch) -> None:
    compare(sketch, installed, tmp_path_factory.getbasetemp())


@settings(few, max_examples=30)
@given(sketches(is_chain=True, overlaps=True))
def test_random_chains_in_which_commands_overlap(
    installed: Registry, tmp_path_factory: pytest.TempPathFactory, sketch: Sketch
) -> None:
    """Of the commands that are enabled one is drawn, each alike."""
    compare(sketch, installed, tmp_path_factory.getbasetemp())


@settings(few, max_examples=40)
@given(sketches(is_chain=False))
def test_random_decisions(installed: Registry, tmp_path_factory: pytest.TempPathFactory, sketch: Sketch) -> None:
    compare(sketch, installed, tmp_path_factory.getbasetemp())


@settings(few, max_examples=40)
@given(sketches(is_chain=True))
def test_distributions_and_quantiles(
    installed: Registry, tmp_path_factory: pytest.TempPathFactory, sketch: Sketch
) -> None:
    """Both come from P(F<=k goal), which Storm knows."""
    program = prism_text(sketch)
    asked = {f"{k}": f'P=? [F<={k} "goal"]' for k in range(10)}
    storm = ask_storm(program, {**asked, "ever": 'P=? [F "goal"]'}, tmp_path_factory.getbasetemp()).answers
    texts = {"spread": "dist{steps} [F goal]", "quarter": "smallest k with P [F<=k goal] >= 1/4"}
    process = lower(load_text(spec_text(sketch, texts)))
    for kernel in KERNELS:
        for solver, _, _, (spread, quarter) in answers(process, installed, kernel):
            where = f"{kernel} kernel, {solver}"
            assert isinstance(spread.value, Spread)
            found = dict(zip(spread.value.support, spread.value.probability, strict=True))
            for k in range(10):
                wanted = storm[f"{k}"] - (storm[f"{k - 1}"] if k else 0)
                assert abs(found.get(k, 0) - wanted) < 1e-9, (where, k)
            reached = [k for k in range(10) if storm[f"{k}"] >= Fraction(1, 4)]
            if reached or storm["ever"] < Fraction(1, 4):
                assert quarter.value == (reached[0] if reached else math.inf), where
            else:
                assert quarter.value > 9, where


BENCH = Path(__file__).parents[2] / "pipelines" / "bench"
SPECS = Path(__file__).parents[2] / "specs"
ROUNDS = 'R{"rounds"}=? [F "broke"]'


@pytest.mark.parametrize(
    ("spec", "overrides", "question", "program", "constants", "text"),
    [
        ("ruin", {"N": "3", "d": "4"}, "length", "ruin3", "d=4", ROUNDS),
        ("ruin", {"N": "5", "d": "5"}, "length", "ruin5", "d=5", ROUNDS),
        ("ruin", {"N": "10", "d": "2"}, "length", "ruin10", "d=2", ROUNDS),
        ("yahtzee", {"N": "4", "turns": "2"}, "yahtzee", "yahtzee", "N=4,MT=3", 'Pmax=? [F "yahtzee_end"]'),
    ],
)
def test_the_programs_of_the_benchmark_are_the_games_of_the_specs(
    spec: str, overrides: dict[str, str], question: str, program: str, constants: str, text: str, installed: Registry
) -> None:
    storm = ask_storm_about(BENCH / f"{program}.prism", {question: text}, constants)
    process = lower(load_spec(SPECS / f"{spec}.yaml", overrides))
    process = replace(process, questions=tuple(q for q in process.questions if q.name == question))
    for _, states, _, (answer,) in answers(process, installed, "reference"):
        assert states == storm.states
        assert_right(answer, storm.answers[question], f"{spec}: {question}")
