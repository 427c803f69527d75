"""The document of a pipeline with stages -> the sections of its page: what agrees, what is new, what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from oddsmith.report.learning import gains_table
from oddsmith.report.page.html import Cell, element, figure, paragraph, section, slug, table
from oddsmith.report.page.run_page import answer_text
from oddsmith.run.quantities import counted, seconds_text

Document = dict[str, Any]
WORDS = {
    "agrees": ("agree", "good"),
    "truncates": ("agree, cut off in the paper", "good"),
    "filled": ("are new: the paper has a gap", "new"),
    "wrong": ("are wrong in the paper", "warn"),
    "differs": ("differ", "bad"),
    "undecided": ("are undecided", "warn"),
    "missing": ("have no answer here", "warn"),
}
"""What is said of a verdict, and its colour."""


def study_sections(document: Document, files: Mapping[str, str]) -> Iterator[str]:
    """The verdicts of all stages first, then the stages."""
    yield section("Summary", _summary(document), _contents(document))
    wrong = list(_wrong(document))
    if wrong:
        yield section("Where the papers are wrong", table(("paper", "printed", "found", "because"), wrong))
    for stage in document["stages"]:
        yield section(stage["title"], *_stage(stage), identifier=slug(stage["name"]))
    if "pipeline.yaml" in files:
        yield section("The pipeline", element("pre", escape(files["pipeline.yaml"]), class_="model"), folded=True)


def _summary(document: Document) -> str:
    cells = [cell for stage in document["stages"] for cell in stage["cells"]]
    counts = Counter(one["verdict"] for stage in document["stages"] for one in stage["published"])
    failed = sum(cell["run"] is None for cell in cells)
    words = f"{counted(len(cells), 'run')} in {seconds_text(document['seconds'])}"
    words += f", {failed} without an answer" if failed else ""
    lead = paragraph(f"{words}; {counted(sum(counts.values()), 'published number')} compared.", class_="lead")
    chips = [
        element("span", f"<b>{counts[name]:,}</b> {text}", class_=f"chip {kind}")
        for name, (text, kind) in WORDS.items()
        if counts[name]
    ]
    return lead + element("p", " ".join(chips))


def _contents(document: Document) -> str:
    """Links to all stages; those of other pipelines that are included stand under their names."""
    if len(document["stages"]) < 2:
        return ""
    groups: dict[str, list[str]] = {}
    for stage in document["stages"]:
        link = element("a", escape(stage["title"]), href=f"#{slug(stage['name'])}")
        groups.setdefault(_paper(stage), []).append(element("li", link))
    lists = ((name, element("ul", "".join(links), class_="contents")) for name, links in groups.items())
    return "".join((element("h3", escape(name)) if name else "") + links for name, links in lists)


def _paper(stage: Document) -> str:
    """The name of the pipeline that a stage was included from; empty: it is this one's own."""
    return str(stage["name"].rpartition("/")[0])


def _stage(stage: Document) -> Iterator[str]:
    if stage.get("about"):
        yield paragraph(stage["about"])
    for drawn in stage.get("figures", ()):
        yield figure(drawn)
    numbers = [one for one in stage["published"] if not one.get("claim")]
    if numbers:
        first = 0 if any(one["at"] for one in numbers) else 1
        head = ("where", "quantity", "found", "published", "verdict")[first:]
        yield table(head, [_judged(one)[first:] for one in numbers])
    for cell in stage["cells"]:
        if cell["run"] and "companies" in cell["run"]:
            yield table(*gains_table(cell["run"]))
    claims = [one for one in stage["published"] if one.get("claim")]
    if claims:
        yield table(("the paper says", "found", "verdict"), [_claim(one) for one in claims])
    reasons = dict.fromkeys(one["because"] for one in stage["published"] if one["verdict"] == "wrong")
    for reason in reasons:
        yield paragraph(f"The paper is wrong: {str(reason).strip()}", class_="warn")
    for told in stage.get("told", ()):
        heading = element("h3", escape(told["title"][:1].upper() + told["title"][1:]))
        yield heading + element("pre", escape("\n".join(told["text"])))
    alone = not (stage.get("figures") or stage["published"] or stage.get("told"))
    yield element(
        "details", element("summary", "All runs of this stage") + _cells(stage), **({"open": ""} if alone else {})
    )


def _wrong(document: Document) -> Iterator[tuple[Cell, ...]]:
    """A line for each reason, with the first of the numbers that it explains."""
    reasons: dict[tuple[str, str], list[Document]] = {}
    for stage in document["stages"]:
        paper = _paper(stage) or document["pipeline"]
        for one in stage["published"]:
            if one["verdict"] == "wrong":
                reasons.setdefault((paper, str(one["because"]).strip()), []).append(one)
    for (paper, reason), ones in reasons.items():
        first, more = ones[0], f" (and {len(ones) - 1} more)" if len(ones) > 1 else ""
        if first.get("claim"):
            yield paper, first["claim"]["says"] + more, _sides(first), reason
        else:
            place = f" at {_where(first['at'])}" if first["at"] else ""
            yield paper, f"{first['quantity']}{place}: {first['printed']}{more}", _number(first["found"]), reason


def _judged(one: Document) -> tuple[Cell, ...]:
    found = "" if one["found"] is None else _number(one["found"])
    return _where(one["at"]), one["quantity"], found, one["printed"] or "–", _verdict(one)


def _claim(one: Document) -> tuple[Cell, ...]:
    return one["claim"]["says"], _sides(one), _verdict(one)


def _sides(one: Document) -> str:
    """`gems (strategy=paper) 17.9228 beside gems (strategy=best) 17.9233`."""
    claim = one["claim"]
    sides = [(one["quantity"], one["at"], one["found"])]
    sides += [(claim["other"], claim["beside"], claim["value"])] if claim["other"] else []
    words = [f"{name}{f' ({_where(at)})' if at else ''} {_number(value)}" for name, at, value in sides]
    return " beside ".join(words)


def _verdict(one: Document) -> Cell:
    text, kind = WORDS[one["verdict"]]
    sign = {"good": "✓", "bad": "✗", "warn": "✗", "new": "★"}[kind]
    words = {"agrees": "agrees", "truncates": "cut off", "filled": "new", "wrong": "paper wrong"}
    return f"{sign} {words.get(one['verdict'], text)}", kind


def _where(at: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in at.items())


def _cells(stage: Document) -> str:
    axes = list(dict.fromkeys(name for cell in stage["cells"] for name in cell["at"]))
    asked = list(dict.fromkeys(a["name"] for cell in stage["cells"] if cell["run"] for a in cell["run"]["answers"]))
    rows = []
    for cell in stage["cells"]:
        run = cell["run"]
        answers = {answer["name"]: answer_text(answer) for answer in run["answers"]} if run else {}
        size = (cell["problem"] or "", "")
        if run:
            states = "" if run.get("states") is None else f"{run['states']:,}"
            size = (states, seconds_text(sum(run["seconds"].values())))
        rows.append([*(cell["at"].get(name, "") for name in axes), *size, *(answers.get(name, "") for name in asked)])
    return table([*axes, "states", "time", *asked], rows)


def _number(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
