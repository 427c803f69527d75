"""The rules for all that plugins offer: each break is told in words that help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from oddsmith.testing.offers import assert_offer
from oddsmith.testing.reference import installed


@dataclass(frozen=True)
class Silent:
    """Has an option that nobody explains."""

    name: ClassVar[str] = "silent"
    speed: int = 1


@dataclass
class Soft:
    """Can be changed."""

    name: ClassVar[str] = "soft"
    speed: int = 1
    """How fast."""


@dataclass(frozen=True)
class Demanding:
    """Wants something."""

    speed: int
    """How fast."""
    name: ClassVar[str] = "demanding"


@dataclass(frozen=True)
class Loud:
    """Shouts."""

    name: ClassVar[str] = "LOUD_ONE"


@dataclass(frozen=True)
class Bare:
    name: ClassVar[str] = "bare"


@dataclass(frozen=True)
class Complicated:
    """Has an option that is no text."""

    name: ClassVar[str] = "complicated"
    table: Mapping[str, int] | None = None
    """What is worth what."""


class Plain:
    """No dataclass."""

    name = "plain"


WRONG: dict[str, Any] = {
    "option speed has no text under it": Silent(),
    "frozen=True": Soft(),
    "nobody can set the option table": Complicated(),
    "every option needs a default": Demanding(3),
    "small letters, digits and single hyphens": Loud(),
    "has no docstring": Bare(),
    "must be a frozen dataclass": Plain(),
    "int has no `name": 7,
}


@pytest.mark.parametrize("complaint", WRONG)
def test_each_break_is_told(complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        assert_offer("thing", WRONG[complaint])


def test_all_that_is_installed_keeps_the_rules() -> None:
    plugins = installed()
    for offer in plugins.offers:
        assert_offer(offer.kind, plugins.make(offer.kind, offer.name, {}))
