"""A reduction is a frozen record of options with one method."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, replace
from typing import ClassVar

import pytest

from oddsmith.context import BrokenOfferError, Context
from oddsmith.process.process import Process
from oddsmith.process.reduction import Reduction, reduced


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


@dataclass(frozen=True)
class WithoutQuestions(Reduction):
    name: ClassVar[str] = "without-questions"

    def apply(self, process: Process, context: Context) -> Process:
        return replace(process, questions=())


@dataclass(frozen=True)
class Nothing(Reduction):
    name: ClassVar[str] = "nothing"

    def apply(self, process: Process, context: Context) -> Process:
        return None  # type: ignore[return-value]


def test_what_was_asked_is_asked_of_the_smaller_process(process: Process) -> None:
    assert process.questions
    assert reduced(WithoutLabels(), process, Context()).questions == process.questions
    with pytest.raises(BrokenOfferError, match="the reduction without-questions changed what is asked in"):
        reduced(WithoutQuestions(), process, Context())


def test_something_else_than_a_process_is_told(process: Process) -> None:
    with pytest.raises(BrokenOfferError, match="the reduction nothing returned NoneType, which is no Process"):
        reduced(Nothing(), process, Context())
