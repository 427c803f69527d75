"""What players do, as a run has found it -> sections of its page: strategies, plays with secrets, mixtures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from oddsmith.report.numbers import significant
from oddsmith.report.page.html import Cell, element, paragraph, section, table
from oddsmith.run.quantities import counted

Document = dict[str, Any]
MOST_LINES = 300
"""Of a table on the page; the file in the run folder has all."""
NEVER = ("0", "0.0")


def decision_sections(document: Document, files: Mapping[str, str]) -> Iterator[str]:
    """A section for each strategy, each play, and whatever else a solver tells about how players decide."""
    for answer in document["answers"]:
        if answer.get("strategy"):
            text = files.get(f"strategies/{answer['name']}.json")
            yield section(f"Strategy: {answer['name']}", *_strategy(answer, None if text is None else json.loads(text)))
    for play in document.get("plays", ()):
        yield section(f"Play: {', '.join(play['questions'])}", *_play(play))
    for told in document.get("told", ()):
        yield section(str(told["title"]), element("pre", escape(str(told["text"]))))


def _strategy(answer: Document, written: Document | None) -> Iterator[str]:
    found = answer["strategy"]
    ties = "exactly as good" if found["ties_exact"] else "as good within the bounds"
    worth = "; ".join(f"{check['whose']}: {significant(float(check['value']))}" for check in found["checks"])
    attained = "Following it attains the answer" if found["attains"] else "Following it does NOT attain the answer"
    other = f", in {found['ties']:,} of them another choice is {ties}" if found["ties"] else ""
    yield paragraph(f"{attained} ({worth}). {counted(found['decisions'], 'decision')}{other}.")
    if written is None:
        yield paragraph(
            "It is too long to be kept: `pipeline explain` says it in words, `pipeline strategy` writes it."
        )
        return
    lines, stepped = written["lines"], found["step_dependent"]
    tied = ["as good"] if any(line.get("ties") for line in lines) else []
    head = [*(["step"] if stepped else []), *written["variables"], "do", *tied]
    yield table(head, [_line(line, stepped)[: len(head)] for line in lines[:MOST_LINES]])
    if len(lines) > MOST_LINES:
        place = f"strategies/{answer['name']}.json"
        yield paragraph(f"{len(lines) - MOST_LINES:,} more lines are in {place}; `pipeline explain` says it in words.")


def _line(line: Document, stepped: bool) -> list[Cell]:
    step = [str(line.get("step", ""))] if stepped else []
    values = [str(value).lower() if isinstance(value, bool) else str(value) for value in line["state"]]
    return [*step, *values, str(line["choice"]), ", ".join(line.get("ties", ()))]


def _play(play: Document) -> Iterator[str]:
    if play.get("nash_conv_at_most") is not None:
        gain = play["nash_conv_at_most"]
        yield paragraph(
            f"{play['play']}: all players together could gain at most {gain:.3g} by playing otherwise alone."
        )
    gains = [(one["player"], one["reward"], _number(one), _outcomes(one["outcomes"])) for one in play["gains"]]
    yield table(("player", "wants", "gets", "how often"), gains)
    rows = [_decision(one) for one in play["decisions"][:MOST_LINES]]
    yield table(("who", "sees", "does", "reached"), rows)


def _number(one: Document) -> str:
    text = significant(float(one["value"]))
    return f"{text} = {one['exact']}" if one.get("exact") and "/" in str(one["exact"]) else text


def _outcomes(outcomes: Mapping[str, float]) -> str:
    return ", ".join(f"{value}: {share:.3g}" for value, share in outcomes.items())


def _decision(one: Document) -> list[Cell]:
    sees = ", ".join(f"{name}={value}" for name, value in one["seen"].items())
    moves = ", ".join(f"{move} {_share(str(share))}" for move, share in one["moves"].items() if str(share) not in NEVER)
    return [str(one["player"]), sees, moves, f"{float(one['reached']):.3g}"]


def _share(text: str) -> str:
    """A fraction as it is; of a number as much as a reader wants (the file in the run folder has all digits)."""
    return text if "/" in text else f"{float(text):.4g}"
