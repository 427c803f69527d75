"""Files -> text, or a refusal that says why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from oddsmith.source import SpecError
from oddsmith.spec.text import LARGEST_FILE, decode, read_file


def refusal(data: bytes) -> tuple[str, str | None]:
    with pytest.raises(SpecError) as error:
        decode(data, "test.yaml")
    (diagnostic,) = error.value.diagnostics
    return diagnostic.code, diagnostic.span.place if diagnostic.span else None


def test_text_is_kept_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("game: é\r\n".encode())
    source = read_file(path, "shown.yaml")
    assert (source.name, source.text) == ("shown.yaml", "game: é\r\n")


def test_a_byte_order_mark_is_dropped() -> None:
    assert decode(b"\xef\xbb\xbfgame: x", "a").text == "game: x"


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"game: x\nabout: \xff", "E102", "test.yaml:2:8"),
        (b"game: a\x00", "E102", "test.yaml:1:8"),
        (b"game: \x1b[31m", "E102", "test.yaml:1:7"),
        ("game: x".encode("utf-16"), "E102", None),
        (b"", "E106", "test.yaml:1:1"),
        (b"  \n\n", "E106", "test.yaml:1:1"),
        (b"#" * (LARGEST_FILE + 1), "E105", None),
    ],
)
def test_what_is_refused(data: bytes, code: str, place: str | None) -> None:
    assert refusal(data) == (code, place)


def test_control_characters_never_reach_the_terminal() -> None:
    with pytest.raises(SpecError) as error:
        decode(b"game: \x1b[31m red", "a")
    assert "\x1b" not in str(error.value)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.yaml", tmp_path / "a.yaml" / "b.yaml", Path("a\0b")):
        with pytest.raises(SpecError) as error:
            read_file(path)
        assert [d.code for d in error.value.diagnostics] == ["E101"]


def test_pipes_are_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SpecError, match=r"E101: .* is not a plain file"):
        read_file(tmp_path / "pipe")


def test_large_files_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as handle:
        handle.truncate(50_000_000)
    with pytest.raises(SpecError, match=r"50\.0 MB"):
        read_file(path)
