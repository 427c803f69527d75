"""How everybody plays <-> a table in a file: who, what is seen, the move, its probability."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from oddsmith.solve.answer import Answer
from oddsmith.solve.play import Decision, Play
from oddsmith.source import Diagnostic, SpecError, nearest
from oddsmith.tree.tree import GameTree

HEAD = ("player", "seen", "move", "probability", "reached")
_PAIR = re.compile(r"\s*([^=]+?)\s*=\s*(\S+)\s*\Z")


def plays_of(answers: Iterable[Answer]) -> list[tuple[str, Play]]:
    """Every play once, with the names of the questions that it answers."""
    found: dict[int, tuple[list[str], Play]] = {}
    for answer in answers:
        if answer.play is not None:
            found.setdefault(id(answer.play), ([], answer.play))[0].append(answer.question.name)
    return [(", ".join(names), play) for names, play in found.values()]


def files(answers: Iterable[Answer]) -> dict[str, str]:
    """`play.csv` for the folder of a run; where there are several plays, one file for each."""
    plays = plays_of(answers)
    if len(plays) == 1:
        return {"play.csv": csv_text(plays[0][1])}
    return {f"play-{names.split(', ')[0]}.csv": csv_text(play) for names, play in plays}


def csv_text(play: Play) -> str:
    """One row per move; probabilities as fractions where they are known as such."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(HEAD)
    for decision in play.decisions:
        for place, move in enumerate(decision.moves):
            row = (decision.player, _seen(decision), move, probability_text(decision, place), decision.reached)
            writer.writerow(row)
    return buffer.getvalue()


def moves(play: Play) -> dict[str, list[Any]]:
    """The same as columns, with probabilities as numbers."""
    rows = [
        (decision.player, _seen(decision), move, float(decision.probability[place]), decision.reached)
        for decision in play.decisions
        for place, move in enumerate(decision.moves)
    ]
    return {name: [row[place] for row in rows] for place, name in enumerate(HEAD)}


def document(play: Play) -> dict[str, Any]:
    """The same for JSON, with what it is worth."""
    return {
        "play": play.title,
        "nash_conv": play.nash_conv.value,
        "nash_conv_at_most": play.nash_conv.upper,
        "gains": [
            {
                "player": gain.player,
                "reward": gain.reward,
                "value": gain.value.value,
                "exact": str(gain.value.exact) if isinstance(gain.value.exact, Fraction) else None,
                "regret": gain.regret.value,
                "outcomes": {str(v): p for v, p in zip(gain.spread.support, gain.spread.probability, strict=True)},
            }
            for gain in play.gains
        ],
        "decisions": [
            {
                "player": decision.player,
                "seen": dict(decision.seen),
                "moves": {m: probability_text(decision, place) for place, m in enumerate(decision.moves)},
                "reached": decision.reached,
            }
            for decision in play.decisions
        ],
    }


def probability_text(decision: Decision, place: int) -> str:
    """`1/3`, or all digits of a number that is no fraction."""
    return str(decision.exact[place]) if decision.exact is not None else repr(decision.probability[place])


def _seen(decision: Decision) -> str:
    return ", ".join(f"{name}={value}" for name, value in decision.seen)


@dataclass(frozen=True)
class _Row:
    """What a file says about one move, and where it says so."""

    place: str
    player: str
    seen: tuple[tuple[str, str], ...]
    move: str
    probability: Fraction


def read_behaviour(tree: GameTree, path: Path) -> tuple[Fraction, ...]:
    """The behaviour in a file: CSV (player, seen, move, probability) or JSON, as runs write them.

    `seen` may leave variables out: the row then holds for all decisions that agree with it, and later rows go before
    earlier ones. Moves that are not listed have probability 0; decisions that are not listed are played evenly. What
    does not fit the game is refused (E510).
    """
    rows = list(_rows(path))
    information = tree.information
    found: list[Fraction] = []
    used = [False] * len(rows)
    for number in range(information.count):
        player = tree.players[int(information.player[number])]
        names = information.names[int(information.start[number]) : int(information.start[number + 1])]
        seen = {name: str(value) for name, value in tree.view(number).items()} | dict(tree.seen(number))
        mine = [k for k, row in enumerate(rows) if row.player == player and _agrees(row, seen)]
        for k in mine:
            used[k] = True
        given = {rows[k].move: rows[k] for k in mine}
        found += _weights(given, names, f"{player} at {tree.words(number)}")
    _check_used(tree, rows, used)
    return tuple(found)


def _agrees(row: _Row, seen: dict[str, str]) -> bool:
    return all(seen.get(name) == value for name, value in row.seen)


def _weights(given: dict[str, _Row], names: tuple[str, ...], where: str) -> list[Fraction]:
    if not given:
        return [Fraction(1, len(names))] * len(names)
    for move, row in given.items():
        if move not in names:
            raise _refuse(row.place, f"there is no move `{move}` for {where}", f"possible: {', '.join(names)}")
    weights = [given[name].probability if name in given else Fraction(0) for name in names]
    place = next(iter(given.values())).place
    if any(not 0 <= weight <= 1 for weight in weights):
        raise _refuse(place, f"a probability of {where} is outside 0..1", "probabilities lie between 0 and 1")
    total = sum(weights, Fraction(0))
    if abs(total - 1) > Fraction(1, 10**9):
        raise _refuse(place, f"the probabilities of {where} sum to {float(total):.10g}, not to 1", "make them sum to 1")
    return [weight / total for weight in weights]


def _check_used(tree: GameTree, rows: list[_Row], used: list[bool]) -> None:
    for row, hit in zip(rows, used, strict=True):
        if hit:
            continue
        if row.player not in tree.players:
            fix = f"did you mean `{nearest(row.player, tree.players)}`?" if nearest(row.player, tree.players) else ""
            raise _refuse(row.place, f"there is no player `{row.player}`", fix or f"players: {', '.join(tree.players)}")
        seen = ", ".join(f"{name}={value}" for name, value in row.seen)
        raise _refuse(row.place, f"{row.player} never decides where {seen}", "see `play.csv` of a run for what is seen")


def _rows(path: Path) -> Iterator[_Row]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _refuse(str(path), f"the behaviour cannot be read: {error}", "name a file that a run wrote") from None
    if path.suffix.lower() == ".json":
        yield from _json_rows(path, text)
        return
    lines = csv.DictReader(io.StringIO(text))
    missing = [name for name in HEAD[:4] if name not in (lines.fieldnames or ())]
    if missing:
        raise _refuse(f"{path}:1", f"the column `{missing[0]}` is missing", f"the first line is {','.join(HEAD[:4])}")
    for line in lines:
        place = f"{path}:{lines.line_num}"
        pairs = [part for part in (line["seen"] or "").split(", ") if part.strip()]
        yield _row(place, line["player"], (_pair(place, part) for part in pairs), line["move"], line["probability"])


def _json_rows(path: Path, text: str) -> Iterator[_Row]:
    try:
        decisions = json.loads(text)["decisions"]
        for number, decision in enumerate(decisions, 1):
            for move, probability in decision["moves"].items():
                seen = ((str(name), str(value)) for name, value in decision["seen"].items())
                yield _row(f"{path}, decision {number}", decision["player"], seen, move, str(probability))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        fix = "it has `decisions`, each with `player`, `seen` and `moves`"
        raise _refuse(str(path), f"this is no table of behaviour: {error!r}", fix) from None


def _row(place: str, player: str, seen: Iterable[tuple[str, str]], move: str, probability: str) -> _Row:
    try:
        return _Row(place, player.strip(), tuple(seen), (move or "").strip(), Fraction((probability or "").strip()))
    except (ValueError, ZeroDivisionError):
        raise _refuse(place, f"`{probability}` is no probability", "write 0.25 or 1/4") from None


def _pair(place: str, part: str) -> tuple[str, str]:
    match = _PAIR.match(part)
    if match is None:
        raise _refuse(place, f"`{part}` does not say what is seen", "write `card[1]=3, bettor=0`")
    return match[1], match[2]


def _refuse(place: str, message: str, fix: str) -> SpecError:
    return SpecError([Diagnostic("E510", f"{place}: {message}", fix=fix)])
