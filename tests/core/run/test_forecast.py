"""Before a run: how large the game is, and which way to go."""

from __future__ import annotations

from dataclasses import replace

from oddsmith.run import stages
from oddsmith.run.forecast import STORED, Forecast, forecast, narrowed
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools
from oddsmith.solve.outlook import Outlook, Way
from oddsmith.space.estimate import Estimate

LARGE = Estimate(10**9, 1000, 2000, 5000, 1000, False, (1, 2, 4), 10**8, 100, 10, 12)
PLAIN = Way("plain", 3 * 10**9, 60.0, ("--solver", "rounds"))
FILE = Way("file", 10**9, 600.0, (), disk=10**10, spare=True)
MANY = Way("many", 2 * 10**9, 30.0, (), ranks=4, machines=4, elsewhere=True, spare=True)


def expected(available: int, *ways: Way) -> Forecast:
    return Forecast(LARGE, available, {"rounds": Outlook("seen", 10**8, ways)} if ways else {}, {})


def names(found: Forecast) -> list[str]:
    return [way.name for way in found.advised]


def test_a_small_game_is_counted_and_stored(plan: Plan, tools: Tools) -> None:
    process = stages.lower(plan, stages.load(plan), tools.host)
    found = forecast(plan, process, tools)
    assert (found.found.complete, found.outlooks, found.refused) == (True, {}, {})
    assert names(found) == [STORED]


def test_the_way_that_the_solver_prefers_is_advised_if_it_fits() -> None:
    assert names(expected(10**12, PLAIN, FILE, MANY)) == ["plain"]


def test_files_and_machines_are_advised_where_memory_is_short() -> None:
    assert names(expected(2 * 10**9, PLAIN, FILE, MANY)) == ["file", "many"]


def test_nothing_is_advised_where_nothing_fits() -> None:
    assert names(expected(10**6)) == []


def test_whether_other_machines_have_the_memory_is_not_known_here() -> None:
    found = expected(2 * 10**9, PLAIN, FILE, MANY)
    assert [found.fits(way) for way in found.ways] == [False, False, True, None]


def test_a_narrower_box_bounds_the_states() -> None:
    found = narrowed(LARGE, 10**7)
    assert (found.box, found.likely) == (10**7, 10**7)
    assert narrowed(LARGE, 10**12) == LARGE
    counted = replace(LARGE, complete=True)
    assert narrowed(counted, 5) == counted
