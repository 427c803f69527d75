"""How players play -> text for people: who mixes what in which state, or by some variables where states are many."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Diagnostic, Encoding, Process, SpecError, StateSpace
from oddsmith_plugins.solvers.stage_games_parts.plays import Mixing, Play

MOST_CELLS = 1_000_000
CHUNK = 1 << 20
NEVER, ALWAYS = 0.0, 1.0


def decisions(process: Process, space: StateSpace, play: Play, most: int) -> str:
    """One line per state and player, from the beginning of the game on; at most so many states."""
    mixings = sorted(play.mixings, key=lambda each: each.state)[:most]
    columns = [space.encoding.unpack(space.rows[each.state]) for each in mixings]
    differ = [k for k in range(len(space.encoding.params)) if len({values[k] for values in columns}) > 1]
    lines: list[str] = []
    for mixing, values in zip(mixings, columns, strict=True):
        params = space.encoding.params
        state = ", ".join(f"{params[k].name}={params[k].type.text(values[k])}" for k in differ)
        for place, player in enumerate(mixing.players):
            who = process.players[player] if player >= 0 else "nobody"
            lines.append(f"  {state + ': ' if state else ''}{who} {_mixture(process, space, mixing, place)}")
        if mixing.others:
            gets = "; ".join(", ".join(_number(number) for number in one) for one in mixing.others)
            lines.append(f"    other equilibria of this decision would bring: {gets}")
    left = len(play.mixings) - len(mixings)
    return "\n".join([*lines, f"  … and {left:,} more states"] if left > 0 else lines)


def _mixture(process: Process, space: StateSpace, mixing: Mixing, place: int) -> str:
    names = _names(process, space, mixing, place)
    pairs = zip(names, mixing.mixtures[place], strict=True)
    return ", ".join(f"{name} {_share(share)}" for name, share in pairs if share)


def _names(process: Process, space: StateSpace, mixing: Mixing, place: int) -> list[str]:
    """What each option is called: the values that are chosen, or the actions of one who decides alone."""
    first = int(space.transitions.starts[mixing.state])
    summand = process.summands[int(space.summand[first])]
    if summand.parties:
        own = summand.parties[place].choices
        return [" ".join(f"{n}={v}" for n, v in zip(own, values, strict=True)) for values in mixing.options[place]]
    return [f"{space.actions[space.summand[first + k]]} (choice {k + 1})" for k in range(len(mixing.options[place]))]


def _share(share: Fraction) -> str:
    if share == 1:
        return "always"
    return _number(share)


def _number(number: Fraction) -> str:
    return str(number) if number.denominator < 10_000 else f"{float(number):.6f}"


def by_variables(
    encoding: Encoding, rows: NDArray[np.uint64], shares: NDArray[np.float32], by: tuple[str, ...], option: str
) -> str:
    """For each value of all variables but the last: from where to where of the last one the option is taken."""
    places = [_place(encoding, name) for name in by]
    sizes = [encoding.params[k].high - encoding.params[k].low + 1 for k in places]
    if prod(sizes) > MOST_CELLS:
        raise _unfit(f"{', '.join(by)} have {prod(sizes):,} combinations", "name fewer of them, or smaller ones")
    least, most = _extremes(encoding, rows, shares, places, sizes)
    lines = []
    width = sizes[-1]
    for group in range(prod(sizes[:-1])):
        ends = (least[group * width : (group + 1) * width], most[group * width : (group + 1) * width])
        if np.isfinite(ends[0]).any():
            head = _head(encoding, places[:-1], sizes[:-1], group)
            lines.append(f"  {head}{_stretches(by[-1], encoding.params[places[-1]].low, *ends)}")
    return "\n".join([f"  how often {option}, over all states with these values", *lines])


def _extremes(
    encoding: Encoding, rows: NDArray[np.uint64], shares: NDArray[np.float32], places: list[int], sizes: list[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The smallest and the largest share by the values of the variables."""
    least, most = np.full(prod(sizes), np.inf), np.full(prod(sizes), -np.inf)
    for low in range(0, len(rows), CHUNK):
        decided = shares[low : low + CHUNK] >= 0
        part = rows[low : low + CHUNK][decided]
        cell = np.zeros(len(part), dtype=np.int64)
        for k, size in zip(places, sizes, strict=True):
            cell = cell * size + encoding.column(part, k) - encoding.params[k].low
        share = shares[low : low + CHUNK][decided].astype(np.float64)
        np.minimum.at(least, cell, share)
        np.maximum.at(most, cell, share)
    return least, most


def _place(encoding: Encoding, name: str) -> int:
    names = [param.name for param in encoding.params]
    if name not in names:
        raise _unfit(f"there is no variable `{name}` to tell decisions apart by", f"known: {', '.join(names)}")
    return names.index(name)


def _unfit(message: str, fix: str) -> SpecError:
    return SpecError([Diagnostic("E703", message, fix=fix)])


def _head(encoding: Encoding, places: list[int], sizes: list[int], group: int) -> str:
    words: list[str] = []
    for k, size in zip(reversed(places), reversed(sizes), strict=True):
        group, value = divmod(group, size)
        param = encoding.params[k]
        words.append(f"{param.name}={param.type.text(value + param.low)}")
    return ", ".join(reversed(words)) + ": " if words else ""


def _stretches(name: str, low: int, least: NDArray[np.float64], most: NDArray[np.float64]) -> str:
    """`never for hand 0..11, 0.2 to 1 for hand 12..17, always for hand 18..40`."""
    found: list[tuple[str, int, int, float, float]] = []
    for number in np.flatnonzero(np.isfinite(least)).tolist():
        a, b = float(least[number]), float(most[number])
        kind = "never" if b == NEVER else "always" if a == ALWAYS else "sometimes"
        if found and found[-1][0] == kind:
            _, first, _, c, d = found.pop()
            found.append((kind, first, number, min(a, c), max(b, d)))
        else:
            found.append((kind, number, number, a, b))
    words = []
    for kind, first, last, a, b in found:
        how = kind if kind != "sometimes" else f"{a:.3g} to {b:.3g}"
        where = f"{low + first}" if first == last else f"{low + first}..{low + last}"
        words.append(f"{how} for {name} {where}")
    return ", ".join(words)
