"""The page of a run: everything in one file, and it works in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser

from oddsmith.report.figure import Figure, Series, figure_document
from oddsmith.report.page.page import page

Look = Callable[[str, str], str]
DONE = "document.documentElement.dataset.done = "


class Links(HTMLParser):
    """Whatever a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [str(value) for name, value in attrs if name in ("src", "href") and tag != "a"]


def test_a_page_fetches_nothing(run_files: dict[str, str], study_files: dict[str, str]) -> None:
    for files in (run_files, study_files):
        links = Links()
        links.feed(page([files]))
        assert links.found == []


def test_the_answers_come_first(run_files: dict[str, str]) -> None:
    html = page([run_files])
    titles = re.findall(r"<h2>(.*?)</h2>", html)
    assert titles[:2] == ["Answers", "Figures"]
    assert "17.54092231" in html
    assert "✓ 17.5409223069053" in html
    assert "The model as it was read" in html
    assert "./repeat" in html


def test_verdicts_come_first_in_a_study(study_files: dict[str, str]) -> None:
    html = page([study_files])
    assert "<b>1</b> are wrong in the paper" in html
    assert "The paper is wrong: it is 1 - 0.3936 - 0.3799" in html


def test_texts_of_a_spec_cannot_become_part_of_the_page(run_files: dict[str, str]) -> None:
    evil = {**run_files, "spec/another-game.yaml": "</pre><script>alert(1)</script>"}
    assert "<script>alert(1)" not in page([evil])


def test_sections_of_plugins_are_on_the_page(run_files: dict[str, str]) -> None:
    html = page([{**run_files, "sections.json": '[{"title": "Luck", "text": "a < b"}]'}])
    assert "<h2>Luck</h2><pre>a &lt; b</pre>" in html


def test_several_runs_stand_one_after_the_other(run_files: dict[str, str]) -> None:
    assert page([run_files, run_files]).count('class="several"') == 2


def test_every_figure_is_drawn_without_errors(
    run_files: dict[str, str], study_files: dict[str, str], look: Look
) -> None:
    count = f"{DONE}document.querySelectorAll('figure svg, figure canvas').length"
    seen = look(page([run_files]), count)
    assert "data-errors" not in seen
    assert 'data-done="2"' in seen
    seen = look(page([study_files]), count)
    assert "data-errors" not in seen
    assert 'data-done="10"' in seen  # one drawing, three landscapes with the maps behind them, three maps


def test_bars_tell_their_numbers_and_the_whole_range_comes_back(run_files: dict[str, str], look: Look) -> None:
    script = f"""
      const bar = document.querySelector('.bar'), before = document.querySelectorAll('.bar').length;
      bar.dispatchEvent(new PointerEvent('pointermove', {{clientX: 50, clientY: 50}}));
      const text = document.getElementById('tip').textContent;
      document.querySelector('figure .tools button').click();
      {DONE}text + ' | ' + (document.querySelectorAll('.bar').length > before)"""
    seen = look(page([run_files]), script)
    assert 'data-done="5: 0.06152343' in seen
    assert "| true" in seen


def test_tables_are_sorted_by_a_click(run_files: dict[str, str], look: Look) -> None:
    script = f"""
      const table = document.querySelector('table'), first = () => table.tBodies[0].rows[0].cells[0].textContent;
      table.querySelector('th').click();
      const up = first();
      table.querySelector('th').click();
      {DONE}up + ' ' + first()"""
    assert 'data-done="at_most_5_cycles winner_coins"' in look(page([run_files]), script)


def test_a_landscape_can_be_seen_from_above_and_in_the_dark(study_files: dict[str, str], look: Look) -> None:
    script = f"""
      const place = document.querySelector('figure canvas').parentNode;
      place.querySelector('.tools button').click();
      document.getElementById('theme').click();
      {DONE}place.querySelector('canvas').style.display + ' ' + document.documentElement.dataset.theme"""
    assert 'data-done="none dark"' in look(page([study_files]), script)


DOWN = Series("down", (1, 2), (1.0, 0.0))
CURVES = {
    "pipeline": "curves",
    "about": "",
    "seconds": 1.0,
    "stages": [
        {
            "name": "one",
            "title": "Two curves",
            "cells": [],
            "published": [],
            "told": [{"title": "how to play for win", "text": ["f = 1  bold"]}],
            "figures": [
                figure_document(Figure("line", "T", "x", "y", (Series("up", (1, 2), (0.0, 1.0)), DOWN))),
            ],
        }
    ],
}


def test_a_chart_of_several_curves_has_a_legend_that_hides_them(look: Look) -> None:
    html = page([{"study.json": json.dumps(CURVES)}])
    assert "<h3>How to play for win</h3><pre>f = 1  bold</pre>" in html
    script = f"""
      const names = [...document.querySelectorAll('button.series')].map((b) => b.textContent).join(' ');
      document.querySelector('button.series').click();
      {DONE}names + ' ' + document.querySelectorAll('.curve').length"""
    seen = look(html, script)
    assert "data-errors" not in seen
    assert 'data-done="up down 1"' in seen
