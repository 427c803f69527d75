"""Which way a game goes on the nodes of a cluster, with how much memory and time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from oddsmith.context import LimitError
from oddsmith.run.cluster.job import Job
from oddsmith.run.cluster.sizing import Site, need
from oddsmith.run.forecast import STORED, Forecast
from oddsmith.solve.outlook import Outlook, Way
from oddsmith.space.estimate import Estimate

GB = 10**9
LARGE = Estimate(10**11, 1000, 2000, 5000, 1000, False, (1, 2, 4), 10**10, 100, 10, 12)
PLAIN = Way("plain", 100 * GB, 3600.0, ("--solver", "rounds"))
FILE = Way("file", GB, 600.0, (), disk=10**10, spare=True)


def spread(machines: int) -> Way | None:
    if machines > 8:
        return None
    return Way("many", 100 * GB // machines, 3600 / machines, ("--solver", "p"), machines=machines, sent=45 * 10**11)


SHARED = Forecast(LARGE, 8 * GB, {"rounds": Outlook("seen", 10**8, (PLAIN, FILE), spread=spread)}, {})
ALONE = Forecast(LARGE, 8 * GB, {}, {"rounds": "no turns"})


def test_one_node_if_nothing_is_said() -> None:
    found = need(SHARED, Site(), 2)
    assert (found.way, found.memory, found.seconds, found.asked) == (PLAIN, int(110.256 * GB), 3600.0, 7200.0)


def test_as_few_nodes_as_have_the_memory() -> None:
    assert need(SHARED, Site(node_memory=64 * GB), 2).way.machines == 2
    assert need(SHARED, Site(node_memory=16 * GB), 2).way.machines == 7


def test_as_many_nodes_as_asked_for() -> None:
    assert need(SHARED, Site(nodes=4), 2).way.machines == 4


def test_more_cores_are_faster_but_not_without_end() -> None:
    assert need(SHARED, Site(cores=8), 2).seconds == 900
    assert need(SHARED, Site(cores=1), 2).seconds == 7200
    assert need(SHARED, Site(cores=1000), 2).seconds == 225


def test_the_network_takes_its_time() -> None:
    assert need(SHARED, Site(nodes=4, network=1.25 * GB), 2).seconds == 900 + 3600


def test_stored_transitions_where_nothing_else_is_known() -> None:
    found = need(ALONE, Site(cores=64), 2)
    assert (found.way.name, found.seconds) == (STORED, LARGE.seconds)
    assert found.memory >= GB


def test_what_is_enough_for_two_runs() -> None:
    one, two = need(SHARED, Site(), 2), need(SHARED, Site(nodes=4), 2)
    assert two.joined(one).memory == one.memory
    assert replace(one, seconds=1.0).joined(two).seconds == 900
    assert replace(one, seconds=1.0).asked == 600


@pytest.mark.parametrize(
    ("forecast", "site"),
    [
        (SHARED, Site(node_memory=2 * GB)),
        (SHARED, Site(nodes=9)),
        (ALONE, Site(node_memory=10**6)),
        (ALONE, Site(nodes=2)),
    ],
)
def test_what_does_not_fit_is_refused_with_advice(forecast: Forecast, site: Site) -> None:
    with pytest.raises(LimitError) as refused:
        need(forecast, site, 2)
    assert "--node-memory" in refused.value.advice
    assert ("no turns" in str(refused.value)) == (forecast is ALONE)


def test_the_signal_comes_early_enough_for_a_checkpoint() -> None:
    job = Job("a", "", (), GB, 60, 1)
    assert (job.lead, replace(job, memory=100 * GB).lead) == (60, 210)
    assert (job.megabytes, replace(job, name="Ümläut & more" * 9).label[:12]) == (954, "ml-ut-more-m")
    assert replace(job, name="???").label == "oddsmith"
