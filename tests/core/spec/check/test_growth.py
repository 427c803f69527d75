"""Names that stand for ever more are refused before anybody waits for them."""

from __future__ import annotations

import pytest

from oddsmith.source import SpecError
from oddsmith.spec.load import load_text

GAME = """
game: growing
variables: {{x: 0..3}}
commands:
  - when: x < 3
    let: {{{lets}}}
    then: [{{1/2: {{x: 3}}}}, {{1/2: {{let: {{{inner}}}, then: {{x: 0}}}}}}]
labels: {{{labels}}}
"""


def doubled(name: str, first: str, operator: str, times: int) -> str:
    return f"{name}0: {first}" + "".join(
        f", {name}{i}: {name}{i - 1} {operator} {name}{i - 1}" for i in range(1, times)
    )


def complaint(lets: str = "", inner: str = "", labels: str = "") -> tuple[str, str]:
    with pytest.raises(SpecError) as caught:
        load_text(GAME.format(lets=lets, inner=inner, labels=labels))
    (found,) = caught.value.diagnostics
    return found.code, found.message


def test_abbreviations_that_double_are_refused_once() -> None:
    assert complaint(lets=doubled("a", "x", "+", 60)) == ("E308", "written out, `a16` has 131,071 parts")
    assert complaint(inner=doubled("a", "x", "+", 60)) == ("E308", "written out, `a16` has 131,071 parts")


def test_labels_that_double_are_refused_once() -> None:
    assert complaint(labels=doubled("a", "x > 1", "and", 60)) == ("E308", "written out, `a15` has 131,071 parts")


def test_names_built_upon_names_may_be_deep_but_not_endless() -> None:
    chain = "a0: x > 1" + "".join(f", a{i}: a{i - 1} and x > 1" for i in range(1, 900))
    assert complaint(labels=chain) == ("E308", "written out, `a799` has parts nested 801 deep")


def test_what_people_write_is_fine() -> None:
    load_text(GAME.format(lets=doubled("a", "x", "+", 8), inner="b: a7 + 1", labels=doubled("l", "x > 1", "or", 8)))
