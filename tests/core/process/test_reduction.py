"""A reduction is a frozen record of options with one method."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, replace
from typing import ClassVar

import pytest

from oddsmith.context import Context
from oddsmith.process.process import Process
from oddsmith.process.reduction import Reduction


@dataclass(frozen=True)
class WithoutLabels(Reduction):
    name: ClassVar[str] = "without-labels"
    keep: int = 0

    def apply(self, process: Process, context: Context) -> Process:
        return replace(process, labels=process.labels[: self.keep])


def test_options_are_fields_and_the_process_is_replaced(process: Process) -> None:
    assert WithoutLabels().apply(process, Context()).labels == ()
    assert WithoutLabels(keep=1).apply(process, Context()) == process


def test_options_cannot_change() -> None:
    with pytest.raises(FrozenInstanceError):
        WithoutLabels().keep = 3  # type: ignore[misc]


def test_a_reduction_without_apply_is_none() -> None:
    with pytest.raises(TypeError):
        Reduction()  # type: ignore[abstract]
