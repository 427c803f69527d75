"""Storm solves what is stored here, says how sure it is, and is told apart from who proves."""

import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddsmith.context import Context, LimitError, Limits
from oddsmith.expr.nodes import Name
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.process.question import Expectation, Path, Probability, Question
from oddsmith.solve.pose import pose_all
from oddsmith.solve.problem import Promise, Trait
from oddsmith.solve.solution import Status
from oddsmith.source import SpecError
from oddsmith.testing import check_solver
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import gains_of, space_of

pytest.importorskip("stormpy")
from oddsmith_plugins.solvers import storm

WITHOUT = """
import sys
sys.modules["stormpy"] = None
from oddsmith.cli.main import main
sys.argv = ["pipeline", *sys.argv[1:]]
main()
"""


def ruin(length):
    return problem_of(walk(length, "1/2"), {0: 0, length: 1}, initial=length // 2)


def without_storm(*arguments):
    return subprocess.run(
        [sys.executable, "-P", "-c", WITHOUT, *arguments], capture_output=True, text=True, check=False
    )


def test_the_games_with_known_answers():
    check_solver(storm.Storm())


@pytest.fixture
def here(monkeypatch):
    """Storm in this process: many small problems are solved quickly."""
    monkeypatch.setattr(storm, "_run", lambda folder, context: storm.worker.main(folder))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(random_transitions(5, 3), st.lists(st.sampled_from([0, 1, 2]), min_size=15, max_size=15))
def test_random_games_whoever_decides_and_however_long_one_can_stay(here, transitions, amounts):
    gain = [Fraction(amount) for amount in amounts[: transitions.choices]]
    space = space_of(
        transitions, [[0], [s for s in (1, 2) if s < transitions.size]], {"r": gains_of(transitions, choice=gain)}
    )
    optima = (None,) if transitions.choice_start is None else ("min", "max")
    queries = [Probability(Path("U", Name("b"), Name("a")), best) for best in optima]
    queries += [Expectation("r", "reach", Name("a"), optimum=best) for best in optima]
    questions = [Question(f"q{i}", "", query) for i, query in enumerate(queries)]
    for posed in pose_all(space, questions, Context(), (Name("a"), Name("b"))):
        problem = replace(posed.problem, traits=posed.problem.traits | {Trait.ONE_SIDED})
        truth = Oracle().solve(problem, Context()).value
        found = storm.Storm().solve(problem, Context())
        assert found.status is Status.DONE
        assert ((found.lower <= truth) & (truth <= found.upper)).all()


@pytest.mark.parametrize("method", ["auto", "optimistic", "interval", "sound"])
def test_each_method_states_bounds_as_narrow_as_asked(method):
    solution = storm.Storm(method=method).solve(ruin(40), Context(precision=1e-10))
    assert solution.status is Status.DONE
    assert solution.lower[20, 0] <= 0.5 <= solution.upper[20, 0]
    assert solution.upper[20, 0] - solution.lower[20, 0] <= 1e-10
    assert solution.method.startswith("Storm ")


def test_it_proves_nothing_and_says_so():
    assert storm.Storm.promises == {Promise.ESTIMATE}
    assert storm.Storm().solve(ruin(4), Context()).method.endswith("its own bounds without proof")


def test_nobody_gets_it_without_asking():
    assert storm.Storm().cost(ruin(10)) == float("inf")


def test_the_strange_method_is_refused():
    with pytest.raises(SpecError, match="method"):
        registry(load()).make("solver", "storm", {"method": "strange"})


def test_too_many_transitions_are_refused_before_anything_is_handed_over():
    with pytest.raises(LimitError, match="more than the 10 that are handed to Storm"):
        storm.Storm(transitions=10).solve(ruin(20), Context())


def test_a_limit_of_time_ends_storm():
    began = time.monotonic()
    with pytest.raises(LimitError, match="the time limit of 1 s is over"):
        storm.Storm().solve(ruin(20_000), replace(Context(), limits=Limits(seconds=1.0)))
    assert time.monotonic() - began < 10


def test_what_storm_says_when_it_fails_is_passed_on(monkeypatch):
    monkeypatch.setattr(storm, "_formulas", lambda problem, model: ["P=? [F nonsense"])
    with pytest.raises(SpecError, match="Storm could not solve this: "):
        storm.Storm().solve(ruin(4), Context())


def test_without_stormpy_it_is_unavailable_and_all_else_works():
    assert "stormpy not installed: pip install 'oddsmith[storm]'" in without_storm("plugins").stdout
    refused = without_storm("run", "specs/gambler.yaml", "--solver", "storm", "--no-save")
    assert refused.returncode == 2
    assert "oddsmith[storm]" in refused.stderr
    assert without_storm("run", "specs/gambler.yaml", "--no-save").returncode == 0


def test_storm_is_not_imported_here():
    code = "import sys, oddsmith_plugins.solvers.storm; print('stormpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
