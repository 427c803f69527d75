"""What came of a study -> lines below its tables: small pictures, strategies in words, where a paper is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from oddsmith.report.figure import Figure
from oddsmith.report.learning import sparkline
from oddsmith.report.numbers import significant
from oddsmith.run.quantities import counted, seconds_text
from oddsmith.study.outcome import StageOutcome, StudyOutcome
from oddsmith.study.quantity import Found
from oddsmith.study.verdict import Judged, Verdict

DIGITS = 10
MOST_LINES = 20
"""Of one text; of a longer one the beginning and the end are shown."""
SHORT = 4
"""Digits of the ends of a small picture."""


def number_text(found: Found, name: str = "") -> str:
    """A number as it stands in a table."""
    if name == "seconds":
        return f"{float(found.value):.3f}"
    if isinstance(found.value, bool | str):
        return str(found.value).lower()
    if isinstance(found.value, int):
        return f"{found.value:,}"
    return significant(found.value, DIGITS)


def pictures(outcome: StageOutcome) -> Iterator[str]:
    """Curves and bars in a line each."""
    for figure in outcome.figures:
        if figure.kind in ("line", "bars"):
            yield from _picture(figure)


def _picture(figure: Figure) -> Iterator[str]:
    told = [one for one in figure.series if any(y is not None for y in one.y)]
    names = [one.name for one in told] if len(told) > 1 else [""]
    width = max((len(name) for name in names), default=0)
    yield f"\n{figure.title or figure.y}"
    for name, series in zip(names, told, strict=True):
        points = [(x, y) for x, y in zip(series.x, series.y, strict=True) if y is not None]
        first, last = (f"{x}: {significant(float(y), SHORT)}" for x, y in (points[0], points[-1]))
        yield f"  {name:<{width}}  {sparkline([float(y) for _, y in points])}  {first} … {last}".rstrip()


def explanations(outcome: StageOutcome) -> Iterator[str]:
    """Strategies in words, fractions in digits."""
    for told in outcome.told:
        yield f"\n{told.title}:"
        lines = told.text
        if len(lines) > MOST_LINES:
            lines = (
                *lines[: MOST_LINES // 2],
                f"… {len(lines) - MOST_LINES // 2 - 1:,} more lines in study.json …",
                lines[-1],
            )
        yield from (f"  {line}".rstrip() for line in lines)


def remarks(outcome: StageOutcome) -> Iterator[str]:
    """What the paper says in words, where it is wrong and why, what differs, what failed."""
    reasons: dict[str, list[str]] = {}
    for judged in outcome.judged:
        if judged.printed.claim is not None:
            yield f"{judged.verdict.value}: {judged.printed.claim.says} ({evidence(judged)})"
        if judged.verdict is Verdict.WRONG:
            reasons.setdefault(judged.printed.wrong, []).append(place_text(judged))
        elif judged.alarming and judged.printed.wrong:
            yield f"✗ {place_text(judged)}: {judged.printed.text} is said to be wrong, but agrees with what was found"
        elif judged.alarming:
            source = judged.printed.source or "no source"
            yield f"✗ {place_text(judged)}: {judged.printed.text} was published ({source})"
    for reason, places in reasons.items():
        yield f"✗ the paper is wrong at {places[0] if len(places) == 1 else f'{len(places)} places'}: {reason.strip()}"
    for result in outcome.failed:
        yield f"✗ {result.cell.name}: {result.problem}"


def place_text(judged: Judged) -> str:
    """`length at N=3, d=10`."""
    place = ", ".join(f"{name}={value}" for name, value in judged.printed.where)
    return f"{judged.printed.quantity}{f' at {place}' if place else ''}"


def evidence(judged: Judged) -> str:
    """What was found, beside what it is compared with."""
    claim, printed = judged.printed.claim, judged.printed
    found = "nothing" if judged.found is None else number_text(judged.found)
    if claim is None:
        return f"{place_text(judged)}: {printed.text} printed, {found} found"
    place = ", ".join(f"{name}={value}" for name, value in claim.beside)
    other = "nothing" if judged.other is None else number_text(judged.other)
    what = f" of {claim.other}{f' at {place}' if place else ''}" if claim.other else ""
    return f"{place_text(judged)}: {found} {claim.relation} {other}{what}?"


def wrong_lines(outcome: StudyOutcome) -> Iterator[str]:
    """Where the papers are wrong: what they print, what is found, and why; nothing where a study has one stage."""
    wrong = [(stage, judged) for stage in outcome.stages for judged in stage.judged if judged.verdict is Verdict.WRONG]
    if not wrong or len(outcome.stages) == 1:
        return
    yield "Where the papers are wrong\n"
    reasons: dict[tuple[str, str], list[str]] = {}
    for stage, judged in wrong:
        paper = stage.stage.name.rpartition("/")[0] or outcome.study.name
        reasons.setdefault((paper, judged.printed.wrong.strip()), []).append(evidence(judged))
    for (paper, reason), found in reasons.items():
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        yield f"✗ {paper}: {found[0]}{more}\n    {reason}"
    yield ""


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
        Verdict.UNDECIDED: "are undecided",
        Verdict.MISSING: "have no answer here",
    }
    counts = [(sum(one.verdict is verdict for one in judged), name) for verdict, name in names.items()]
    told = ", ".join(f"{count:,} {name}" for count, name in counts if count)
    words += [f"of {counted(len(judged), 'published number')} {told}"] if judged else []
    return f"{', '.join(words)}; {seconds_text(outcome.seconds)}"
