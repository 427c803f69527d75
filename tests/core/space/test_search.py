"""Breadth-first search: numbering, merging, levels, budgets, limits."""

from fractions import Fraction

import pytest

from oddsmith.context import Context, LimitError, Limits
from oddsmith.kernel.encoding import Encoding
from oddsmith.space.search import Budget, Search

HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)


def walk(high):
    """A fair walk between 0 and `high`; both ends have no move."""

    def choices(values):
        x, *rest = values
        if x in {0, high}:
            return []
        return [(0, [(HALF, (x + 1, *rest)), (HALF, (x - 1, *rest))])]

    return choices


def search_of(hand, choices, process, context=None, **options):
    kernel = hand.kernel(Encoding.of(process.params), choices, **options)
    return Search(kernel, process, context or Context())


def test_states_are_numbered_by_distance_from_the_initial_one(hand):
    search = search_of(hand, walk(4), hand.process())
    assert search.run(Budget())
    raw = search.raw()
    assert [int(r[0]) for r in raw.rows] == [1, 2, 0, 3, 4]
    assert search.levels == [1, 2, 1, 1]


def test_transitions_are_rows_of_choices_of_states(hand):
    search = search_of(hand, walk(4), hand.process())
    search.run(Budget())
    raw = search.raw()
    assert raw.choice_start.tolist() == [0, 1, 2, 2, 3, 3]
    assert raw.row_start.tolist() == [0, 2, 4, 6]
    assert raw.column.tolist() == [1, 2, 3, 0, 4, 1]
    assert raw.exact_weight == [HALF] * 6
    assert raw.gains.tolist() == [[1], [1], [1]]


def test_equal_successors_of_one_choice_are_merged_exactly(hand):
    process = hand.process()
    search = search_of(hand, lambda v: [(0, [(THIRD, (5,)), (THIRD, (6,)), (THIRD, (5,))])], process)
    search.run(Budget())
    raw = search.raw()
    assert raw.exact_weight[:2] == [Fraction(2, 3), THIRD]
    assert raw.column[:2].tolist() == [1, 2]


def test_equal_successors_with_equal_step_gains_are_merged_too(hand):
    process = hand.process()
    choices = lambda v: [(0, [(THIRD, (5,)), (THIRD, (6,)), (THIRD, (5,))])]  # noqa: E731
    search = search_of(hand, choices, process, stepped=True)
    search.run(Budget())
    raw = search.raw()
    assert raw.exact_weight[:2] == [Fraction(2, 3), THIRD]
    assert raw.exact_step_gains[:2] == [[4], [5]]
    assert raw.step_gains[:2].tolist() == [[4.0], [5.0]]


def test_states_of_several_words(hand):
    process = hand.process(wide=3)

    def choices(values):
        return [] if values[3] == 7 else [(0, [(Fraction(1), (*values[:3], values[3] + 1))])]

    search = search_of(hand, choices, process)
    assert search.kernel.encoding.words == 3
    assert search.run(Budget())
    assert search.found == 8
    assert [search.kernel.encoding.unpack(r)[3] for r in search.raw().rows] == list(range(8))


def test_float_kernels_leave_no_exact_numbers(hand):
    search = search_of(hand, walk(4), hand.process(), numbers="float")
    search.run(Budget())
    assert search.raw().exact_weight is None
    assert search.raw().weight.tolist() == [0.5] * 6


def test_a_search_stops_at_its_budget_and_goes_on(hand):
    search = search_of(hand, walk(90), hand.process())
    assert not search.run(Budget(states=20))
    assert 20 < search.found < 60
    part = search.raw()
    assert part.expanded < part.size
    assert search.run(Budget())
    assert search.found == 91


def test_more_states_than_allowed_is_refused_with_advice(hand):
    context = Context(limits=Limits(states=10))
    with pytest.raises(LimitError, match="more than 10 states") as error:
        search_of(hand, walk(90), hand.process(), context).run(Budget())
    assert "--max-states" in error.value.advice


def test_more_memory_than_allowed_is_refused_with_advice(hand):
    context = Context(limits=Limits(memory=1))
    with pytest.raises(LimitError, match="MB") as error:
        search_of(hand, walk(90), hand.process(), context).run(Budget())
    assert "--max-memory" in error.value.advice
