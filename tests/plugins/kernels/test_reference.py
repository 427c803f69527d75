"""The exact interpreter: successors, gains, and every refusal with its code."""

from cProfile import Profile
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.expr.parse import parse_text
from oddsmith.expr.types import BOOL, INT, Type
from oddsmith.kernel.kernel import SemanticError
from oddsmith.process.process import (
    Array,
    Branch,
    Draw,
    Function,
    Gain,
    Parameter,
    Process,
    Reward,
    Sum,
    Summand,
    Table,
    Uniform,
    Update,
    Weighted,
)
from oddsmith.source import SpecError
from oddsmith_plugins.kernels.reference import Reference

F = Fraction


def e(text):
    return parse_text(text)


def branch(weight="1", updates=None, draws=()):
    return Branch(tuple(draws), e(weight), tuple(Update(e(t), e(v)) for t, v in (updates or {}).items()))


def uniform(name, low, high):
    return Draw(name, Uniform(e(low), e(high)))


def weighted(name, outcomes):
    return Draw(name, Weighted(tuple((e(value), e(weight)) for value, weight in outcomes.items())))


def command(*branches, guard="true", **fields):
    return Summand("go", e(guard), branches, **fields)


def game(*summands, x=2, **fields):
    """x in 0..9, y in -3..3, and an array a[1..3] of 0..5."""
    params = (
        Parameter("x", INT, 0, 9, x),
        Parameter("y", INT, -3, 3, 0),
        *(Parameter(f"a[{i}]", INT, 0, 5, i) for i in (1, 2, 3)),
    )
    return Process("test", "mdp", params, summands, arrays=(Array("a", ((1, 3),), 2),), **fields)


def built(process, *conditions):
    return Reference().build(process, tuple(e(c) for c in conditions), Context())


def expanded(process):
    kernel = built(process)
    return kernel, kernel.expand(kernel.encoding.initial().reshape(1, -1))


def successors(process):
    """[(weight, values)] of the initial state."""
    kernel, moves = expanded(process)
    return [(w, kernel.encoding.unpack(t)) for w, t in zip(moves.exact_weights, moves.targets, strict=True)]


def refusal(process):
    with pytest.raises(SemanticError) as error:
        expanded(process)
    return error.value


def test_branches_become_successors_with_exact_weights():
    found = successors(game(command(branch("1/3", {"x": "x + 1"}), branch("2/3", {"x": "x - 1", "y": "-x"}))))
    assert found == [(F(1, 3), (3, 0, 1, 2, 3)), (F(2, 3), (1, -2, 1, 2, 3))]


def test_all_updates_read_the_old_state():
    ((_, values),) = successors(game(command(branch("1", {"x": "y + 5", "y": "x"}))))
    assert values[:2] == (5, 2)


def test_a_branch_that_changes_nothing_stays():
    assert successors(game(command(branch()))) == [(1, (2, 0, 1, 2, 3))]


def test_only_enabled_commands_are_choices_in_their_order():
    _, moves = expanded(game(command(branch()), command(branch(), guard="x > 5"), command(branch(), guard="x = 2")))
    assert moves.choices.tolist() == [2]
    assert moves.summand.tolist() == [0, 2]


def test_a_state_without_commands_has_no_choices():
    _, moves = expanded(game(command(branch(), guard="false")))
    assert moves.choices.tolist() == [0]
    assert moves.targets.shape == (0, 1)
    assert moves.gains.shape == (0, 0)


def test_several_states_are_expanded_in_order():
    kernel = built(game(command(branch("1", {"x": "x + 1"}), guard="x != 3")))
    rows = np.array([kernel.encoding.pack((x, 0, 1, 2, 3)) for x in (3, 4, 5)])
    moves = kernel.expand(rows)
    assert moves.choices.tolist() == [0, 1, 1]
    assert [kernel.encoding.unpack(t)[0] for t in moves.targets] == [5, 6]


def test_each_chosen_value_that_the_guard_allows_is_a_choice():
    sums = (Sum("k", (1, 2, 3)), Sum("m", (0, 1)))
    process = game(command(branch("1", {"x": "10 * m + k"}), guard="k < 3 and m = 0", sums=sums))
    _, moves = expanded(process)
    assert moves.choices.tolist() == [2]
    assert [values[0] for _, values in successors(process)] == [1, 2]


def test_uniform_draws_are_alike_and_later_ones_see_earlier_ones():
    draws = [uniform("k", "1", "x"), uniform("m", "1", "k")]
    found = successors(game(command(branch("1", {"x": "k", "y": "m"}, draws))))
    assert [(w, v[:2]) for w, v in found] == [(F(1, 2), (1, 1)), (F(1, 4), (2, 1)), (F(1, 4), (2, 2))]


def test_weighted_draws_have_their_weights_and_skip_impossible_values():
    found = successors(game(command(branch("1", {"x": "k"}, [weighted("k", {"1": "1/x", "7": "1 - 1/x", "12": "0"})]))))
    assert [(w, v[0]) for w, v in found] == [(F(1, 2), 1), (F(1, 2), 7)]


def test_weights_may_depend_on_draws():
    coin = uniform("k", "1", "4")
    found = successors(game(command(branch("k / 10", {"x": "k"}, [coin]), branch("1 - k / 10", {"x": "0"}, [coin]))))
    assert sum(w for w, v in found if v[0] == 0) == F(3, 4)
    assert [w for w, v in found if v[0] == 4] == [F(1, 10)]


def test_a_branch_of_weight_zero_evaluates_neither_its_draws_nor_its_updates():
    impossible = branch("x - 2", {"x": "1 / 0"}, [uniform("k", "1", "0")])
    assert len(successors(game(command(impossible, branch("1"))))) == 1


def test_array_cells_are_written_at_computed_places():
    ((_, values),) = successors(game(command(branch("1", {"a[x]": "a[x + 1] + 1", "a[1]": "0"}))))
    assert values[2:] == (0, 4, 3)


def test_truth_values_and_enumerations_are_stored_as_numbers():
    params = (Parameter("b", BOOL, 0, 1, 0), Parameter("c", Type("enum", ("red", "blue")), 0, 1, 1))
    process = Process("test", "chain", params, (command(branch("1", {"b": "not b", "c": "0"})),))
    assert successors(process) == [(1, (1, 0))]


def test_functions_and_tables_are_read():
    table = Table("t", ((1, 3),), (4, None, F(1, 2)))
    double = Function("double", ("n",), e("if n > x then n else double(2 * n)"), INT, (INT,))
    process = game(command(branch("t[3]", {"x": "t[1]"}), branch("1/2", {"x": "double(1)"})), tables=(table,))
    found = successors(replace(process, functions=(double,)))
    assert [(w, v[0]) for w, v in found] == [(F(1, 2), 4), (F(1, 2), 4)]


def test_states_of_several_words():
    params = tuple(Parameter(f"w{i}", INT, -5, 2**40, i) for i in range(4))
    process = Process("test", "chain", params, (command(branch("1", {"w0": "w3", "w3": "2^40", "w2": "-5"})),))
    assert successors(process) == [(1, (3, 1, -5, 2**40))]


def test_gains_belong_to_choices_and_those_with_next_to_steps():
    gains = (Gain("money", e("x / 3")), Gain("money", e("k")), Gain("luck", e("next(x) - x + k")))
    rewards = (Reward("money", e("0")), Reward("luck", e("x / 2")))
    summand = command(branch("1/2", {"x": "x + 3"}), branch("1/2", {"x": "0"}), sums=(Sum("k", (1, 2)),), gains=gains)
    kernel, moves = expanded(game(summand, rewards=rewards))
    assert kernel.rewards == ("money", "luck")
    assert kernel.stepped
    assert moves.exact_gains == [[F(5, 3), 0], [F(8, 3), 0]]
    assert moves.exact_step_gains == [[0, 4], [0, -1], [0, 5], [0, 0]]
    assert moves.step_gains.tolist() == [[0, 4], [0, -1], [0, 5], [0, 0]]
    rows = kernel.encoding.initial().reshape(1, -1)
    assert kernel.exact_state_gain(1, rows) == [F(1)]
    assert kernel.state_gain(1, rows).tolist() == [1.0]


def test_conditions_are_asked_by_number():
    kernel = built(game(command(branch())), "x = 2", "a[x] > 4")
    rows = kernel.encoding.initial().reshape(1, -1)
    assert kernel.holds(0, rows).tolist() == [True]
    assert kernel.holds(1, rows).tolist() == [False]


@pytest.mark.parametrize(
    ("code", "message", "summand"),
    [
        ("E601", "sum to 5/6 (0.833333), not to 1", command(branch("1/2"), branch("1/3"))),
        ("E601", "sum to 2, not to 1", command(branch("x"))),
        ("E601", "draw `k` sum to 3/4", command(branch("1", {}, [weighted("k", {"1": "1/2", "2": "1/4"})]))),
        ("E601", "nothing to draw for `k`: 1..0 is empty", command(branch("1", {}, [uniform("k", "1", "x - 2")]))),
        ("E602", "`x` would become 12, outside its range 0..9", command(branch("1", {"x": "x + 10"}))),
        ("E602", "`y` would become -4", command(branch("1", {"y": "-2 * x"}))),
        ("E602", "`a[2]` would become 6", command(branch("1", {"a[x]": "6"}))),
        ("E604", "`x` is written twice", command(Branch((), e("1"), (Update(e("x"), e("1")), Update(e("x"), e("1")))))),
        ("E604", "`a[2]` is written twice", command(branch("1", {"a[2]": "1", "a[x]": "2"}))),
        ("E604", "`a[2]` is written twice", command(branch("1", {"a[y + 2]": "1", "a[x]": "2"}))),
        ("E605", "division by zero", command(branch("1", {"x": "3 / y"}))),
        ("E605", "division by zero", command(branch("1 / y"))),
        ("E606", "negative: -1/2", command(branch("3/2"), branch("-1/2"))),
        ("E606", "draw `k` is negative: -2", command(branch("1", {}, [weighted("k", {"1": "3", "2": "-x"})]))),
        ("E607", "table `t` has no entry at [2]", command(branch("1", {"x": "t[x]"}))),
        ("E608", "`loop` calls itself", command(branch("1", {"x": "loop(x)"}))),
        ("E611", "`a[4]` lies outside", command(branch("1", {"x": "a[x + 2]"}))),
        ("E611", "`a[0]` lies outside", command(branch("1", {"a[y]": "1"}))),
        ("E611", "`a[7]` lies outside", command(branch("1", {"a[7]": "1"}))),
        ("E612", "too large", command(branch("1", {"x": "(x + 8) ^ (10 ^ x * 100)"}))),
        ("E612", "more than", command(branch("1", {}, [uniform("k", "1", "10 ^ 9")]))),
        ("E613", "`x` would become 2/3, which is not a whole number", command(branch("1", {"x": "x / 3"}))),
        ("E613", "needs whole numbers", command(branch("1", {}, [uniform("k", "1", "x / 3")]))),
    ],
)
def test_faulty_states_are_refused(code, message, summand):
    table = Table("t", ((1, 3),), (4, None, F(1, 2)))
    loop = Function("loop", ("n",), e("loop(n + 1)"), INT, (INT,))
    found = refusal(game(command(branch(), guard="false"), summand, tables=(table,), functions=(loop,)))
    assert found.code == code
    assert message in found.message
    assert found.summand == 1
    assert found.row.tolist() == built(game()).encoding.initial().tolist()
    assert found.fix


def test_a_faulty_guard_is_refused_with_its_place():
    found = refusal(game(command(branch(), guard="1 / y > 0")))
    assert found.code == "E605"
    assert found.span.text == "1 / y"


def test_a_faulty_condition_is_refused_without_a_command():
    kernel = built(game(command(branch())), "1 / y > 0")
    with pytest.raises(SemanticError) as error:
        kernel.holds(0, kernel.encoding.initial().reshape(1, -1))
    assert error.value.summand is None


def test_disabled_commands_may_hold_anything():
    assert successors(game(command(branch("7", {"x": "1 / 0"}), guard="false"))) == []


def test_unknown_names_are_complaints_about_the_text():
    with pytest.raises(SpecError, match="E201"):
        built(game(command(branch("1", {"x": "nobody"}))))


def test_a_simple_successor_takes_few_calls():
    draws = [uniform("k", "1", "6"), uniform("m", "1", "6")]
    kernel = built(game(command(branch("1", {"x": "(x + k + m) % 10"}, draws))))
    rows = np.repeat(kernel.encoding.initial().reshape(1, -1), 300, axis=0)
    with Profile() as profile:
        moves = kernel.expand(rows)
    assert sum(one.callcount for one in profile.getstats()) < 40 * len(moves.targets)
