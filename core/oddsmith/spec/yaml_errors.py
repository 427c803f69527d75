"""A complaint of the YAML parser -> a diagnostic that says what to write instead."""

from __future__ import annotations

import re
from typing import Any

import yaml

from oddsmith.source import Diagnostic, Source, Span, SpecError

QUOTE = "put it in quotes"
_QUOTED = re.compile(r"""'[^']*'|"(?:[^"\\]|\\.)*\"""")
_INDEX = re.compile(r"(?:(?<=[\s\[{,:])|^)[\[{].*?\w\[")


def explain(error: yaml.YAMLError, source: Source) -> SpecError:
    """The YAML parser's words in ours: tabs are E107, everything else is E103."""
    problem = str(getattr(error, "problem", None) or error).lower()
    context = str(getattr(error, "context", None) or "").lower()
    start = _offset(getattr(error, "problem_mark", None), source)
    opened = _offset(getattr(error, "context_mark", None), source)
    if _tab_before(source, start):
        return _tab(source, start)
    message, fix, place = _reason(problem, context, source, start, opened)
    return SpecError([Diagnostic("E103", message, Span(source, place, place + 1), fix=fix)])


def _reason(problem: str, context: str, source: Source, start: int, opened: int) -> tuple[str, str, int]:
    for rule in (_bracket_reason, _scanner_reason, _flow_reason, _layout_reason):
        found = rule(problem, context, source, start, opened)
        if found is not None:
            return found
    return f"this is not valid YAML: {problem}", "look for a missing quote, colon or bracket just before", start


Reason = tuple[str, str, int] | None


def _bracket_reason(problem: str, context: str, source: Source, start: int, opened: int) -> Reason:
    """`pos[p]` inside of braces or brackets, the mistake that everybody makes once."""
    if "quoted" in context:
        return None
    begin = source.text.rfind("\n", 0, start) + 1
    before = _QUOTED.sub(lambda quoted: " " * len(quoted.group()), source.text[begin : start + 1])
    index = _INDEX.search(before)
    if index is None:
        return None
    fix = f'{QUOTE} ("pos[p]": "pos[p] + 1"), or write one entry per line without {{ }} and [ ]'
    return "an index inside `{ }` or `[ ]` starts a list in YAML", fix, begin + index.end() - 1


def _scanner_reason(problem: str, context: str, source: Source, start: int, opened: int) -> Reason:
    """Characters that mean something else in YAML."""
    if "alias" in context:
        return "`*` at the start of a value means an alias in YAML", f'{QUOTE}: "*", "step[*]"', opened
    if "anchor" in context:
        return "`&` at the start of a value means an anchor in YAML", "`and` joins conditions", opened
    if "block scalar" in context:
        sign = source.text[opened : opened + 1]
        return f"`{sign}` at the start of a value means a block of text in YAML", QUOTE, opened
    if "tag" in context:
        return "`!` at the start of a value means a tag in YAML", "`not` negates a condition", opened
    if "directive" in context:
        return "`%` at the start of a line means a directive in YAML", "a comment starts with `#`", start
    if "quoted scalar" in context:
        if "escape" in problem or "hexadecimal" in problem or "hexdecimal" in problem:
            return "an unknown `\\` escape in double quotes", "use single quotes, or write `\\\\`", start
        return "the quote that is opened here is never closed", "add the closing quote", opened
    if "cannot start any token" in problem:
        sign = source.text[start : start + 1]
        return f"`{sign}` cannot start a value in YAML", QUOTE, start
    return None


def _flow_reason(problem: str, context: str, source: Source, start: int, opened: int) -> Reason:
    """Inside braces and brackets."""
    if "flow" not in context:
        return None
    brackets = "[ ]" if "sequence" in context else "{ }"
    sign = source.text[start : start + 1]
    if start >= len(source.text.rstrip()):
        opening = brackets[0]
        return f"the `{opening}` that is opened here is never closed", f"add the closing `{brackets[-1]}`", opened
    if sign in "?[":
        fix = f'{QUOTE}: ask: "P=? [F won]"'
        return f"`{sign}` has a meaning of its own inside `{brackets}`", fix, start
    if sign == ":":
        fix = f'{QUOTE}: over: "any(p in 1..N: out[p])"'
        return f"a second `: ` in one entry inside `{brackets}`", fix, start
    fix = f"put values with special characters in quotes, and separate entries with commas inside `{brackets}`"
    return f"a comma or the closing `{brackets[-1]}` is expected here", fix, start


def _layout_reason(problem: str, context: str, source: Source, start: int, opened: int) -> Reason:
    """Lines and their indentation."""
    line, _ = source.position(start)
    if "mapping values are not allowed" in problem:
        before = source.line(line)[: start - source.text.rfind("\n", 0, start) - 1]
        if ":" in before or before.lstrip().startswith("- "):
            fix = f'{QUOTE}: over: "any(p in 1..N: out[p])"'
            return "a value with `: ` inside starts a second entry on this line", fix, start
        fix = "give lines of one mapping the same indentation; a value stands beside its key or below it, not both"
        return "this line continues the value above and cannot start an entry", fix, start
    if "sequence entries are not allowed" in problem:
        return "a list cannot start on the line of its key", "start the list on the next line", start
    if "could not find expected ':'" in problem:
        return "this line is no `key: value`", "write `key: value`, or indent it below the key it continues", opened
    if "block" in context:
        fix = "give the entries of one list or mapping the same indentation, and quote a value as a whole or not at all"
        return "this does not fit the lines above", fix, start
    return None


def _tab_before(source: Source, start: int) -> bool:
    """Whether a tab indents the place."""
    begin = source.text.rfind("\n", 0, start) + 1
    lead = source.text[begin : start + 1]
    blank = lead[: len(lead) - len(lead.lstrip())]
    return "\t" in blank


def _tab(source: Source, start: int) -> SpecError:
    begin = source.text.rfind("\n", 0, start) + 1
    place = source.text.index("\t", begin)
    return SpecError(
        [
            Diagnostic(
                "E107",
                "a tab indents this line",
                Span(source, place, place + 1),
                why="YAML indents with spaces only",
                fix="replace tabs by spaces",
            )
        ]
    )


def _offset(mark: Any, source: Source) -> int:
    index = getattr(mark, "index", 0) or 0
    return max(0, min(int(index), len(source.text)))
