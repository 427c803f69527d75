"""Errors of all kinds -> a message on stderr, a JSON document where asked for, and an exit code."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeGuard

import rich_click as click

from oddsmith.context import StoppedError

OK, FAILED, USAGE, WRONG_SPEC, LOOSE, LIMIT, BUG = 0, 1, 2, 3, 4, 5, 70
STOPPED, INTERRUPTED, BROKEN_PIPE = 75, 130, 141


class ReaderGoneError(Exception):
    """Nobody reads the output any more (`| head`)."""


def guarded(work: Callable[[], Any], arguments: Sequence[str]) -> int:
    """Run `work`, which returns an exit code (None: 0); turn whatever goes wrong into another."""
    try:
        result = work()
        sys.stdout.flush()
        return result if isinstance(result, int) else OK
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted")
        if "--json" in arguments:
            _document([{"code": "interrupted", "message": "interrupted"}])
        return INTERRUPTED
    except StoppedError as error:
        _say(str(error))
        if "--json" in arguments:
            _document([{"code": "stopped", "message": str(error)}])
        return STOPPED
    except (BrokenPipeError, ReaderGoneError):
        _close_quietly()
        return BROKEN_PIPE
    except click.ClickException as error:
        _usage(error, arguments)
        return int(error.exit_code)
    except Exception as error:
        if _is_full(error):
            _close_quietly()
            _say(f"error: the output cannot be written: {os.strerror(error.errno or 0)}")
            return USAGE
        if "--debug" in arguments:
            raise
        return _explain(error, "--json" in arguments)


def _usage(error: click.ClickException, arguments: Sequence[str]) -> None:
    context = getattr(error, "ctx", None)
    message = f"error: {error.format_message()}"
    if context is not None:
        usage = "\n".join(line.rstrip() for line in context.get_usage().splitlines() if line.strip())
        message = f"{usage}\n{message}\n  help: {context.command_path} --help"
    _say(message)
    if "--json" in arguments:
        _document([{"code": "usage", "message": error.format_message()}])


def _explain(error: Exception, as_json: bool) -> int:
    """Say what is wrong, and return the exit code."""
    code, text, errors = explained(error)
    _say(text)
    if as_json:
        _document(errors)
    return code


def explained(error: Exception) -> tuple[int, str, list[dict[str, Any]]]:
    """The exit code, the message and the JSON form of an error that is not the command line's own."""
    from oddsmith.context import LimitError
    from oddsmith.hosting.blame import culprit, described
    from oddsmith.hosting.manager import PluginCrashError, PluginError, known
    from oddsmith.source import SpecError

    if isinstance(error, SpecError):
        return _explained_spec(error)
    if isinstance(error, LimitError | MemoryError):
        advice = getattr(error, "advice", "") or "allow more with --max-memory, or make the game smaller with --set"
        code, text, kind = LIMIT, f"over the limit: {error or 'the memory is used up'}\n  {advice}", "limit"
    elif isinstance(error, PluginCrashError):
        text = f"{error}\n  do without it: --without {error.origin.plugin}; the whole story: --debug"
        code, kind = BUG, "plugin"
    elif isinstance(error, PluginError):
        code, text, kind = USAGE, str(error), "plugin"
    elif origin := culprit(error, known().values()):
        return explained(PluginCrashError(origin, described(error)))
    else:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        code, kind = BUG, "bug"
        text = f"unexpected {what}\n  this is a bug; run again with --debug for the whole story"
    return code, f"error: {text}", [{"code": kind, "message": text}]


def _explained_spec(error: Any) -> tuple[int, str, list[dict[str, Any]]]:
    from oddsmith.report.json import diagnostic_document

    count = len(error.diagnostics)
    text = str(error) + (f"\n\n{count} errors" if count > 1 else "")
    return spec_exit_code(error.diagnostics), text, [diagnostic_document(d) for d in error.diagnostics]


def spec_exit_code(diagnostics: Iterable[Any]) -> int:
    """Mistakes on the command line (E7xx, and all in texts that stand there) are usage; all others are the spec's."""
    return USAGE if all(d.code.startswith("E7") or _is_argument(d.span) for d in diagnostics) else WRONG_SPEC


def _is_argument(span: Any) -> bool:
    """Whether the place is in the text of an option such as `--ask` or `--set N`."""
    return span is not None and span.source.name.startswith("--")


def _document(errors: list[dict[str, Any]]) -> None:
    import json

    with contextlib.suppress(OSError):
        print(json.dumps({"errors": errors}, indent=2), flush=True)


def _say(text: str) -> None:
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def _is_full(error: Exception) -> TypeGuard[OSError]:
    """Whether stdout could not be written: errors of files have a name, and files are written with care elsewhere."""
    causes = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
    return isinstance(error, OSError) and error.filename is None and error.errno in causes


def _close_quietly() -> None:
    """Nobody reads any more: leave without the interpreter's own complaint."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
