"""Posed problems have the right solution: compared with trying every policy of the game itself."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddsmith.expr.nodes import Name, Number
from oddsmith.process.question import Bound, Expectation, Path, Probability, Visits
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.pose import pose_all
from oddsmith.solve.problem import Trait
from oddsmith.source import SpecError
from oddsmith.testing.oracle import eliminate
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import gains_of, space_of, stored_of

A, B = Name("a"), Name("b")
relaxed = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
masks = st.lists(st.booleans(), min_size=5, max_size=5)
amounts = st.lists(st.sampled_from([0, 0, 1, 2]), min_size=15, max_size=15)


class Chain:
    """A game under one policy, asked by elementary means."""

    def __init__(self, transitions, policy):
        self.n = transitions.size
        rows = transitions.row_start
        self.rows = [
            {int(transitions.column[i]): transitions.exact[i] for i in range(rows[j], rows[j + 1])} for j in policy
        ]

    def reaching(self, target, passing):
        found = set(target)
        while True:
            more = {s for s in range(self.n) if s in passing and found & set(self.rows[s])} | found
            if more == found:
                return found
            found = more

    def solve(self, known, gain):
        free = [s for s in range(self.n) if s not in known]
        matrix = []
        for s in free:
            line = [Fraction(int(s == t)) - self.rows[s].get(t, 0) for t in free]
            matrix.append([*line, gain[s] + sum(w * known[t] for t, w in self.rows[s].items() if t in known)])
        return {**known, **dict(zip(free, eliminate(matrix), strict=True))}

    def until(self, through, goal):
        zero = set(range(self.n)) - self.reaching(goal, through)
        known = {s: Fraction(0) for s in zero} | {s: Fraction(1) for s in goal}
        return self.solve(known, [0] * self.n)[0]

    def reward(self, goal, gain):
        everything = set(range(self.n))
        lost = everything - self.reaching(goal, everything)
        lost = self.reaching(lost, everything - goal)
        if 0 in lost:
            return math.inf
        return self.solve(dict.fromkeys(goal | lost, 0), gain)[0]

    def total(self, gain):
        everything = set(range(self.n))
        ahead = [{t for t in everything if t in self.forward(s)} for s in range(self.n)]
        recurrent = {s for s in everything if all(s in ahead[t] for t in ahead[s])}
        rich = {s for s in recurrent if gain[s] > 0}
        if rich & ahead[0]:
            return math.inf
        bad = self.reaching(rich, everything)
        return self.solve(dict.fromkeys(recurrent | bad, 0), gain)[0]

    def forward(self, s):
        seen, queue = {s}, [s]
        while queue:
            new = set(self.rows[queue.pop()]) - seen
            seen |= new
            queue += new
        return seen

    def steps(self, x, k, gain, fixed=()):
        for _ in range(k):
            x = [
                x[s] if s in fixed else gain[s] + sum(w * x[t] for t, w in self.rows[s].items()) for s in range(self.n)
            ]
        return x


def under_all_policies(transitions, measure):
    starts = transitions.starts
    for policy in itertools.product(*[range(starts[s], starts[s + 1]) for s in range(transitions.size)]):
        yield measure(Chain(transitions, policy), policy)


def states(mask, n):
    return {s for s in range(n) if mask[s]}


@relaxed
@given(random_transitions(5, 3), masks, masks)
def test_smallest_and_largest_probabilities(asking, transitions, a, b):
    n = transitions.size
    goal, through = states(a, n), states(b, n)
    space = space_of(transitions, [goal, through])
    found = list(under_all_policies(transitions, lambda chain, _: chain.until(through, goal)))
    never = list(under_all_policies(transitions, lambda chain, _: 1 - chain.until(set(range(n)), through)))
    for optimum, pick in (("min", min), ("max", max)):
        assert asking.exact(space, Probability(Path("U", A, B), optimum)) == pick(found)
        not_b = space_of(transitions, [goal, set(range(n)) - through])
        assert asking.exact(not_b, Probability(Path("G", B), optimum)) == pick(never)


@relaxed
@given(random_transitions(5, 3), masks, amounts)
def test_smallest_and_largest_rewards_up_to_a_goal(asking, transitions, a, amount):
    n = transitions.size
    goal = states(a, n)
    gain = [Fraction(g) for g in amount[: transitions.choices]]
    space = space_of(transitions, [goal, []], {"r": gains_of(transitions, choice=gain)})
    found = list(under_all_policies(transitions, lambda chain, p: chain.reward(goal, [gain[j] for j in p])))
    for optimum, pick in (("min", min), ("max", max)):
        assert asking.exact(space, Expectation("r", "reach", A, optimum=optimum)) == pick(found)


@relaxed
@given(random_transitions(5, 3), amounts)
def test_smallest_and_largest_total_rewards(asking, transitions, amount):
    gain = [Fraction(g) for g in amount[: transitions.choices]]
    space = space_of(transitions, [[], []], {"r": gains_of(transitions, choice=gain)})
    found = list(under_all_policies(transitions, lambda chain, p: chain.total([gain[j] for j in p])))
    for optimum, pick in (("min", min), ("max", max)):
        assert asking.exact(space, Expectation("r", "total", optimum=optimum)) == pick(found)


@relaxed
@given(random_transitions(5, 1), masks, masks, st.integers(0, 3), st.integers(0, 3))
def test_step_bounds_in_chains(asking, transitions, a, b, low, more):
    n = transitions.size
    goal, through = states(a, n), states(b, n)
    chain = Chain(transitions, range(n))
    stuck = set(range(n)) - through - goal
    zero = [Fraction(0)] * n
    x = chain.steps([Fraction(int(s in goal)) for s in range(n)], more, zero, goal | stuck)
    for _ in range(low):
        x = [x if s in through else Fraction(0) for s, x in enumerate(chain.steps(x, 1, zero))]
    space = space_of(transitions, [goal, through])
    bound = Bound(Number(low), Number(low + more))
    assert asking.exact(space, Probability(Path("U", A, B, bound))) == x[0]


@relaxed
@given(random_transitions(5, 1), masks, masks, st.integers(0, 3))
def test_from_some_step_on_in_chains(asking, transitions, a, b, low):
    n = transitions.size
    goal, through = states(a, n), states(b, n)
    chain = Chain(transitions, range(n))
    everything = set(range(n))
    x = []
    for s in range(n):
        order = [s, *sorted(everything - {s})]
        place = {t: i for i, t in enumerate(order)}
        moved = Chain.__new__(Chain)
        moved.n, moved.rows = n, [{place[t]: w for t, w in chain.rows[u].items()} for u in order]
        x.append(moved.until({place[t] for t in through}, {place[t] for t in goal}))
    for _ in range(low):
        x = [x if s in through else Fraction(0) for s, x in enumerate(chain.steps(x, 1, [Fraction(0)] * n))]
    space = space_of(transitions, [goal, through])
    assert asking.exact(space, Probability(Path("U", A, B, Bound(low=Number(low))))) == x[0]


@relaxed
@given(random_transitions(4, 1), amounts, st.integers(0, 4))
def test_gains_in_some_steps_and_at_some_time(asking, transitions, amount, k):
    n = transitions.size
    gain = [Fraction(g - 1) for g in amount[:n]]
    space = space_of(transitions, [[], []], {"r": gains_of(transitions, state=gain)})
    chain = Chain(transitions, range(n))
    zero = [Fraction(0)] * n
    assert asking.exact(space, Expectation("r", "cumulative", steps=Number(k))) == chain.steps(zero, k, gain)[0]
    assert asking.exact(space, Expectation("r", "instant", steps=Number(k))) == chain.steps(gain, k, zero)[0]


@relaxed
@given(random_transitions(5, 1), masks, amounts)
def test_chains_may_win_and_lose(asking, transitions, a, amount):
    n = transitions.size
    goal = states(a, n)
    gain = [Fraction(g - 1) for g in amount[:n]]
    space = space_of(transitions, [goal, []], {"r": gains_of(transitions, choice=gain)})
    assert asking.exact(space, Expectation("r", "reach", A)) == Chain(transitions, range(n)).reward(goal, gain)


def test_visits_count_the_first_state_too(asking):
    space = space_of(stored_of([{0: "1/2", 1: "1/2"}, {1: 1}]), [[0], [1]])
    assert asking.exact(space, Visits(A)) == 2
    assert asking.exact(space, Visits(B)) == math.inf


def test_step_gains_count_by_their_weight(asking):
    transitions = stored_of([{0: "1/2", 1: "1/2"}, {1: 1}])
    space = space_of(transitions, [[1], []], {"r": gains_of(transitions, step=[1, 10, 0])})
    assert asking.exact(space, Expectation("r", "reach", A)) == 11


def ends_of_a_game():
    """Two ends, reached from a cycle: what goose looks like from far away."""
    transitions = stored_of([{1: "1/2", 2: "1/2"}, {0: "1/2", 3: "1/2"}, {2: 1}, {3: 1}])
    return space_of(transitions, [[2], [3]])


def test_questions_about_the_ends_of_a_game_share_one_problem(asking):
    over = Name("over")
    base = ends_of_a_game()
    space = space_of(base.transitions, [[2], [3], [2, 3]])
    queries = [
        Probability(Path("F", A)), Probability(Path("F", B)), Expectation("steps", "reach", over),
        Probability(Path("G", A)),
    ]  # fmt: skip
    questions = [asking.question(query) for query in queries]
    posed = pose_all(space, questions, formulas=(A, B, over))
    assert [p.places for p in posed] == [((0, 0), (1, 1), (2, 2)), ((3, 0),)]
    problem = posed[0].problem
    assert problem.fixed.tolist() == [False, False, True, True]
    assert problem.traits >= {Trait.CHAIN, Trait.STOPPING, Trait.EXACT_WEIGHTS, Trait.NONNEGATIVE, Trait.UNBOUNDED}
    assert Trait.ACYCLIC not in problem.traits


def test_the_graph_settles_what_is_sure_or_impossible(asking):
    transitions = stored_of([{1: "1/2", 3: "1/2"}, {2: 1}, {1: "1/2", 4: "1/2"}, {3: "1/3", 0: "2/3"}, {4: 1}])
    space = space_of(transitions, [[4], []])
    (posed,) = pose_all(space, [asking.question(Probability(Path("F", A)))], formulas=(A, B))
    assert posed.problem.fixed.all()
    assert posed.problem.known[:, 0].tolist() == [1.0] * 5
    assert posed.problem.exact_known == ((Fraction(1),) * 5,)


def test_a_place_to_stay_for_ever_is_merged_for_the_largest_probability(asking):
    transitions = stored_of([[{1: 1}, {2: "1/2", 3: "1/2"}], [{0: 1}], [{2: 1}], [{3: 1}]])
    space = space_of(transitions, [[2], []])
    (posed,) = pose_all(space, [asking.question(Probability(Path("F", A), "max"))], formulas=(A, B))
    assert posed.problem.transitions.size == 3
    assert Trait.STOPPING in posed.problem.traits
    assert asking.exact(space, Probability(Path("F", A), "max")) == Fraction(1, 2)
    assert asking.exact(space, Probability(Path("F", A), "min")) == 0


def test_cheap_waiting_is_no_way_out_for_the_smallest_reward(asking):
    transitions = stored_of([[{0: 1}, {1: 1}], [{1: 1}]])
    free = space_of(transitions, [[1], []], {"r": gains_of(transitions, choice=[0, 5, 0])})
    paid = space_of(transitions, [[1], []], {"r": gains_of(transitions, choice=[1, 5, 0])})
    query = Expectation("r", "reach", A, optimum="min")
    assert asking.exact(free, query) == 5
    assert asking.exact(paid, query) == 5
    (posed,) = pose_all(paid, [asking.question(query)], formulas=(A, B))
    assert Trait.STOPPING not in posed.problem.traits
    assert posed.problem.proper.tolist() == [1, -1]


def test_negative_gains_are_refused_where_one_can_stay_for_ever(asking):
    transitions = stored_of([[{0: 1}, {1: 1}], [{1: 1}]])
    space = space_of(transitions, [[1], []], {"r": gains_of(transitions, choice=[-1, 5, 0])})
    with pytest.raises(SpecError, match="negative gains"):
        asking.exact(space, Expectation("r", "reach", A, optimum="min"))
    with pytest.raises(SpecError, match="negative gains"):
        asking.exact(space, Expectation("r", "total", optimum="max"))


def test_a_game_with_choices_needs_an_optimum(asking):
    space = space_of(stored_of([[{0: 1}, {1: 1}], [{1: 1}]]), [[1], []])
    with pytest.raises(SpecError, match="somebody decides"):
        asking.exact(space, Probability(Path("F", A)))


def test_formulas_are_collected_once(asking):
    questions = [asking.question(q) for q in (Probability(Path("U", A, B)), Visits(A), Probability(Path("G", B)))]
    assert conditions_of(questions) == (A, B)


def test_two_sides_are_told_apart(asking):
    transitions = stored_of([[{1: 1}, {2: 1}], [{2: 1}, {3: 1}], [{2: 1}], [{3: 1}]])
    space = replace(
        space_of(transitions, [[3], []]), players=("x", "y"), player=np.array([0, 1, -1, -1], dtype=np.int8)
    )
    query = Probability(Path("F", A), "max", coalition=("x",))
    (posed,) = pose_all(space, [asking.question(query)], formulas=(A, B))
    assert posed.problem.side.tolist() == [1, -1, 0, 0]
    assert posed.problem.traits >= {Trait.TWO_SIDED, Trait.STOPPING, Trait.ACYCLIC}
    both = Probability(Path("F", A), "max", coalition=("x", "y"))
    assert asking.exact(space, both) == 1


def test_what_a_side_can_enforce_is_fixed(asking):
    # 0 (x) tries again and again, or hands over to 1 (y), who may go back or give up; 3 is lost, 4 goes there
    states = [[{0: "1/2", 2: "1/2"}, {1: 1}], [{0: 1}, {1: 1}], {2: 1}, {3: 1}, [{3: 1}, {0: 1}]]
    player = np.array([0, 1, -1, -1, 1], dtype=np.int8)
    space = replace(space_of(stored_of(states), [[2], []]), players=("x", "y"), player=player)
    query = Probability(Path("F", A), "max", coalition=("x",))
    (posed,) = pose_all(space, [asking.question(query)], formulas=(A, B))
    assert posed.problem.fixed.all()
    assert posed.problem.known[:, 0].tolist() == [1, 0, 1, 0, 0]
