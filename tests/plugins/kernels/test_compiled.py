"""Machine code from processes: it says what the exact interpreter says, state by state, or refuses."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddsmith.context import Context
from oddsmith.expr.parse import parse_text as e
from oddsmith.expr.types import BOOL, INT, NUMBER, Type
from oddsmith.kernel.kernel import NotCompilableError, SemanticError
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
from oddsmith.space.search import Budget, Search
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.kernels.reference import Reference

STATES = list(product(range(5), (-2, 0, 1), (0, 1), range(3), range(3)))
"""Values of x in 0..4, y in -2..1, b, and the cells a[1], a[2] of 0..2."""


def game(*summands, **fields):
    params = (
        Parameter("x", INT, 0, 4, 0),
        Parameter("y", INT, -2, 1, 0),
        Parameter("b", BOOL, 0, 1, 0),
        Parameter("a[1]", INT, 0, 2, 0),
        Parameter("a[2]", INT, 0, 2, 0),
    )
    fields = {"arrays": (Array("a", ((1, 2),), 3),), "tables": TABLES, "functions": FUNCTIONS, **fields}
    return Process("test", fields.pop("kind", "mdp"), fields.pop("params", params), summands, **fields)


TABLES = (
    Table("price", ((1, 3),), (3, None, 4)),
    Table("share", ((0, 2),), (e("1/2").value, e("1/3").value, 1)),
    Table("grid", ((1, 2), (1, 2)), (1, 2, 3, 4)),
)
FUNCTIONS = (
    Function("twice", ("n",), e("2 * n"), INT, (INT,)),
    Function("down", ("n",), e("if n <= 0 then 0 else down(n - 2) + x"), INT, (INT,)),
    Function("even", ("n",), e("if n = 0 then true else not even(n - 1)"), BOOL, (INT,)),
    Function("half", ("q",), e("q / 2"), NUMBER, (NUMBER,)),
    Function("endless", ("n",), e("endless(n + 1) + endless(n + 2)"), INT, (INT,)),
)


def branch(weight="1", updates=None, draws=()):
    return Branch(tuple(draws), e(weight), tuple(Update(e(t), e(v)) for t, v in (updates or {}).items()))


def uniform(name, low, high):
    return Draw(name, Uniform(e(low), e(high)))


def weighted(name, *outcomes):
    return Draw(name, Weighted(tuple((e(value), e(weight)) for value, weight in outcomes)))


def command(*branches, guard="true", **fields):
    return Summand("go", e(guard), branches, **fields)


def kernels(process, *conditions):
    conditions = tuple(c if not isinstance(c, str) else e(c) for c in conditions)
    return (
        Reference().build(process, conditions, Context()),
        CompiledTarget().build(process, conditions, Context()),
    )


def outcome(act):
    try:
        return act()
    except SemanticError as error:
        return error


def check_agreement(process, states=STATES, allowed=()):
    """The same moves, or a fault of both, in every state; `allowed` faults may be the compiled kernel's alone."""
    reference, compiled = kernels(process)
    for values in states:
        row = reference.encoding.pack(values).reshape(1, -1)
        wanted, found = outcome(lambda r=row: reference.expand(r)), outcome(lambda r=row: compiled.expand(r))
        if isinstance(found, SemanticError):
            assert isinstance(wanted, SemanticError) or found.code in allowed, (values, found.code)
            continue
        assert not isinstance(wanted, SemanticError), (values, wanted.message)
        check_same_moves(wanted, found, values)


def check_same_moves(wanted, found, values):
    for field in ("choices", "summand", "sizes", "targets"):
        assert np.array_equal(getattr(wanted, field), getattr(found, field)), (field, values)
    np.testing.assert_allclose(found.weights, wanted.weights, rtol=1e-14, err_msg=str(values))
    np.testing.assert_allclose(found.gains, wanted.gains, rtol=1e-14, err_msg=str(values))
    if wanted.step_gains is not None:
        np.testing.assert_allclose(found.step_gains, wanted.step_gains, rtol=1e-14, err_msg=str(values))


def check_conditions(*conditions):
    reference, compiled = kernels(game(), *conditions)
    for values in STATES:
        row = reference.encoding.pack(values).reshape(1, -1)
        for place, text in enumerate(conditions):
            wanted = outcome(lambda r=row, p=place: reference.holds(p, r))
            found = outcome(lambda r=row, p=place: compiled.holds(p, r))
            if isinstance(wanted, SemanticError):
                assert isinstance(found, SemanticError), (text, values, wanted.message)
            else:
                assert not isinstance(found, SemanticError), (text, values)
                assert found.tolist() == wanted.tolist(), (text, values)


@pytest.mark.parametrize(
    "text",
    [
        "x + y * 2 - 1 = x // 2",
        "x % 3 = y % 2",
        "y % -2 = 0 or x // -3 = -1",
        "floor(x / 2) + ceil(y / 2) >= 1",
        "x / 3 < y / 2",
        "1 / (x + 1) + 1 / 3 = 2 / 3",
        "x / y > 1",
        "y != 0 and x / y > 1",
        "b => x > 2 and not b",
        "b <=> y < 0",
        "b = (x > 2)",
        "0 < x <= 3",
        "x in {1, 3..4} or y in -1..0",
        "x in {y, y + 2}",
        "x in price",
        "price[x] = 3",
        "x in price and price[x] > 3",
        "share[x] < 1/2",
        "grid[a[1], 2] = 4",
        "a[x] = 1",
        "a[1 + a[2] % 2] = a[1]",
        "min(x, 2, y) = max(y, -1)",
        "min(x / 2, 1) = 1",
        "abs(y) + gcd(x, 4) = 3",
        "x ^ 2 = 4 ^ (x // 2)",
        "2 ^ y < 1",
        "pow(x, x) > 10",
        "(if b then x else y) = 1",
        "(if b then x / 2 else y) = 1/2",
        "sum(i in 1..2: a[i] * i) > 3",
        "prod(i in 1..x: i) = 6",
        "count(i in 1..2, j in {0, 1}: a[i] > j) = 2",
        "any(i in x..2: a[1] = i) and all(i in 1..2: a[i] < 2)",
        "min(i in 1..2: a[i]) = 1 or max(i in 1..x: i * y) > 1",
        "sum(i in 0..x: sum(j in 0..i: j)) = 4",
        "twice(x) + down(x) > 6",
        "even(x) and half(x) = 1",
        "half(half(x)) >= 3/4",
        "even(y)",
        "endless(x) = 1",
        "x > 5 and endless(x) = 1",
    ],
)
def test_every_kind_of_expression_means_what_the_interpreter_says(text):
    check_conditions(text)


def test_long_folds_run_in_loops():
    check_conditions("sum(i in 1..200: i * x) > 30000", "count(i in 1..x, j in 1..300: i * j % 7 = a[1]) > 40")


def test_commands_are_choices_in_their_order_with_all_updates_at_once():
    check_agreement(
        game(
            command(branch("1/3", {"x": "y + 2", "y": "x - 2"}), branch("2/3"), guard="x < 4"),
            command(branch("1", {"b": "not b", "a[1]": "a[2]", "a[2]": "a[1]"}), guard="b"),
            command(branch("x / 4", {"x": "0"}), branch("1 - x / 4", {"x": "4"})),
        )
    )


def test_draws_depend_on_the_state_and_on_each_other():
    check_agreement(
        game(
            command(branch("1", {"x": "k", "y": "m - 2"}, [uniform("k", "1", "x"), uniform("m", "0", "k - 1")])),
            command(branch("1", {"x": "k"}, [weighted("k", ("1", "share[a[1]]"), ("x", "1 - share[a[1]]"))])),
            command(branch("1", {"a[1]": "k"}, [weighted("k", ("0", "1/2"), ("2", "1/2"))])),
        )
    )


def test_a_branch_without_weight_does_not_draw():
    draws = [uniform("k", "1", "x")]
    check_agreement(
        game(command(branch("if x = 0 then 0 else 1/2", {"x": "k"}, draws), branch("if x = 0 then 1 else 1/2")))
    )


def test_chosen_values_make_one_choice_each():
    sums = (Sum("k", (1, 2, 3)), Sum("m", (0, 2)))
    check_agreement(game(command(branch("1", {"x": "k"}), guard="k + m < x", sums=sums)))


def test_computed_cells_are_written_and_written_once():
    check_agreement(game(command(branch("1", {"a[x]": "2", "a[a[1]]": "1"}))))
    check_agreement(game(command(branch("1", {"a[1 + x % 2]": "a[2 - x % 2]"}))))


@pytest.mark.parametrize(
    "updates",
    [{"x": "x + 1"}, {"y": "-x"}, {"x": "x / 2"}, {"x": "price[x]"}, {"a[1]": "6 // y"}, {"x": "endless(1)"}],
)
def test_faulty_states_are_refused_and_only_those(updates):
    check_agreement(game(command(branch("1", updates))))


def test_probabilities_must_be_positive_and_sum_to_one():
    check_agreement(game(command(branch("x / 4"), branch("1/2"))))
    check_agreement(game(command(branch("y"), branch("1 - y"))))
    check_agreement(game(command(branch("1/2"), branch("1/3"))))
    check_agreement(game(command(branch("1", {"x": "k"}, [weighted("k", ("1", "x / 4"), ("2", "1/2"))]))))


def test_two_commands_in_a_chain_are_refused():
    process = game(command(branch(), guard="x < 3"), command(branch(), guard="x > 1"), kind="chain")
    _, compiled = kernels(process)
    for x in range(5):
        found = outcome(lambda x=x: compiled.expand(compiled.encoding.pack((x, 0, 0, 0, 0)).reshape(1, -1)))
        assert isinstance(found, SemanticError) == (x == 2)


def test_gains_count_per_choice_and_per_successor():
    gains = (Gain("money", e("x / 3")), Gain("money", e("1/4")), Gain("rise", e("next(x) - x + next(a[1 + x % 2])")))
    rewards = (Reward("money", e("y / 2")), Reward("rise", e("if b then 1 else 0")))
    process = game(
        command(branch("1/2", {"x": "4", "a[1]": "2"}), branch("1/2", {"x": "1"}), gains=gains),
        command(branch()),
        rewards=rewards,
    )
    check_agreement(process)
    reference, compiled = kernels(process)
    rows = np.array([reference.encoding.pack(values) for values in STATES])
    for reward in range(2):
        assert compiled.state_gain(reward, rows).tolist() == reference.state_gain(reward, rows).tolist()


def test_states_of_many_words_are_read_and_written():
    width = 1 << 40
    params = tuple(Parameter(f"a[{i}]", INT, -width, width, i) for i in range(1, 6))
    summands = (
        command(branch("1", {"a[1]": "a[5] + 1", "a[5]": "a[1] - 1"})),
        command(branch("1", {"a[1 + a[2] % 5]": "a[1 + a[3] % 5] - a[4]"})),
    )
    process = game(*summands, params=params, arrays=(Array("a", ((1, 5),), 0),), functions=(), tables=())
    states = [(1, 2, 3, 4, 5), (-width, 7, 11, width, width), (5, -3, -(1 << 33), 0, 9), (0, 4, 3, -1, width - 1)]
    check_agreement(process, states)


def test_many_commands_are_sorted_by_what_they_test():
    values = Type("enum", ("red", "green", "blue"))
    params = (Parameter("t", INT, 1, 20, 1), Parameter("c", values, 0, 2, 0))
    summands = [
        command(branch("1", {"t": f"{1 + t % 20}"}), guard=f"t = {t} and c = {c}") for t in range(1, 21) for c in (0, 2)
    ]
    summands.insert(7, command(branch(), guard="c = 1"))
    summands.insert(12, command(branch(), guard="t > 18"))
    for kind in ("mdp", "chain"):
        process = game(*summands[: 12 if kind == "chain" else None], params=params, arrays=(), functions=(), kind=kind)
        check_agreement(process, list(product(range(1, 21), range(3))))


def test_numbers_beyond_64_bits_are_refused_not_wrapped():
    _, compiled = kernels(game(), "x ^ 60 > 5", "(x + 3) ^ 8 * (x + 3) ^ 8 * (x + 3) ^ 8 != 3 ^ 24 + y")
    row = compiled.encoding.pack((4, 0, 0, 0, 0)).reshape(1, -1)
    for condition in range(2):
        with pytest.raises(SemanticError):
            compiled.holds(condition, row)
    with pytest.raises(NotCompilableError):
        kernels(game(command(branch(), guard="x < 10 ^ 30")))


def test_what_has_no_exact_form_is_not_compiled():
    with pytest.raises(NotCompilableError):
        kernels(game(command(branch(), guard="log(x + 1, 2) = 1")))


WHOLE = st.deferred(
    lambda: st.one_of(
        st.sampled_from(["x", "y", "a[1]", "a[2]", "k", "0", "1", "2", "-3"]),
        st.builds("({} {} {})".format, WHOLE, st.sampled_from("+-*"), WHOLE),
        st.builds("({} {} {})".format, WHOLE, st.sampled_from(["//", "%"]), WHOLE),
        st.builds("(if {} then {} else {})".format, TEST, WHOLE, WHOLE),
        st.builds("{}({})".format, st.sampled_from(["floor", "ceil"]), RATIONAL),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max", "gcd"]), WHOLE, WHOLE),
        st.builds("{}(i in 1..2: a[i] + {})".format, st.sampled_from(["sum", "min", "max", "prod"]), WHOLE),
        st.builds("{}({})".format, st.sampled_from(["abs", "twice"]), WHOLE),
        st.builds("a[1 + {} % 2]".format, WHOLE),
    )
)
RATIONAL = st.deferred(
    lambda: st.one_of(
        WHOLE,
        st.builds("({} / {})".format, WHOLE, WHOLE),
        st.builds("({} {} {})".format, RATIONAL, st.sampled_from("+-*"), RATIONAL),
        st.builds("half({})".format, WHOLE),
        st.builds("share[{} % 3]".format, WHOLE),
    )
)
TEST = st.deferred(
    lambda: st.one_of(
        st.just("b"),
        st.builds("({} {} {})".format, RATIONAL, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), RATIONAL),
        st.builds("({} {} {})".format, TEST, st.sampled_from(["and", "or", "=>", "<=>"]), TEST),
        st.builds("(not {})".format, TEST),
        st.builds("({} in {}..{})".format, WHOLE, WHOLE, WHOLE),
    )
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(guard=TEST, weight=RATIONAL, value=WHOLE, gain=RATIONAL, first=WHOLE)
def test_random_commands_agree_with_the_interpreter(guard, weight, value, gain, first):
    weight, value = f"abs({weight}) % 1", f"abs({value}) % 5"
    process = game(
        command(
            branch(weight, {"x": value}, [uniform("m", "1", f"1 + abs({first}) % 2")]),
            branch(f"1 - {weight}", {"y": "k - 2", "a[k]": "m"}, [weighted("m", ("0", "1/3"), ("k", "2/3"))]),
            guard=guard,
            sums=(Sum("k", (1, 2)),),
            gains=(Gain("money", e(gain)),),
        ),
        rewards=(Reward("money", e("0")),),
    )
    try:
        check_agreement(process, STATES[::7], allowed=("E612",))
    except NotCompilableError:
        return


SPECS = sorted((Path(__file__).parents[3] / "specs").glob("*.yaml"))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_the_shipped_games_agree_with_the_interpreter(path):
    process = lower(load(path, {}))
    reference, compiled = kernels(process, *(label.condition for label in process.labels))
    search = Search(reference, process, Context())
    search.run(Budget(states=150, seconds=1.0))
    rows = search.rows(0, search.found)[:: max(1, search.found // 60)]
    check_same_moves(reference.expand(rows), compiled.expand(rows), path.stem)
    for place in range(len(process.labels)):
        assert np.array_equal(reference.holds(place, rows), compiled.holds(place, rows))
    for place in range(len(process.rewards)):
        np.testing.assert_allclose(compiled.state_gain(place, rows), reference.state_gain(place, rows), rtol=1e-15)
