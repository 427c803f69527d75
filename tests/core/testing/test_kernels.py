"""The check for authors of kernels passes good ones and catches bad ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.plugin import Context, NotCompilableError, Process, SpecError, Target, explore
from oddsmith.testing import check_kernel, process_of
from oddsmith.testing.games import GAMBLER


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def names(kind: str) -> list[str]:
    return [offer.name for offer in registry(load()).of(kind)]


@pytest.mark.parametrize("name", names("kernel"))
def test_every_installed_kernel_agrees_with_the_reference(installed: Registry, name: str) -> None:
    check_kernel(installed.make("kernel", name, {}))


def test_a_kernel_that_forgets_commands_is_caught(installed: Registry) -> None:
    right: Target = installed.make("kernel", "reference", {})

    @dataclass(frozen=True)
    class Forgetful(Target):
        """Forgetful."""

        name: ClassVar[str] = "forgetful"
        numbers: ClassVar[str] = "exact"

        def build(self, process: Process, conditions: tuple[object, ...], context: Context) -> object:  # type: ignore[override]
            return right.build(replace(process, summands=process.summands[:1]), conditions, context)  # type: ignore[arg-type]

    with pytest.raises(AssertionError, match="builds another gambler"):
        check_kernel(Forgetful())


def test_an_exact_kernel_that_refuses_games_must_say_so(installed: Registry) -> None:
    right: Target = installed.make("kernel", "reference", {})

    @dataclass(frozen=True)
    class Choosy(Target):
        """Takes chains only."""

        name: ClassVar[str] = "choosy"
        numbers: ClassVar[str] = "exact"

        def build(self, process: Process, conditions: tuple[object, ...], context: Context) -> object:  # type: ignore[override]
            if process.kind != "chain":
                raise NotCompilableError("decisions")
            return right.build(process, conditions, context)  # type: ignore[arg-type]

    @dataclass(frozen=True)
    class Honest(Choosy):
        """Takes chains only, and says so."""

        partial: ClassVar[bool] = True

    with pytest.raises(AssertionError, match="partial = True"):
        check_kernel(Choosy())
    check_kernel(Honest())
    with pytest.raises(SpecError, match="the kernel choosy cannot take this game"):
        explore(process_of(GAMBLER), (), (Honest(),), Context())
