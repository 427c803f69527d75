"""Tables are plain and stable where no terminal is."""

from __future__ import annotations

import pytest

from oddsmith.report.table import plain_table, print_table


def test_columns_line_up_and_numbers_stand_right() -> None:
    assert plain_table(("name", "size"), [("a", "5"), ("long", "1,000")], numbers=[1]) == (
        "name   size\na         5\nlong  1,000"
    )


def test_without_a_terminal_no_colour_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("verdict",), [("✓ 1/2",)])
    assert capsys.readouterr().out == "verdict\n✓ 1/2\n"
