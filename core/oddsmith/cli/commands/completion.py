"""`pipeline completion bash|zsh|fish`: what a shell needs to complete commands, options, files and plugins."""

from __future__ import annotations

import rich_click as click

from oddsmith.cli.help import documented

SHELLS = ("bash", "zsh", "fish")


@documented(
    "completion",
    ("in bash, for all sessions to come", "pipeline completion bash >> ~/.bashrc"),
    ("in zsh", "pipeline completion zsh >> ~/.zshrc"),
    ("in fish", "pipeline completion fish > ~/.config/fish/completions/pipeline.fish"),
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document to stdout.")
@click.option("--debug", is_flag=True, help="Show the whole traceback of an unexpected error.")
@click.pass_context
def command(ctx: click.Context, /, shell: str, as_json: bool, debug: bool) -> int:
    """Print the script that makes a shell complete commands, options, files and the names of plugins.

    SHELL is bash (4.4 or newer), zsh or fish. The script asks this program what may follow.
    """
    from click.shell_completion import get_completion_class

    from oddsmith.cli.completion import VARIABLE
    from oddsmith.report.json import print_document

    found = get_completion_class(shell)
    assert found is not None
    script = found(ctx.find_root().command, {}, "pipeline", VARIABLE).source()
    if as_json:
        print_document({"shell": shell, "script": script})
    else:
        print(script)
    return 0
