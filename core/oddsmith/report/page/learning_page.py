"""The document of an experiment with learners -> the sections of its page: gains beside the limit, curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from oddsmith.report.figure import figure_document
from oddsmith.report.learning import gains_table, learning_figures
from oddsmith.report.page.html import figure, paragraph, section, table
from oddsmith.report.page.run_page import closing_sections
from oddsmith.run.quantities import counted, seconds_text

Document = dict[str, Any]


def learning_sections(document: Document, files: Mapping[str, str]) -> Iterator[str]:
    """Gains, curves, and what every run ends with."""
    yield section("Gains", paragraph(_lead(document), class_="lead"), table(*gains_table(document)))
    drawn = [figure(figure_document(one)) for one in learning_figures(document).values()]
    yield section("Curves", *drawn)
    spent = ", ".join(f"{stage} {seconds_text(seconds)}" for stage, seconds in document["seconds"].items())
    yield section("Cost", paragraph(f"{spent}; at most {document['peak_rss_mb']} MB"))
    yield from closing_sections(files)


def _lead(document: Document) -> str:
    games = f"{counted(document['games'], 'game')} of {counted(document['hands'], 'hand')} against each company"
    tree = f"{document['histories']:,} histories, {counted(document['information_sets'], 'information set')}"
    return f"{games}, seed {document['seed']}; {tree}. Means with their {100 * document['confidence']:g} % intervals."
