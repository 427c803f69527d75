"""A path -> the text of the file as a Source, or a refusal: missing, too large, binary, empty."""

from __future__ import annotations

import re
from pathlib import Path

from oddsmith.source import Diagnostic, Source, Span, SpecError

LARGEST_FILE = 8 * 1024 * 1024
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def read_file(path: Path, name: str | None = None) -> Source:
    """The file's text; `name` is how messages call it (default: the path as given)."""
    shown = str(path) if name is None else name
    try:
        if path.is_dir():
            raise _refuse("E101", f"`{shown}` is a folder, not a spec", fix="name a .yaml file inside it")
        if not path.is_file():
            if path.exists():
                message = f"`{shown}` is not a plain file (a pipe or a device cannot be read twice)"
                raise _refuse("E101", message, fix="save the spec into a file")
            raise _refuse("E101", f"there is no file `{shown}`", fix="check the path")
        if path.stat().st_size > LARGEST_FILE:
            raise _too_large(shown, path.stat().st_size)
        with path.open("rb") as handle:
            data = handle.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise _refuse("E101", f"cannot read `{shown!s}`: {reason}") from None
    return decode(data, shown)


def decode(data: bytes, name: str) -> Source:
    """Bytes -> checked text."""
    if len(data) > LARGEST_FILE:
        raise _too_large(name, len(data))
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise _refuse("E102", f"`{name}` is UTF-16 text", fix="save it as UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = len(data[: error.start].decode("utf-8"))
        raise _not_text(
            name, data.decode("utf-8", errors="replace"), before, f"byte 0x{data[error.start]:02x} is not UTF-8"
        ) from None
    return checked(text, name)


def checked(text: str, name: str) -> Source:
    """Text as a Source, without a byte order mark, or a refusal."""
    if len(text) > LARGEST_FILE:
        raise _too_large(name, len(text))
    text = text.removeprefix("\ufeff")
    strange = _UNPRINTABLE.search(text)
    if strange:
        code = ord(strange.group())
        what = "a NUL byte" if code == 0 else f"the control character U+{code:04X}"
        raise _not_text(name, text, strange.start(), f"{what} cannot be part of a spec")
    source = Source(name, text)
    if not text.strip():
        raise _refuse("E106", f"`{name}` is empty", Span(source, 0, 0), fix="a spec starts with `game: some-name`")
    return source


def _not_text(name: str, text: str, offset: int, reason: str) -> SpecError:
    printable = Source(name, _UNPRINTABLE.sub("\ufffd", text))
    fix = "save it as UTF-8 text without control characters"
    return _refuse("E102", f"this is not plain text: {reason}", Span(printable, offset, offset + 1), fix)


def _too_large(name: str, size: int) -> SpecError:
    message = f"`{name}` has {size / 1e6:,.1f} MB; a spec may have {LARGEST_FILE // 2**20}"
    return _refuse("E105", message, fix="write families (`for:`), functions and tables instead of repeating commands")


def _refuse(code: str, message: str, span: Span | None = None, fix: str = "") -> SpecError:
    return SpecError([Diagnostic(code, message, span, fix=fix)])
