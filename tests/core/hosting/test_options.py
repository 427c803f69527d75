"""Fields of a dataclass are options: read from text, checked, explained."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import ClassVar, Literal

import pytest

from oddsmith.context import BrokenOfferError
from oddsmith.hosting.options import Option, build, options, unreadable
from oddsmith.source import SpecError


class Order(Enum):
    FORWARD = 1
    BACK_WARD = 2


@dataclass(frozen=True)
class Sample:
    name: ClassVar[str] = "sample"
    most_sweeps: int = 100
    """How often at most."""
    width: float = 1e-9
    strict: bool = False
    mode: Literal["fast", "safe"] = "safe"
    order: Order = Order.FORWARD
    folder: Path | None = None
    names: tuple[str, ...] = field(default=(), metadata={"help": "Which ones."})


def test_options_are_described_by_type_default_and_the_docstring_below_the_field() -> None:
    found = {option.name: option for option in options(Sample)}
    assert found["most-sweeps"] == Option("most-sweeps", "a whole number", "100", "How often at most.")
    assert found["mode"].takes == "fast or safe"
    assert found["folder"].takes == "a path or none"
    assert found["names"].help == "Which ones."
    assert "name" not in found


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"most-sweeps": "7"}, Sample(most_sweeps=7)),
        ({"most_sweeps": "7"}, Sample(most_sweeps=7)),
        ({"width": "1e-3"}, Sample(width=1e-3)),
        ({"strict": "yes"}, Sample(strict=True)),
        ({"mode": "fast"}, Sample(mode="fast")),
        ({"order": "back-ward"}, Sample(order=Order.BACK_WARD)),
        ({"folder": "a/b"}, Sample(folder=Path("a/b"))),
        ({"folder": "none"}, Sample(folder=None)),
        ({"names": "x, y"}, Sample(names=("x", "y"))),
    ],
)
def test_texts_become_values_of_the_field_type(given: dict[str, str], expected: Sample) -> None:
    assert build(Sample, given, "solver sample") == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"most-sweeps": "many"}, "option most-sweeps of solver sample takes a whole number, not many"),
        ({"strict": "2"}, "takes true or false"),
        ({"mode": "slow"}, "takes fast or safe"),
        ({"most-sweep": "3"}, "did you mean most-sweeps"),
    ],
)
def test_wrong_options_are_refused_with_what_is_right(given: dict[str, str], message: str) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        build(Sample, given, "solver sample")
    assert caught.value.diagnostics[0].code == "E703"


@dataclass(frozen=True)
class Wrapper:
    """Passes some options on to a library."""

    rounds: int = 3
    passed: tuple[tuple[str, str], ...] = field(default=(), metadata={"prefixes": ("lib_", "sub_")})
    """What the library knows."""


def test_options_of_a_library_are_passed_on_by_their_prefix() -> None:
    made = build(Wrapper, {"lib_type": "fast", "rounds": "7", "sub-size": " 2 "}, "solver wrapper")
    assert made == Wrapper(7, (("lib_type", "fast"), ("sub_size", "2")))


def test_options_of_a_library_are_described_in_one_line() -> None:
    assert options(Wrapper)[-1] == Option("lib_*, sub_*", "text", "", "What the library knows.")


@pytest.mark.parametrize(
    ("name", "fix"), [("lbi_type", "did you mean lib_type?"), ("passed", r"known: lib_\*, rounds, sub_\*")]
)
def test_what_has_no_such_prefix_is_still_refused(name: str, fix: str) -> None:
    with pytest.raises(SpecError, match=fix):
        build(Wrapper, {name: "x"}, "solver wrapper")


@dataclass(frozen=True)
class Forgetful:
    """Its author forgot an import."""

    limit: Nowhere = 3  # type: ignore[name-defined]  # noqa: F821


def test_a_type_that_is_not_known_is_the_fault_of_the_plugin() -> None:
    for use in (options, lambda offered: build(offered, {}, "solver forgetful")):
        with pytest.raises(BrokenOfferError, match="an option of Forgetful is not known: name 'Nowhere'") as error:
            use(Forgetful)
        assert error.value.module == __name__


def test_types_without_a_text_are_found() -> None:
    assert unreadable(Sample) == ()
    assert unreadable(Wrapper) == ()

    @dataclass(frozen=True)
    class Nested:
        table: dict[str, int] | None = None
        lists: tuple[list[int], ...] = ()
        order: Order | None = None

    assert unreadable(Nested) == ("table", "lists")
