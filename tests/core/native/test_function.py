"""Functions of the dialect give as machine code what they give as plain Python."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.native import (
    Array,
    Callback,
    array,
    atomic_add,
    compare_and_swap,
    compiled,
    f64,
    floor,
    fma,
    from_text,
    i32,
    i64,
    inf,
    multiply_high,
    sqrt,
    tail,
    u8,
    u64,
)

LIMIT = 3


@compiled
def sweep(n: i64, start: Array[i64], column: Array[i32], weight: Array[f64], x: Array[f64]) -> f64:
    worst = 0.0
    for i in range(n):
        total = 0.0
        for j in range(start[i], start[i + 1]):
            total += weight[j] * x[column[j]]
        worst = max(worst, abs(total - x[i]))
        x[i] = total
    return worst


@compiled
def upper_half(a: u64, b: u64) -> u64:
    return multiply_high(a, b)


@compiled
def fibonacci(n: i64) -> i64:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@compiled
def arithmetic(a: i64, b: i64) -> i64:
    result = 0
    if a > 0 and (b > 0 or a == LIMIT) and b != 7:
        result = a * b + LIMIT
    elif 0 <= b < 3:
        result = -a
    if b != 0:
        result += a // b - a % b
    return result + (a & 5) + (b << 2) - (a ^ b) + min(a, b) - max(a, 2) + abs(b)


@compiled
def loops(n: i64) -> i64:
    total = 0
    for i in range(n, 0, -3):
        total += i
    k = 0
    while True:
        k += 1
        if k > n:
            break
        if k % 2 == 0:
            continue
        total += k
    for i in range(2, n):
        if i == 5:
            break
        total += 100
    return total


@compiled
def buffers(x: Array[f64]) -> f64:
    room = array(f64, 4)
    room[1] = 1.5
    rest = tail(x, 2)
    return room[0] + room[1] + rest[0] + sqrt(rest[1]) + floor(2.7) + fma(2.0, 3.0, 1.0)


@compiled
def twice(step: Callback[i64, i64], n: i64) -> i64:
    return step(n) + step(n + 1)


@compiled
def mixed_bits(words: Array[u64], shift: i64) -> i64:
    h: u64 = words[0]
    h = h ^ (h >> 33)
    return i64(h >> shift)


@compiled
def narrow(small: Array[u8], middle: Array[i32]) -> i64:
    small[0] = 255
    middle[0] = -7
    return small[0] + middle[0]


@compiled
def count(n: i64, cell: Array[i64]) -> None:
    for _ in range(n):
        atomic_add(cell, 0, 1)


@compiled
def claim(cell: Array[i64], who: i64) -> i64:
    return compare_and_swap(cell, 0, 0, who)


@compiled
def clipped(x: f64) -> f64:
    return x if -inf < x < 10.0 else 10.0


def test_a_sweep_is_the_same_bit_by_bit() -> None:
    generator = np.random.default_rng(1)
    n = 50
    start = np.arange(0, 2 * n + 1, 2)
    column = generator.integers(0, n, 2 * n).astype(np.int32)
    x = generator.random(n)
    y = x.copy()
    weight = np.full(2 * n, 0.5)
    assert sweep(n, start, column, weight, x) == sweep.python(n, start, column, weight, y)
    assert (x == y).all()


@pytest.mark.parametrize(("a", "b"), [(0, 5), (2**64 - 1, 2**64 - 1), (0xD2E7470EE14C6C93, 6), (1 << 63, 2)])
def test_the_upper_half_of_a_product(a: int, b: int) -> None:
    assert upper_half(a, b) == upper_half.python(a, b) == (a * b) >> 64


def test_recursion() -> None:
    assert fibonacci(20) == 6765


@given(st.integers(-50, 50), st.integers(-9, 9))
@settings(max_examples=60)
def test_whole_number_arithmetic_follows_python(a: int, b: int) -> None:
    assert arithmetic(a, b) == arithmetic.python(a, b)


@pytest.mark.parametrize("n", [0, 1, 7, 20])
def test_loops_with_break_and_continue(n: int) -> None:
    assert loops(n) == loops.python(n)


def test_local_arrays_tails_and_mathematics() -> None:
    x = np.array([0.0, 0.0, 4.0, 9.0])
    assert buffers(x) == buffers.python(x) == 1.5 + 4 + 3 + 2 + 7


def test_a_function_as_an_argument() -> None:
    assert twice(fibonacci, 10) == 55 + 89


def test_unsigned_shifts_bring_in_zeros() -> None:
    words = np.array([(1 << 64) - 1], dtype=np.uint64)
    assert mixed_bits(words, 60) == ((((1 << 64) - 1) ^ (((1 << 64) - 1) >> 33)) >> 60)


def test_narrow_arrays_keep_sign_and_size() -> None:
    assert narrow(np.zeros(1, np.uint8), np.zeros(1, np.int32)) == 248


def test_atomics_lose_nothing_between_threads() -> None:
    cell = np.zeros(1, np.int64)
    threads = [threading.Thread(target=count, args=(100_000, cell)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cell[0] == 300_000


def test_compare_and_swap_tells_who_was_first() -> None:
    cell = np.zeros(1, np.int64)
    assert (claim(cell, 5), claim(cell, 6), cell[0]) == (0, 5, 5)


def test_infinity_is_a_number() -> None:
    assert (clipped(np.inf), clipped(3.0)) == (10.0, 3.0)


def test_functions_from_text_call_each_other() -> None:
    text = (
        "def even(n: i64) -> i64:\n    return 1 if n == 0 else odd(n - 1)\n"
        "def odd(n: i64) -> i64:\n    return 0 if n == 0 else even(n - 1)\n"
    )
    made = from_text(text, "parity")
    assert (made["even"](10), made["even"](7)) == (1, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(n: i64) -> i64:\n    n = 1.5\n    return n\n", "holds whole numbers"),
        ("def f(n: i64) -> i64:\n    return unknown(n)\n", "unknown function"),
        ("def f(n: i64) -> i64:\n    return m\n", "unknown name"),
        ("def f(n) -> i64:\n    return n\n", "needs a type"),
        ("def f(n: i64) -> i64:\n    import os\n    return n\n", "not part of the dialect"),
    ],
)
def test_what_is_not_in_the_dialect_is_refused(text: str, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        from_text(text, "refused")["f"](1)


def test_arrays_of_the_wrong_type_are_refused() -> None:
    with pytest.raises(TypeError, match="needs an array of float64"):
        buffers(np.zeros(4, np.int64))
