"""The program `pipeline`: its commands, each imported when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

import rich_click as click

from oddsmith.cli.boundary import ReaderGoneError, guarded
from oddsmith.run.ranks import launched
from oddsmith.version import VERSION

GROUPS = {
    "Ask": ("run", "check", "test", "play", "estimate"),
    "What to do": ("explain", "strategy"),
    "Look and compare": ("report", "plot", "show", "compare", "rebind"),
    "Other programs": ("export", "import", "cluster"),
    "This installation": ("doctor", "plugins", "options", "new-plugin", "schema", "completion", "bench"),
}
"""The commands as the help lists them."""
COMMANDS = tuple(name for names in GROUPS.values() for name in names)
"""Each `x` lives in `oddsmith.cli.commands.x` as `command` (with `_` for a hyphen)."""


class Program(click.RichGroup):
    """The group of all commands; every error ends here as a message and a documented exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *sorted(self.added)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> Any:
        if cmd_name in COMMANDS:
            return import_module(f"oddsmith.cli.commands.{cmd_name.replace('-', '_')}").command
        return self.added.get(cmd_name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from oddsmith.hosting.names import suggestion

            ctx.fail(f"there is no command {args[0]}: {suggestion(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        arguments = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False

        def work() -> Any:
            return super(Program, self).main(arguments, *rest, **extra)

        ranks = launched()
        if ranks.several:
            from oddsmith.cli.together import together

            sys.exit(together(ranks, work, arguments))
        sys.exit(guarded(work, arguments))

    def make_context(self, *given: Any, **named: Any) -> Any:
        """`--help` and `--version` print from here."""
        with _told_of_broken_pipes():
            return super().make_context(*given, **named)

    def invoke(self, ctx: click.Context) -> Any:
        with _told_of_broken_pipes():
            return super().invoke(ctx)

    @cached_property
    def added(self) -> dict[str, Any]:
        """The commands of plugins whose entry points are named `command-…`; nothing is imported if there are none.

        Who cannot be imported, or fails, is named, and the other commands are there.
        """
        if not any(point.name.startswith("command-") for point in entry_points(group="oddsmith")):
            return {}
        from oddsmith.hosting.manager import PluginError, load

        def told(text: object) -> None:
            print(text, file=sys.stderr, flush=True)

        try:
            load(prefix="command-", told=told).notify("oddsmith_commands", told, cli=self)
        except PluginError as error:
            told(error)
        return dict(self.commands)

    def add_command(self, cmd: click.Command, name: str | None = None, *rest: Any, **extra: Any) -> None:
        """Refuse a second command of one name: nobody would know which one answers."""
        name = name or cmd.name
        if name in (*COMMANDS, *self.commands):
            raise ValueError(f"there is a command {name} already")
        super().add_command(cmd, name, *rest, **extra)


@contextmanager
def _told_of_broken_pipes() -> Iterator[None]:
    """Click would end the program with exit code 1."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGoneError from None


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.rich_config({"command_groups": {"*": [{"name": name, "commands": list(GROUPS[name])} for name in GROUPS]}})
@click.version_option(VERSION, prog_name="oddsmith")
def program() -> None:
    """Oddsmith: who wins this game, how often, how long does it take, and what should I do?

    A game is a YAML file (see specs/). Start with: pipeline run specs/gambler.yaml. Every command has examples:
    pipeline run --help. Completion in the shell: pipeline completion --help.

    Exit codes: 0 fine, 1 an expectation or comparison failed, 2 usage, 3 the spec is wrong, 4 bounds wider than
    asked, 5 over a limit of memory, time or states, 70 a bug, 75 stopped as asked (go on
    with: pipeline run --resume RUN), 130 interrupted, 141 nobody reads the output.
    """
