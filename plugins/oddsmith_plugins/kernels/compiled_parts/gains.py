"""What a command gains -> statements: once per choice, and per successor where the gain reads the next state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from oddsmith.plugin import Summand
from oddsmith_plugins.kernels.compiled_parts.calls import looks_ahead
from oddsmith_plugins.kernels.compiled_parts.real import real
from oddsmith_plugins.kernels.compiled_parts.render import Renderer

if TYPE_CHECKING:
    from oddsmith_plugins.kernels.compiled_parts.commands import Writer


def choice_gains(writer: Writer, renderer: Renderer, summand: Summand) -> None:
    """`gains[choice, r]`; left unwritten in games whose commands gain nothing."""
    process = renderer.program.process
    if not renderer.program.gainful:
        return
    for place, reward in enumerate(process.rewards):
        texts = [
            real(renderer, g.value).text for g in summand.gains if g.reward == reward.name and not looks_ahead(g.value)
        ]
        writer.put(f"gains[choice * {len(process.rewards)} + {place}] = {' + '.join(texts) or '0.0'}")


def step_gains(writer: Writer, renderer: Renderer, summand: Summand) -> None:
    """`steps[at, r]`; left unwritten in games without such gains."""
    process = renderer.program.process
    if not renderer.program.stepped:
        return
    words = renderer.program.words
    following = Renderer(
        renderer.program, row=f"tail(targets, at * {words})", words=tuple(f"n{k}" for k in range(words))
    )
    seeing = replace(renderer, following=following)
    for place, reward in enumerate(process.rewards):
        texts = [real(seeing, g.value).text for g in summand.gains if g.reward == reward.name and looks_ahead(g.value)]
        writer.put(f"steps[at * {len(process.rewards)} + {place}] = {' + '.join(texts) or '0.0'}")
