"""Expressions of compiled code: tuples of numbers as constant arrays."""

from oddsmith.native import compiled, f64, from_text, i64

SQUARES = (0, 1, 4, 9)
HALVES = (0.0, 0.5, 1)


@compiled
def both(i: i64) -> f64:
    return SQUARES[i] + HALVES[i]


def test_a_tuple_of_the_module_can_be_indexed():
    assert [both(i) for i in range(3)] == [0.0, 1.5, 5.0]
    assert both.python(2) == 5.0


def test_a_tuple_in_a_text_can_be_indexed_and_passed_on():
    text = """
prices = (3, -1, 4)
def first(values: Array[i64], at: i64) -> i64:
    return values[at]
def price(at: i64) -> i64:
    return first(prices, at)
"""
    assert [from_text(text, "tables")["price"](i) for i in range(3)] == [3, -1, 4]


def test_other_constants_make_other_code():
    def last(values):
        return from_text(f"t = {values}\ndef get(i: i64) -> i64:\n    return t[i]\n", "tables")["get"](1)

    assert (last((1, 2)), last((1, 3))) == (2, 3)
