"""What a command gains -> statements: once per choice, and per successor where the gain reads the next state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from oddsmith.plugin import Expr, Process, Summand
from oddsmith_plugins.kernels.compiled_parts.calls import called_functions
from oddsmith_plugins.kernels.compiled_parts.real import real
from oddsmith_plugins.kernels.compiled_parts.render import Renderer

if TYPE_CHECKING:
    from oddsmith_plugins.kernels.compiled_parts.commands import Writer


def looks_ahead(expr: Expr) -> bool:
    """Whether a gain depends on the successor."""
    return "next" in called_functions(expr)


def is_stepped(process: Process) -> bool:
    return any(looks_ahead(gain.value) for summand in process.summands for gain in summand.gains)


def is_gainful(process: Process) -> bool:
    """Whether any command gains anything by itself."""
    return any(not looks_ahead(gain.value) for summand in process.summands for gain in summand.gains)


def choice_gains(writer: Writer, renderer: Renderer, summand: Summand) -> None:
    """`gains[choice, r]`; left unwritten in games whose commands gain nothing."""
    process = renderer.program.process
    if not is_gainful(process):
        return
    for place, reward in enumerate(process.rewards):
        texts = [
            real(renderer, g.value).text for g in summand.gains if g.reward == reward.name and not looks_ahead(g.value)
        ]
        writer.put(f"gains[choice * {len(process.rewards)} + {place}] = {' + '.join(texts) or '0.0'}")


def step_gains(writer: Writer, renderer: Renderer, summand: Summand) -> None:
    """`steps[at, r]`; left unwritten in games without such gains."""
    process = renderer.program.process
    if not is_stepped(process):
        return
    words = renderer.program.words
    following = Renderer(
        renderer.program, row=f"tail(targets, at * {words})", words=tuple(f"n{k}" for k in range(words))
    )
    seeing = replace(renderer, following=following)
    for place, reward in enumerate(process.rewards):
        texts = [real(seeing, g.value).text for g in summand.gains if g.reward == reward.name and looks_ahead(g.value)]
        writer.put(f"steps[at * {len(process.rewards)} + {place}] = {' + '.join(texts) or '0.0'}")
