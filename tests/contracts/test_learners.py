"""Every registered learner plays by the rules, also where there are no cards, and none gains more than it can."""

from __future__ import annotations

import numpy as np
import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.learn.learner import Learner
from oddsmith.learn.play import Dealer
from oddsmith.run.learning.experiment import Experiment
from oddsmith.run.learning.perform import limit
from oddsmith.testing.learners import check_learner, matches

LEARNERS: tuple[Learner, ...] = registry(load()).all_of("learner")
HANDS = 3000


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_it_plays_by_the_rules(learner: Learner) -> None:
    check_learner(learner)


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_nobody_gains_more_than_the_limit_allows(learner: Learner) -> None:
    for match in matches():
        gains = Dealer(match).game(learner.begin(match), HANDS, (9, 9), True, lambda: None)[:, 0]
        most = limit(match, Experiment((), (), (), hands=HANDS))
        assert gains.sum() <= most + 4 * gains.std() * np.sqrt(HANDS)


@pytest.mark.parametrize("name", ["shi", "posterior", "informed"])
def test_who_learns_beats_the_coin(name: str) -> None:
    for match in matches():
        gains = {}
        for learner in LEARNERS:
            if learner.name in (name, "coin"):
                all_gains = Dealer(match).game(learner.begin(match), HANDS, (5, 5), True, lambda: None)
                gains[learner.name] = all_gains[:, 0]
        difference = gains[name] - gains["coin"]
        assert difference.sum() > 0
