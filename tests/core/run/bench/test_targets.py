"""Measurements against targets: met, missed, and by how much."""

from __future__ import annotations

from dataclasses import replace

from oddsmith.run.bench.measure import Measured, Reading
from oddsmith.run.bench.suite import Run, Suite, Target
from oddsmith.run.bench.targets import Check, command, judged, results
from oddsmith.solve.process_solver import Effort

ONE = Measured(10.0, 10**9, 10**9, 0.5, 7, "", (Reading("win", 0.5, 0.49, 0.51),))
TWO = replace(ONE, seconds=5.0, memory=12 * 10**8, largest=5 * 10**8, answers=(Reading("win", 0.502, 0.5, 0.52),))


def found(target: Target, measured: Measured = TWO) -> dict[str, bool]:
    return {check.target: check.met for check in judged(target, measured, {"one": ONE})}


def test_time_and_memory_of_all_processes_count() -> None:
    assert found(Target(seconds=5.0, memory=10**9)) == {"finishes": True, "time 5 s": True, "memory 1 GB": False}


def test_a_run_is_compared_with_another_one() -> None:
    assert found(Target(against="one", faster=2.1, share=0.5)) == {
        "finishes": True,
        "2.1 times as fast as one": False,
        "largest process 50% of one": True,
    }


def test_the_sweeps_alone_count_where_both_runs_tell_their_time() -> None:
    one = replace(ONE, effort=Effort(1, 1, 1, 16, 8.0))
    two = replace(TWO, effort=Effort(1, 1, 1, 16, 3.0))
    check = judged(Target(against="one", faster=2.5), two, {"one": one})[1]
    assert check == Check(
        "2.5 times as fast as one", "2.67 times in the sweeps, 2.00 times as whole processes", True, True
    )


def test_the_pace_is_that_of_the_games() -> None:
    quick = replace(TWO, effort=Effort(0, 0, 0, 0, 2.0, games=10, moves=50_000_000))
    assert judged(Target(pace=20e6), quick, {})[1] == Check("20 million moves/s", "25 million moves/s", True, True)
    assert found(Target(pace=20e6)) == {"finishes": True, "20 million moves/s": False}, "nothing was played"


def test_answers_agree_if_their_bounds_overlap() -> None:
    target = Target(same="one")
    assert found(target)["same answers as one"]
    apart = replace(TWO, answers=(Reading("win", 0.6, 0.59, 0.61),))
    assert judged(target, apart, {"one": ONE})[1] == Check("same answers as one", "apart: win", False)


def test_nothing_to_compare_with_is_no_success() -> None:
    broken = replace(ONE, value=None, problem="too slow")
    checks = judged(Target(against="one", faster=1.0, share=1.0, same="one"), TWO, {"one": broken})
    assert [check.met for check in checks] == [True, False, False, False]


def test_a_run_without_an_answer_misses() -> None:
    broken = replace(ONE, value=None, problem="too slow")
    assert judged(Target(seconds=99.0), broken, {}) == (Check("finishes", "too slow", False),)


def test_ranks_are_started_by_the_launcher() -> None:
    suite = Suite({}, launcher=("start", "-n", "{ranks}"))
    assert command(suite, Run("a", ("run", "x"), ranks=2))[:3] == ["start", "-n", "2"]
    assert command(suite, Run("a", ("run", "x")))[-2:] == ["run", "x"]


def test_a_run_that_lacks_something_is_not_started() -> None:
    (result,) = results(Suite({"a": Run("a", (), needs=("no-such-thing",))}), [], False, 1.0)
    assert (result.unavailable, result.met) == ("no-such-thing is not installed", None)


def test_parts_are_compared_where_both_tell_them() -> None:
    check = judged(Target(against="one", faster=2), replace(TWO, part=0.5), {"one": replace(ONE, part=2.0)})[1]
    assert (check.found, check.met) == ("4.00 times (0.5 s against 2 s)", True)


def test_who_runs_out_of_memory_is_slower_and_who_fails_otherwise_tells_nothing() -> None:
    for problem, met in (("out of memory, of which it had 1 GB", True), ("no module named storm", False)):
        lost = replace(ONE, value=None, problem=problem)
        assert judged(Target(against="one", faster=2), TWO, {"one": lost})[1].met is met
