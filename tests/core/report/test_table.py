"""Tables are plain and stable where no terminal is."""

from __future__ import annotations

import io

import pytest

from oddsmith.report.table import blocks, plain_table, print_table


def test_columns_line_up_and_numbers_stand_right() -> None:
    assert plain_table(("name", "size"), [("a", "5"), ("long", "1,000")], numbers=[1]) == (
        "name   size\na         5\nlong  1,000"
    )


def test_without_a_terminal_no_colour_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("verdict",), [("✓ 1/2",)])
    assert capsys.readouterr().out == "verdict\n✓ 1/2\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("width", "lines"), [(80, 1), (40, 1), (26, 2)])
def test_on_a_terminal_the_elastic_column_is_cut_while_something_of_it_is_left(
    width: int, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    print_table(("name", "method"), [("0.123456789", "interval iteration, many sweeps")], elastic=1)
    shown = terminal.getvalue().splitlines()[2:]
    assert len(shown) >= lines
    assert ("…" in shown[0]) == (width == 40)


def test_where_nothing_of_it_would_be_left_it_is_told_below(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("COLUMNS", "45")
    monkeypatch.setenv("NO_COLOR", "1")
    answer = "0.3936251374 in [0.393, 0.394]"
    rows = [("win", answer, "one sweep"), ("draw", answer, "one sweep"), ("length", answer, "exactly")]
    print_table(("question", "answer", "method"), rows, elastic=2)
    lines = terminal.getvalue().splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["win", "draw", "length"]
    assert lines[5:] == ["", "method: one sweep (win, draw)", "method: exactly (length)"]


def test_a_wide_table_goes_on_below_with_its_first_columns_again() -> None:
    head, rows = (
        ("n", "states", "paper", "value", "paper", "seconds"),
        [("1", "2" * 20, "ok", "3" * 20, "ok", "4" * 10)],
    )
    assert blocks(head, rows, 1, (2, 4), 100) == [[0, 1, 2, 3, 4, 5]]
    assert blocks(head, rows, 1, (2, 4), 45) == [[0, 1, 2], [0, 3, 4, 5]]
    assert blocks(head, rows, 1, (2, 4), 10) == [[0, 1, 2], [0, 3, 4], [0, 5]]
