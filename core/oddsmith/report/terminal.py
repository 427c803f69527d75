"""Outcome -> the text of a run: what the game is, every answer with bound and method, what it cost."""

from __future__ import annotations

from collections.abc import Iterable
from math import isinf, nan

from oddsmith.hosting.outcome import Outcome, Section
from oddsmith.process.question import Expected
from oddsmith.report.distribution import bars, summary
from oddsmith.report.json import UNDECIDED, constant_value, number
from oddsmith.report.numbers import (
    MOST_DIGITS,
    digits_for,
    exactly,
    fraction_text,
    plain,
    shorten,
    significant,
    with_bounds,
)
from oddsmith.report.reductions import reduction_table
from oddsmith.report.strategy import strategy_line
from oddsmith.report.table import plain_table, print_table
from oddsmith.run.quantities import bytes_text, counted, seconds_text
from oddsmith.solve.answer import Answer, Spread
from oddsmith.solve.solution import Status

NOTHING_ASKED = 'nothing is asked: write questions into the spec, or use --ask "P=? [F …]"'
LONGEST_METHOD = 60
"""Characters; longer ones are cut (`--json` has them in full)."""
LONGEST_EXPECTED = 24
MOST_CONSTANTS = 20
"""Constants that are shown in the headline (`--json` has all)."""
HEAD = ("question", "answer", "method", "expected")


def print_report(outcome: Outcome, sections: Iterable[Section] = (), stats: bool = False) -> None:
    """The report on stdout; colours and folding only on a terminal."""
    print(headline(outcome))
    print()
    if outcome.answers:
        print_table(*table(outcome), elastic=HEAD.index("method"))
    else:
        print(NOTHING_ASKED)
    if stats and outcome.reductions:
        print()
        print_table(*reduction_table(outcome.reductions))
    print(tail(outcome, sections))


def report_text(outcome: Outcome, sections: Iterable[Section] = ()) -> str:
    """The same as plain text, for the run folder."""
    answers = plain_table(*table(outcome)) if outcome.answers else NOTHING_ASKED
    return f"{headline(outcome)}\n\n{answers}\n{tail(outcome, sections)}\n"


def table(outcome: Outcome) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Head and rows; the last column only where something is expected."""
    digits = digits_for(outcome.precision)
    rows = [row(answer, digits) for answer in outcome.answers]
    columns = len(HEAD) if any(cells[-1] for cells in rows) else len(HEAD) - 1
    return HEAD[:columns], [cells[:columns] for cells in rows]


def headline(outcome: Outcome) -> str:
    words = [f"{c.name}={shorten(_word(constant_value(c)))}" for c in outcome.constants[:MOST_CONSTANTS]]
    left_out = len(outcome.constants) - len(words)
    constants = ", ".join([*words, f"and {left_out:,} more"] if left_out else words)
    stored = counted(outcome.transitions, "transition") if outcome.transitions else "not stored"
    size = f"{counted(outcome.states, 'state')}, {stored}" if outcome.states else stored
    return f"{outcome.game}{f' ({constants})' if constants else ''}: {size}"


def tail(outcome: Outcome, sections: Iterable[Section]) -> str:
    """Distributions, remarks, sections of plugins, and the cost."""
    parts: list[str] = []
    for answer in outcome.answers:
        if isinstance(answer.value, Spread):
            parts += [
                "",
                f"{answer.question.name}: {summary(answer.value)}",
                *bars(answer.value, answer.sample is not None),
            ]
    digits = digits_for(outcome.precision)
    lines = [f"{a.question.name}: {strategy_line(a.strategy, digits)}" for a in outcome.answers if a.strategy]
    parts += ["", *lines] if lines else []
    parts += _plays(outcome, digits)
    for status in Status:
        names = [a.question.name for a in outcome.answers if a.status is status is not Status.DONE]
        parts += ["", f"{', '.join(names)}: {status.value}"] if names else []
    parts += ["", *(f"solver: {reason}" for reason in outcome.choices)] if outcome.choices else []
    parts += ["", *(f"note: {note}" for note in outcome.notes)] if outcome.notes else []
    for title, text in outcome.told:
        parts += ["", title, text]
    for section in sections:
        parts += ["", section.title, section.text]
    stages = ", ".join(f"{stage} {seconds_text(s)}" for stage, s in outcome.seconds.items())
    total = seconds_text(sum(outcome.seconds.values()))
    return "\n".join([*parts, "", f"{total} ({stages}), at most {bytes_text(outcome.peak_memory)}"])


def _plays(outcome: Outcome, digits: int) -> list[str]:
    """How players with secrets decide, where that was found."""
    if all(answer.play is None for answer in outcome.answers):
        return []
    from oddsmith.report.behaviour import play_text
    from oddsmith.tree.table import plays_of

    return [part for asked, play in plays_of(outcome.answers) for part in ("", play_text(asked, play, digits))]


def row(answer: Answer, digits: int = MOST_DIGITS) -> tuple[str, str, str, str]:
    """One line of the table."""
    method = answer.method if len(answer.method) <= LONGEST_METHOD else answer.method[: LONGEST_METHOD - 1] + "…"
    return answer.question.name, value_text(answer, digits), method, verdict(answer)


def value_text(answer: Answer, digits: int = MOST_DIGITS) -> str:
    """The value with its bounds, or as a fraction."""
    if answer.status is Status.MISSING:
        return "no answer"
    if answer.status is Status.UNDEFINED:
        return plain(nan)
    if isinstance(answer.value, Spread):
        return (summary(answer.value) or "never") + confidence_text(answer)
    if answer.exact is not None:
        number_text = exactly(answer.exact, digits)
    else:
        finer = 0 if answer.sample is None else 1
        number_text = with_bounds(_middle(answer), answer.lower, answer.upper, digits, finer) + confidence_text(answer)
    if answer.value is None or isinstance(answer.value, bool):
        return f"{UNDECIDED if answer.value is None else _word(answer.value)} ({number_text})"
    return number_text


def verdict(answer: Answer) -> str:
    """`✓ 21/31`, `✗ 0.5`, or nothing where nothing is expected."""
    expected = answer.question.expect
    if answer.ok is None:
        return ""
    sign = "✓" if answer.ok else "✗"
    if expected is None:
        return sign
    return f"{sign} {expected_text(expected)}" + ("" if answer.z is None else f", z {answer.z:.2f}")


def confidence_text(answer: Answer) -> str:
    """` at 99 %`: the bounds of an estimate hold with this confidence."""
    if answer.confidence is None or (answer.lower == answer.upper and isinf(answer.lower)):
        return ""
    return f" at {100 * answer.confidence:.10g} %"


def expected_text(expected: Expected) -> str:
    if isinstance(expected.value, dict):
        return f"a distribution over {counted(len(expected.value), 'value')}"
    if isinstance(expected.value, bool):
        return _word(expected.value)
    if isinstance(expected.value, float):
        return plain(expected.value)
    text = expected.span.text.strip() if expected.span is not None else ""
    if text and len(text) <= LONGEST_EXPECTED and not set(text) & set("\n{"):
        return text
    exact = fraction_text(expected.value)
    return exact if len(exact) <= LONGEST_EXPECTED else f"{significant(expected.value, 15)}…"


def _middle(answer: Answer) -> float:
    if answer.value is None or isinstance(answer.value, bool):
        return (answer.lower + answer.upper) / 2
    assert not isinstance(answer.value, Spread)
    return answer.value


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(number(value))
