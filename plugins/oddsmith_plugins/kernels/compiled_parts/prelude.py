"""The functions that generated programs call: arithmetic with checks, each reporting a fault in `book[0]`.

After a fault they return a number within the bounds that the caller was promised, so that nothing runs wild.
"""

from __future__ import annotations

TOO_LARGE, ZERO, OUTSIDE, NO_ENTRY, TOO_DEEP = 612, 605, 611, 607, 608
NOT_ONE, NEGATIVE, OUT_OF_RANGE, TWICE, NOT_WHOLE, TWO_CHOICES = 601, 606, 602, 604, 613, 603

FUNCTIONS = {
    "checked_add": f"""
def checked_add(a: i64, b: i64, book: Array[i64]) -> i64:
    total = a + b
    if ((a ^ total) & (b ^ total)) < 0:
        book[0] = {TOO_LARGE}
        return 0
    return total
""",
    "checked_subtract": f"""
def checked_subtract(a: i64, b: i64, book: Array[i64]) -> i64:
    difference = a - b
    if ((a ^ b) & (a ^ difference)) < 0:
        book[0] = {TOO_LARGE}
        return 0
    return difference
""",
    "checked_multiply": f"""
def checked_multiply(a: i64, b: i64, book: Array[i64]) -> i64:
    if abs(f64(a) * f64(b)) > 9.2e18:
        book[0] = {TOO_LARGE}
        return 0
    return a * b
""",
    "nonzero": f"""
def nonzero(a: i64, instead: i64, book: Array[i64]) -> i64:
    if a == 0:
        book[0] = {ZERO}
        return instead
    return a
""",
    "real_nonzero": f"""
def real_nonzero(a: f64, book: Array[i64]) -> f64:
    if a == 0.0:
        book[0] = {ZERO}
        return 1.0
    return a
""",
    "within": f"""
def within(a: i64, low: i64, high: i64, book: Array[i64]) -> i64:
    if a < low or a > high:
        book[0] = {TOO_LARGE}
        return low
    return a
""",
    "place": """
def place(index: i64, low: i64, high: i64, code: i64, book: Array[i64]) -> i64:
    if index < low or index > high:
        book[0] = code
        return 0
    return index - low
""",
    "power": f"""
def power(base: i64, exponent: i64, book: Array[i64]) -> i64:
    result = 1
    if exponent > 64 and (base > 1 or base < -1):
        book[0] = {TOO_LARGE}
        return 0
    if exponent > 64:
        exponent = 64 + exponent % 2
    for step in range(exponent):
        if abs(f64(result) * f64(base)) > 9.2e18:
            book[0] = {TOO_LARGE}
            return 0
        result = result * base
    return result
""",
    "real_power": """
def real_power(base: f64, exponent: i64) -> f64:
    result = 1.0
    for step in range(abs(exponent)):
        result = result * base
    if exponent < 0:
        return 1.0 / result
    return result
""",
    "common_divisor": """
def common_divisor(a: i64, b: i64) -> i64:
    x = abs(a)
    y = abs(b)
    while y != 0:
        rest = x % y
        x = y
        y = rest
    return x
""",
}
