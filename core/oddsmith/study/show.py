"""What came of a study -> tables for the terminal: a stage each, published numbers beside ours, and what to think."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from oddsmith.report.learning import gains_table
from oddsmith.report.table import WIDTH, blocks, plain_table, print_table, terminal_width
from oddsmith.study.outcome import COSTS, StageOutcome, StudyOutcome
from oddsmith.study.perform import Result
from oddsmith.study.quantity import SIZES, quantity
from oddsmith.study.remarks import closing, explanations, number_text, pictures, remarks, wrong_lines
from oddsmith.study.study import Coordinates
from oddsmith.study.verdict import Judged

Grid = tuple[tuple[str, ...], list[tuple[str, ...]]]
GAP = "-"
TEXTS = ("paper", "quantity", "against")
"""Columns that are set flush left."""


def print_study(outcome: StudyOutcome) -> None:
    """On stdout; colours only on a terminal."""
    for stage in outcome.stages:
        print(_heading(stage))
        for head, rows, numbers in _tables(stage, terminal_width()):
            print_table(head, rows, numbers)
        print("\n".join(_below(stage)))
    print("\n".join([*wrong_lines(outcome), closing(outcome)]))


def study_text(outcome: StudyOutcome) -> str:
    """The same as plain text, for the run folder."""
    parts: list[str] = []
    for stage in outcome.stages:
        tables = [plain_table(*table) for table in _tables(stage, WIDTH)]
        parts += [_heading(stage), "\n\n".join(tables), *_below(stage)]
    return "\n".join([*parts, *wrong_lines(outcome), closing(outcome), ""])


def _tables(outcome: StageOutcome, width: int) -> Iterator[tuple[tuple[str, ...], list[tuple[str, ...]], list[int]]]:
    """The table of a stage; one that is too wide goes on below, with the coordinates again."""
    head, rows = stage_table(outcome)
    first = outcome.results[0].cell.coordinates if outcome.results else ()
    kept = len(_without(first, outcome.stage.layout.across)) or 1
    stems = [name.partition(" ")[0] for name in head]
    joined = [place for place, stem in enumerate(stems) if stem in ("paper", stems[place - 1])]
    for columns in blocks(head, rows, kept, joined, width):
        names = tuple(head[place] for place in columns)
        cells = [tuple(row[place] for place in columns) for row in rows]
        yield names, cells, [place for place, name in enumerate(names) if name not in TEXTS]


def _below(outcome: StageOutcome) -> list[str]:
    """What stands below the table."""
    return [*pictures(outcome), *explanations(outcome), *remarks(outcome), ""]


def _heading(outcome: StageOutcome) -> str:
    about = f"\n{outcome.stage.about.strip()}" if outcome.stage.about else ""
    return f"{outcome.stage.title}{about}\n"


def stage_table(outcome: StageOutcome) -> Grid:
    """A row for each place of the sweep; the values of the coordinate `across` stand side by side."""
    learnt = [result.document for result in outcome.results if result.document and "companies" in result.document]
    if learnt and len(outcome.results) == 1:
        return gains_table(learnt[0])
    across = outcome.stage.layout.across
    sides = _values(outcome, across) if across else [""]
    places = list(dict.fromkeys(_without(result.cell.coordinates, across) for result in outcome.results))
    shown = outcome.stage.layout.show or (*_sizes(outcome), *_questions(outcome), "seconds")
    axes = [name for name, _ in places[0]] if places else []
    head, columns = list(axes), []
    for name in shown:
        split = sides if across and name in COSTS else [""]
        columns += [_column(outcome, name, across, side) for side in split]
        head += [f"{name} {side}".strip() for side in split]
        if _published(outcome, name):
            columns.append(_paper_column(outcome, name))
            head.append("paper")
    rows = [(*(value for _, value in place), *(column(place) for column in columns)) for place in places]
    if len(rows) == 1 and not axes:
        return _upright(head, rows[0])
    return tuple(head), rows


def _upright(head: list[str], row: tuple[str, ...]) -> Grid:
    """The table of a single run: a line for each quantity, with what the paper prints behind it."""
    lines: list[tuple[str, str, str]] = []
    for name, text in zip(head, row, strict=True):
        if name == "paper":
            lines[-1] = (*lines[-1][:2], text)
        else:
            lines.append((name, text, ""))
    columns = 3 if "paper" in head else 2
    return ("quantity", "found", "paper")[:columns], [line[:columns] for line in lines]


def _column(outcome: StageOutcome, name: str, across: str, side: str) -> Callable[[Coordinates], str]:
    beside = ((across, side),) if side else ()
    return lambda place: _cell(outcome, (*place, *beside), name)


def _paper_column(outcome: StageOutcome, name: str) -> Callable[[Coordinates], str]:
    return lambda place: _paper(outcome, place, name)


def _questions(outcome: StageOutcome) -> list[str]:
    """The questions whose answers are numbers or truths, in order, and the published quantities."""
    names: dict[str, None] = {}
    for result in outcome.results:
        for answer in (result.document or {}).get("answers", ()):
            if not isinstance(answer["value"], dict):
                names[answer["name"]] = None
    printed = [judged.printed for judged in outcome.judged if judged.printed.claim is None]
    names |= {one.quantity: None for one in printed if one.quantity not in SIZES}
    return list(names)


def _sizes(outcome: StageOutcome) -> list[str]:
    """The states, and what else of the size of games was published."""
    return [name for name in SIZES if name == "states" or _published(outcome, name)]


def _values(outcome: StageOutcome, name: str) -> list[str]:
    return list(dict.fromkeys(dict(result.cell.coordinates).get(name, "") for result in outcome.results))


def _without(coordinates: Coordinates, name: str) -> Coordinates:
    return tuple(pair for pair in coordinates if pair[0] != name)


def _cell(outcome: StageOutcome, where: Coordinates, name: str) -> str:
    """The first number at a place; a gap where there is none."""
    return next((text for result in outcome.at(where) if (text := _text(result, name))), GAP)


def _text(result: Result, name: str) -> str:
    found = None if result.document is None else quantity(result.document, name)
    return "" if found is None else number_text(found, name)


def _published(outcome: StageOutcome, name: str) -> list[Judged]:
    return [judged for judged in outcome.judged if judged.printed.quantity == name and judged.printed.claim is None]


def _paper(outcome: StageOutcome, place: Coordinates, name: str) -> str:
    """What the paper prints at this place, and what to think of it."""
    texts = [
        f"{judged.verdict.value} {judged.printed.text}".strip() if not judged.printed.gap else judged.verdict.value
        for judged in _published(outcome, name)
        if set(_without(judged.printed.where, outcome.stage.layout.across)) <= set(place)
    ]
    return "; ".join(dict.fromkeys(texts))
