"""What came of a study -> tables for the terminal: a stage each, published numbers beside ours, and what to think."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from oddsmith.report.numbers import significant
from oddsmith.report.table import plain_table, print_table
from oddsmith.run.quantities import counted, seconds_text
from oddsmith.study.outcome import COSTS, StageOutcome, StudyOutcome
from oddsmith.study.perform import Result
from oddsmith.study.quantity import SIZES, Found, quantity
from oddsmith.study.study import Coordinates
from oddsmith.study.verdict import Judged, Verdict

Grid = tuple[tuple[str, ...], list[tuple[str, ...]]]
DIGITS = 10
GAP = "-"


def print_study(outcome: StudyOutcome) -> None:
    """On stdout; colours only on a terminal."""
    for stage in outcome.stages:
        print(_heading(stage))
        head, rows = stage_table(stage)
        print_table(head, rows, _numbers(stage, head))
        print("\n".join([*remarks(stage), ""]))
    print(closing(outcome))


def study_text(outcome: StudyOutcome) -> str:
    """The same as plain text, for the run folder."""
    parts: list[str] = []
    for stage in outcome.stages:
        head, rows = stage_table(stage)
        parts += [_heading(stage), plain_table(head, rows, _numbers(stage, head)), *remarks(stage), ""]
    return "\n".join([*parts, closing(outcome), ""])


def _heading(outcome: StageOutcome) -> str:
    about = f"\n{outcome.stage.about.strip()}" if outcome.stage.about else ""
    return f"{outcome.stage.title}{about}\n"


def stage_table(outcome: StageOutcome) -> Grid:
    """A row for each place of the sweep; the values of the coordinate `across` stand side by side."""
    across = outcome.stage.layout.across
    sides = _values(outcome, across) if across else [""]
    places = list(dict.fromkeys(_without(result.cell.coordinates, across) for result in outcome.results))
    shown = outcome.stage.layout.show or ("states", *_questions(outcome), "seconds")
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


def remarks(outcome: StageOutcome) -> Iterator[str]:
    """Where the paper is wrong and why, what differs, what failed."""
    reasons: dict[str, list[str]] = {}
    for judged in outcome.judged:
        if judged.verdict is Verdict.WRONG:
            reasons.setdefault(judged.printed.wrong, []).append(_place(judged))
        elif judged.alarming and judged.printed.wrong:
            yield f"✗ {_place(judged)}: {judged.printed.text} is said to be wrong, but agrees with what was found"
        elif judged.alarming:
            yield f"✗ {_place(judged)}: {judged.printed.text} was published ({judged.printed.source or 'no source'})"
    for reason, places in reasons.items():
        yield f"✗ the paper is wrong at {places[0] if len(places) == 1 else f'{len(places)} places'}: {reason.strip()}"
    for result in outcome.failed:
        yield f"✗ {result.cell.name}: {result.problem}"


def _place(judged: Judged) -> str:
    place = ", ".join(f"{name}={value}" for name, value in judged.printed.where)
    return f"{judged.printed.quantity}{f' at {place}' if place else ''}"


def closing(outcome: StudyOutcome) -> str:
    """One line: how many runs, how many published numbers, and how they fared."""
    results = [result for stage in outcome.stages for result in stage.results]
    judged = [judged for stage in outcome.stages for judged in stage.judged]
    kept = sum(result.kept for result in results)
    words = [counted(len(results), "run") + (f" ({kept:,} known already)" if kept else "")]
    failed = sum(result.document is None for result in results)
    words += [f"{failed:,} without an answer"] if failed else []
    names = {
        Verdict.AGREES: "agree",
        Verdict.TRUNCATES: "are cut off",
        Verdict.WRONG: "are wrong in the paper",
        Verdict.FILLED: "are new",
        Verdict.DIFFERS: "differ",
        Verdict.MISSING: "have no answer here",
    }
    counts = [(sum(one.verdict is verdict for one in judged), name) for verdict, name in names.items()]
    told = ", ".join(f"{count:,} {name}" for count, name in counts if count)
    words += [f"of {counted(len(judged), 'published number')} {told}"] if judged else []
    return f"{', '.join(words)}; {seconds_text(outcome.seconds)}"


def _questions(outcome: StageOutcome) -> list[str]:
    """The questions whose answers are numbers or truths, in order, and the published quantities."""
    names: dict[str, None] = {}
    for result in outcome.results:
        for answer in (result.document or {}).get("answers", ()):
            if not isinstance(answer["value"], dict):
                names[answer["name"]] = None
    names |= {judged.printed.quantity: None for judged in outcome.judged if judged.printed.quantity not in SIZES}
    return list(names)


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


def number_text(found: Found, name: str = "") -> str:
    if name == "seconds":
        return f"{float(found.value):.3f}"
    if isinstance(found.value, bool | str):
        return str(found.value).lower()
    if isinstance(found.value, int):
        return f"{found.value:,}"
    return significant(found.value, DIGITS)


def _published(outcome: StageOutcome, name: str) -> list[Judged]:
    return [judged for judged in outcome.judged if judged.printed.quantity == name]


def _paper(outcome: StageOutcome, place: Coordinates, name: str) -> str:
    """What the paper prints at this place, and what to think of it."""
    texts = [
        f"{judged.verdict.value} {judged.printed.text}".strip() if not judged.printed.gap else judged.verdict.value
        for judged in _published(outcome, name)
        if set(_without(judged.printed.where, outcome.stage.layout.across)) <= set(place)
    ]
    return "; ".join(dict.fromkeys(texts))


def _numbers(outcome: StageOutcome, head: Sequence[str]) -> list[int]:
    """Columns that are set flush right."""
    return [place for place, name in enumerate(head) if name not in ("paper", "quantity")]
