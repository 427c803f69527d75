"""Examples of a command -> the last section of its help, in lines that can be copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rich_click as click

Example = tuple[str, str]
"""What is wanted, and the line that does it."""


class _Documented(click.RichCommand):
    """A command, or a group of them, whose help ends with examples."""

    def __init__(self, *given: Any, examples: tuple[Example, ...] = (), **named: Any) -> None:
        super().__init__(*given, **named)
        self.examples = examples

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Each line stands whole, however narrow the terminal is, so that it can be copied."""
        from rich.text import Text

        text = Text()
        text.append(" Examples\n", "bold")
        for what, line in self.examples:
            text.append(f"   {line}\n").append(f"       {what}\n", "dim")
        if self.examples:
            formatter.console.print(text, soft_wrap=True)


class Command(_Documented):
    """A command whose help ends with examples."""


class Group(_Documented, click.RichGroup):  # type: ignore[misc]  # as rich-click itself does
    """A group of commands whose help ends with examples."""


def documented(name: str, *examples: Example) -> Callable[[Callable[..., int]], Command]:
    """The decorator of a command with its examples."""
    decorate: Callable[[Callable[..., int]], Command] = click.command(name, cls=Command, examples=examples)
    return decorate
