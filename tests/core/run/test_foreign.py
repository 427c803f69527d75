"""A file of states and transitions is asked by its labels, its variables, and the numbers of its states."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.exchange.stored import ExplicitImporter, StoredModel
from oddsmith.hosting.manager import Origin, load
from oddsmith.hosting.registry import Offer, Registry, registry
from oddsmith.run.foreign import Foreign, foreign_of
from oddsmith.run.plan import Ask, Plan
from oddsmith.run.runner import Tools, run
from oddsmith.source import SpecError
from oddsmith.space.space import Gains, Stored


@dataclass(frozen=True)
class Ladder(ExplicitImporter):
    """Up with 1/2, down to the ground with 1/2, until the top is reached."""

    name: ClassVar[str] = "ladder"
    suffixes: ClassVar[tuple[str, ...]] = (".ladder",)

    def open(self, path: Path, context: Context) -> StoredModel:
        size = int(path.read_text())
        column = np.zeros(2 * size - 1, dtype=np.int32)
        column[:-1:2], column[-1] = np.arange(1, size), size - 1
        weight = np.full(2 * size - 1, 0.5)
        weight[-1] = 1
        row_start = np.r_[np.arange(0, 2 * size, 2)[:size], 2 * size - 1]
        top = np.arange(size) == size - 1
        gains = {"rungs": Gains((~top).astype(float), np.zeros(size))}
        labels = {"top": top, "not a word": ~top}
        return StoredModel("chain", Stored(size, None, row_start, column, weight), labels=labels, gains=gains)


def answers(size: int, tmp_path: Path, *questions: str) -> list[float]:
    path = tmp_path / "a.ladder"
    path.write_text(str(size))
    host = load()
    foreign = Foreign(Ladder(), path, Context())
    asks = tuple(Ask(f"ask{number}", text) for number, text in enumerate(questions))
    found = run(Plan(path, asks=asks, foreign=foreign), Tools(host, registry(host), Context()))
    assert found.outcome.kernel == "ladder"
    return [float(answer.value) for answer in found.answers]  # type: ignore[arg-type]


def test_labels_rewards_steps_and_numbers(tmp_path: Path) -> None:
    questions = ["R{rungs}=? [F top]", 'R{steps}=? [F "top"]', "P=? [F<=3 state = 3]", 'P=? [X "not a word"]']
    assert answers(4, tmp_path, *questions) == pytest.approx([14, 14, 1 / 8, 1])


@pytest.mark.parametrize("size", [10, 5_000])
def test_conditions_are_computed_by_either_kernel(size: int, tmp_path: Path) -> None:
    assert answers(size, tmp_path, "P=? [F<=2 state % 3 = 2 and not top]") == pytest.approx([1 / 4])


def test_an_unknown_name_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="there is no label or variable `tip`"):
        answers(4, tmp_path, "P=? [F tip]")


def test_without_a_question_the_labels_are_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="its labels: top, not a word"):
        answers(4, tmp_path)


def test_a_file_is_known_by_its_name_and_read_when_it_is_needed(tmp_path: Path) -> None:
    offers = Registry((Offer("importer", "ladder", Ladder, Origin("importer-ladder", "ladder", "test", "1")),))
    assert foreign_of(Path("a.yaml"), offers, Context()) is None
    found = foreign_of(tmp_path / "nowhere.ladder", offers, Context())
    assert found is not None
    with pytest.raises(SpecError, match="E101: there is no file"):
        _ = found.model
