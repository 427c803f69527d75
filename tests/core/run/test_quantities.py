"""Sizes, times and counts as people write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.run.quantities import bytes_text, count, counted, duration, precision, rate, seconds_text, size


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (size, "2GB", 2_000_000_000),
        (size, "512 MiB", 512 * 2**20),
        (size, "1e9", 10**9),
        (size, "1.5g", 1_500_000_000),
        (duration, "60s", 60),
        (duration, "5m", 300),
        (duration, "1h", 3600),
        (duration, "0.5", 0.5),
        (count, "5_000_000", 5_000_000),
        (count, "1e6", 1_000_000),
        (precision, "1e-12", 1e-12),
        (rate, "25Gbit", 3.125e9),
        (rate, "1 GB/s", 1e9),
    ],
)
def test_quantities_are_read(read: Callable[[str], float], text: str, value: float) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (size, "2 apples"),
        (size, "-1GB"),
        (size, "0"),
        (duration, "soon"),
        (count, "1.5GB"),
        (precision, "2"),
        (precision, "x"),
    ],
)
def test_what_is_no_quantity_is_refused_with_an_example(read: Callable[[str], float], text: str) -> None:
    with pytest.raises(ValueError, match="such as"):
        read(text)


def test_quantities_are_written_for_people() -> None:
    assert bytes_text(1_234_000_000) == "1.23 GB"
    assert bytes_text(12) == "12 B"
    assert seconds_text(0.314) == "0.31 s"
    assert seconds_text(320) == "5 min 20 s"
    assert seconds_text(7800) == "2 h 10 min"
    assert [counted(n, "state") for n in (0, 1, 4414)] == ["0 states", "1 state", "4,414 states"]
