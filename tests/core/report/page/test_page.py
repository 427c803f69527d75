"""The page of a run: everything in one file, and it works in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from oddsmith.report.figure import Figure, Series, figure_document
from oddsmith.report.page.page import page
from oddsmith.report.page.run_page import answer_text

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
    assert "<td>mean 17.54092231, 353 values from 5 to 357</td>" in html
    assert "The model as it was read" in html
    assert "./repeat" in html


def test_an_estimate_has_a_digit_more_than_its_interval_proves(run_files: dict[str, str]) -> None:
    document = json.loads(run_files["answers.json"])
    numbers = {"value": 0.1534, "lower": 0.1441, "upper": 0.1629, "exact": None, "confidence": 0.99}
    answer = {**document["answers"][0], **numbers}
    html = page([{"answers.json": json.dumps({**document, "states": 0, "transitions": 0, "answers": [answer]})}])
    assert "<td>0.153 in [0.144, 0.163] at 99 %</td>" in html
    assert "Nothing stored; as expected: 1 of 1 answer." in html


@pytest.mark.parametrize(
    ("support", "chances", "told"),
    [
        (["1/2", 2], [0.5, 0.5], "mean 1.25, 2 values from 0.5 to 2"),
        ([1, "Infinity"], [0.5, 0.25], "2 values from 1 to Infinity"),
        ([], [], "never"),
    ],
)
def test_a_distribution_in_short(support: list[object], chances: list[float], told: str) -> None:
    answer = {"value": {"support": support, "probability": chances}, "lower": chances, "upper": chances}
    assert answer_text(answer) == told


def test_verdicts_come_first_in_a_study(study_files: dict[str, str]) -> None:
    html = page([study_files])
    assert "<b>1</b> are wrong in the paper" in html
    assert "The paper is wrong: it is 1 - 0.3936 - 0.3799" in html


def test_without_expectations_there_is_no_column_for_them(run_files: dict[str, str]) -> None:
    document = json.loads(run_files["answers.json"])
    assert "<th>expected</th>" in page([run_files])
    answers = [{**answer, "ok": None, "expect": None} for answer in document["answers"]]
    html = page([{"answers.json": json.dumps({**document, "answers": answers})}])
    assert "<th>answer</th><th>method</th>" in html


def test_texts_of_a_spec_cannot_become_part_of_the_page(run_files: dict[str, str]) -> None:
    evil = {**run_files, "spec/another-game.yaml": "</pre><script>alert(1)</script>"}
    assert "<script>alert(1)" not in page([evil])


def test_sections_of_plugins_are_on_the_page(run_files: dict[str, str]) -> None:
    html = page([{**run_files, "sections.json": '[{"title": "Luck", "text": "a < b"}]'}])
    assert "<h2>Luck</h2><pre>a &lt; b</pre>" in html


def test_several_runs_stand_one_after_the_other(run_files: dict[str, str]) -> None:
    html = page([run_files, run_files])
    assert html.count('class="several"') == 2
    assert html.index("Side by side") < html.index("<h1>")
    assert all(f", run {number}</h1>" in html for number in (1, 2))


def test_every_figure_is_drawn_without_errors(
    run_files: dict[str, str], study_files: dict[str, str], look: Look
) -> None:
    count = f"{DONE}document.querySelectorAll('figure svg, figure canvas').length"
    seen = look(page([run_files]), count)
    assert "data-errors" not in seen
    assert 'data-done="10"' in seen  # two distributions, four landscapes with the maps behind them
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


def test_a_landscape_tells_its_numbers_and_can_be_turned_by_keys(study_files: dict[str, str], look: Look) -> None:
    script = f"""
      const canvas = document.querySelector('figure canvas'), box = canvas.getBoundingClientRect();
      canvas.dispatchEvent(new PointerEvent('pointermove',
        {{clientX: box.left + box.width / 2, clientY: box.top + box.height / 2}}));
      const text = document.getElementById('tip').textContent, before = canvas.toDataURL();
      canvas.dispatchEvent(new KeyboardEvent('keydown', {{key: 'ArrowLeft'}}));
      const turned = canvas.toDataURL();
      [...canvas.parentNode.querySelectorAll('button')].find((b) => b.textContent === 'as at first').click();
      {DONE}[text, before !== turned, before === canvas.toDataURL()].join(' | ')"""
    seen = look(page([study_files]), script)
    assert "data-errors" not in seen
    assert re.search(r'data-done="pos\[2\] \d+, pos\[1\] \d+: 0\.\d+ \| true \| true"', seen)


def test_a_finger_reads_numbers_by_touching_them(run_files: dict[str, str], look: Look) -> None:
    script = f"""
      const bar = document.querySelector('.bar');
      const touch = (place, name) => place.dispatchEvent(
        new PointerEvent(name, {{pointerType: 'touch', bubbles: true}}));
      touch(bar, 'pointerdown');
      touch(bar, 'pointerleave');
      const after = tip.style.display;
      touch(document.querySelector('h1'), 'pointerdown');
      {DONE}after + ' ' + tip.style.display"""
    assert 'data-done="block none"' in look(page([run_files]), script)


def test_a_map_tells_the_number_under_the_pointer(run_files: dict[str, str], look: Look) -> None:
    script = f"""
      const map = document.querySelector('figure .cells').closest('svg');
      map.style.display = '';
      const cells = map.querySelector('.cells'), box = cells.getBoundingClientRect();
      cells.dispatchEvent(new PointerEvent('pointermove',
        {{clientX: box.left + 1, clientY: box.bottom - 1}}));
      {DONE}document.getElementById('tip').textContent"""
    assert 'data-done="coin[1] 0, coin[2] 0: ' in look(page([run_files]), script)


def test_nothing_is_wider_than_a_phone(run_files: dict[str, str], study_files: dict[str, str], look: Look) -> None:
    script = f"""
      document.body.style.width = '390px';
      const wide = (e) => e.getBoundingClientRect().right > 391 && !e.closest('.wide, pre');
      setTimeout(() => {{
        const found = [...document.querySelectorAll('main *')].filter(wide);
        {DONE}found.length + ' ' + document.querySelector('figure canvas').clientWidth;
      }}, 500)"""
    for files in (run_files, study_files):
        seen = look(page([files]), script)
        assert "data-errors" not in seen
        assert re.search(r'data-done="0 3\d\d"', seen)


def test_dragging_over_a_chart_zooms(run_files: dict[str, str], look: Look) -> None:
    script = f"""
      const count = () => document.querySelector('figure svg').querySelectorAll('.bar').length, before = count();
      const box = document.querySelector('figure svg').getBoundingClientRect();
      const at = (name, share) => document.querySelector('figure svg').dispatchEvent(new PointerEvent(name,
        {{pointerType: 'mouse', clientX: box.left + share * box.width, clientY: box.top + 50}}));
      at('pointerdown', 0.3);
      at('pointermove', 0.5);
      at('pointerup', 0.5);
      {DONE}(count() > 3 && count() < before / 2)"""
    assert 'data-done="true"' in look(page([run_files]), script)


@pytest.mark.parametrize(
    ("values", "ordered"),
    [
        (["1/2", "1/10", "0.3"], ["1/10", "0.3", "1/2"]),
        (["5 min 20 s", "99 s", "2 h 10 min"], ["99 s", "5 min 20 s", "2 h 10 min"]),
        (["1,000", "-2", "inf", "7"], ["-2", "7", "1,000", "inf"]),
    ],
)
def test_fractions_times_and_infinity_are_sorted_as_numbers(values: list[str], ordered: list[str], look: Look) -> None:
    stage = {"name": "s", "title": "S", "cells": [], "figures": [], "told": []}
    numbers = [
        {"at": {}, "quantity": value, "printed": "1", "found": 1, "verdict": "agrees", "because": ""}
        for value in values
    ]
    study = {**CURVES, "stages": [{**stage, "published": numbers}]}
    script = f"""
      const head = document.querySelector('th');
      head.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter'}}));
      const cells = [...head.closest('table').tBodies[0].rows].map((row) => row.cells[0].textContent);
      {DONE}cells.join('; ') + ' ' + head.getAttribute('aria-sort')"""
    assert f'data-done="{"; ".join(ordered)} ascending"' in look(page([{"study.json": json.dumps(study)}]), script)


DOWN = Series("down", (1, 2), (1.0, 0.0))
CURVES: dict[str, Any] = {
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


def test_stages_of_included_pipelines_are_listed_under_their_names() -> None:
    stage = CURVES["stages"][0]
    stages = [
        {**stage, "name": name, "title": name.upper()} for name in ("own", "first/one", "first/two", "second/one")
    ]
    html = page([{"study.json": json.dumps({**CURVES, "stages": stages})}])
    listed = re.findall(r"<h3>(\w+)</h3>|<li><a href=\"#[\w-]+\">([\w/]+)</a></li>", html)
    assert ["".join(one) for one in listed] == ["OWN", "first", "FIRST/ONE", "FIRST/TWO", "second", "SECOND/ONE"]
