"""What a plugin offers -> nothing, or an AssertionError that says which of the rules for all kinds it breaks."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

from oddsmith.hosting.options import build, options, unreadable
from oddsmith.source import SpecError

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def assert_offer(kind: str, offer: Any) -> None:
    """It has a name, a line of help, documented options with defaults, and cannot be changed."""
    offered = type(offer)
    name = getattr(offered, "name", None)
    assert isinstance(name, str), f"{offered.__name__} has no `name: ClassVar[str]`, by which users would call it"
    whom = f"{kind} {name}"
    assert NAME.fullmatch(name), f"{whom}: a name is made of small letters, digits and single hyphens"
    assert is_dataclass(offered), f"{whom}: {offered.__name__} must be a frozen dataclass, whose fields are options"
    about = (offered.__doc__ or "").strip()
    automatic = about.startswith(f"{offered.__name__}(")
    assert about and not automatic, f"{whom} has no docstring: `pipeline plugins` shows its first line"  # noqa: PT018
    try:
        fresh = build(offered, {}, whom)
    except SpecError as error:
        raise AssertionError(f"{whom}: every option needs a default ({error.diagnostics[0].message})") from None
    assert fresh == offered(), f"{whom}: two of them with the same options are not equal"
    silent = [option.name for option in options(offered) if not option.help]
    assert not silent, f"{whom}: option {', '.join(silent)} has no text under it, which `pipeline options` would show"
    unread = unreadable(offered)
    assert not unread, f"{whom}: nobody can set the option {', '.join(unread)}, whose type has no form as a text"
    for field in fields(offer)[:1]:
        try:
            setattr(fresh, field.name, getattr(fresh, field.name))
        except FrozenInstanceError:
            continue
        raise AssertionError(f"{whom}: write @dataclass(frozen=True), so that nothing changes an option later")
