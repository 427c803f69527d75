"""The check for authors of importers passes good ones and catches bad ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

import pytest

from oddsmith.context import Context
from oddsmith.exchange.exporter import Explored
from oddsmith.plugin import Diagnostic, ForeignText, Imported, Importer, SpecError
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing import check_importer
from oddsmith.testing.games import WALK
from oddsmith.testing.reference import explored, installed

PLUGINS = installed()
COIN = """\
dtmc
module coin
  s : [0..2] init 0;
  [] s = 0 -> 1/3 : (s' = 1) + 2/3 : (s' = 2);
endmodule
label "heads" = s = 1;
"""


def test_the_importer_of_prism_keeps_the_rules() -> None:
    check_importer(PLUGINS.make("importer", "prism", {}), [COIN])


@pytest.mark.parametrize("name", ["umb", "drn", "explicit"])
def test_importers_of_states_keep_the_rules(name: str, tmp_path: Path) -> None:
    exporter = PLUGINS.make("exporter", name, {})
    process = lower(load_text(WALK))
    path = tmp_path / f"walk{exporter.suffixes[0]}"
    exporter.write(Explored(process, explored(process, PLUGINS.all_of("kernel"))), path, Context())
    check_importer(PLUGINS.make("importer", name, {}), [path])


@dataclass(frozen=True)
class Bare(Importer):
    """Reads `p WEIGHT`, and trusts everybody."""

    name: ClassVar[str] = "bare"
    suffixes: ClassVar[tuple[str, ...]] = (".bare",)

    def read(self, foreign: ForeignText, context: Context) -> Imported:
        weight = foreign.model.text.split()[1]
        moves = f"[{{{weight}: {{s: 1}}}}, {{1 - {weight}: {{s: 2}}}}]"
        question = 'win: {ask: "P=? [F s = 1]"}'
        rules = f"variables: {{s: 0..2}}\ncommands: [{{when: s = 0, then: {moves}}}]"
        return Imported(f"game: bare\n{rules}\nquestions: {{{question}}}\n")


@dataclass(frozen=True)
class Careful(Bare):
    """Reads `p WEIGHT`, and nothing else."""

    name: ClassVar[str] = "careful"

    def read(self, foreign: ForeignText, context: Context) -> Imported:
        words = foreign.model.text.split()
        if len(words) != 2 or words[0] != "p":
            raise SpecError([Diagnostic("X001", "write `p WEIGHT`")])
        return super().read(foreign, context)


def test_an_importer_that_fails_on_nonsense_is_caught() -> None:
    with pytest.raises(AssertionError, match=r"ends in IndexError .* it should raise SpecError"):
        check_importer(Bare(), ["p 1/3"])


def test_one_that_complains_about_nonsense_is_fine() -> None:
    check_importer(Careful(), ["p 1/3"], {"win": Fraction(1, 3)})


def test_wrong_answers_are_caught() -> None:
    with pytest.raises(AssertionError, match="win is 1/3, expected 1/2"):
        check_importer(Careful(), ["p 1/3"], {"win": Fraction(1, 2)})


def test_an_expected_question_that_nobody_asks_is_told() -> None:
    with pytest.raises(AssertionError, match="no model has the question lose"):
        check_importer(Careful(), ["p 1/3"], {"lose": Fraction(2, 3)})


def test_a_refused_model_is_told() -> None:
    with pytest.raises(AssertionError, match="is refused: write `p WEIGHT`"):
        check_importer(Careful(), ["q 1/3"])
