"""`2GB`, `90s`, `1e6` <-> numbers of bytes, seconds, states."""

from __future__ import annotations

import re

_BYTES = {"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}
_BYTES |= {"kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40}
_SECONDS = {"": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}


def size(text: str) -> int:
    """Bytes: `2GB`, `512 MiB`, `2e9`."""
    return int(_quantity(text, _BYTES, "a size such as 2GB or 512MB"))


def duration(text: str) -> float:
    """Seconds: `60s`, `5m`, `1h`, `0.5`."""
    return _quantity(text, _SECONDS, "a time such as 60s, 5m or 1h")


def rate(text: str) -> float:
    """Bytes a second of a network: `25Gbit`, `10 Gbit/s`, `1GB/s`."""
    units = {"mbit": 1e6 / 8, "gbit": 1e9 / 8, "mb": 1e6, "gb": 1e9}
    return _quantity(text.strip().lower().removesuffix("/s"), units, "a rate such as 25Gbit or 1GB/s")


def interval(text: str) -> float:
    """Seconds from one checkpoint to the next; `0` or `off`: none."""
    return 0.0 if text.strip().lower() in ("0", "0s", "off") else duration(text)


def count(text: str) -> int:
    """How many: `100000`, `1e6`, `5_000_000`."""
    return int(_quantity(text, {"": 1}, "a number such as 100000 or 1e6"))


def _quantity(text: str, units: dict[str, float] | dict[str, int], wanted: str) -> float:
    match = re.fullmatch(r"(\d[\d_]*\.?\d*(?:e\+?\d+)?|\.\d+)\s*([a-z]*)", text.strip().lower())
    if match is None or match[2] not in units:
        raise ValueError(f"{text} is not {wanted}")
    number = float(match[1].replace("_", "")) * units[match[2]]
    if not 0 < number < float("inf"):
        raise ValueError(f"{text} is not {wanted}: it must be more than 0")
    return number


def precision(text: str) -> float:
    """A relative precision: above 0, below 1."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise ValueError(f"{text} is not a precision such as 1e-9: it must lie between 0 and 1")
    return value


def counted(number: int, thing: str) -> str:
    """`1 state`, `4,414 states`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def bytes_text(number: float) -> str:
    """`1.2 GB`."""
    for unit, scale in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if number >= scale:
            return f"{number / scale:.3g} {unit}" if number < 1000 * scale else f"{number / scale:,.0f} {unit}"
    return f"{number:.0f} B"


def seconds_text(number: float) -> str:
    """`0.31 s`, `5 min 20 s`, `2 h 10 min`."""
    if number < 100:
        return f"{number:.2g} s" if number < 10 else f"{number:.0f} s"
    if number < 6000:
        return f"{int(number) // 60} min {int(number) % 60} s"
    if number < 1e6:
        return f"{int(number) // 3600} h {int(number) % 3600 // 60} min"
    return f"{number / 86400:,.0f} days"
