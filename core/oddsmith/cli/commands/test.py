"""`pipeline test SPEC…`: run specs and compare every answer with what it is expected to be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from oddsmith.cli.boundary import LIMIT, OK, explained
from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, run_options

if TYPE_CHECKING:
    from oddsmith.hosting.outcome import Outcome


@documented(
    "test",
    ("whether the answers are what the specs expect", "pipeline test specs/gambler.yaml specs/ruin.yaml"),
    ("for a script", "pipeline test specs/gambler.yaml --json"),
)
@click.argument("specs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SPEC...")
@run_options
def command(specs: tuple[Path, ...], **given: Any) -> int:
    """Run specs and check every `expect:` in them.

    A spec that is too large for this machine is skipped and named. If nothing but such specs is left, or if it is a
    limit of the command line that they pass, the exit code is 5.
    """
    from oddsmith.report.json import print_document

    settings = Settings(**given)
    results = [_result(path, settings) for path in specs]
    codes = [code for code, _ in results]
    skipped = codes.count(LIMIT)
    failed = len(codes) - skipped - codes.count(OK)
    if settings.as_json:
        documents = [document for _, document in results]
        print_document({"passed": codes.count(OK), "failed": failed, "skipped": skipped, "specs": documents})
    else:
        print(f"{codes.count(OK)} of {len(codes)} specs as expected" + (f", {skipped} too large" if skipped else ""))
    limited = settings.max_memory or settings.max_time or settings.max_states
    worst = max((code for code in codes if code != LIMIT), default=LIMIT)
    return LIMIT if worst == OK and skipped and limited else worst


def _result(path: Path, settings: Settings) -> tuple[int, dict[str, Any]]:
    """The exit code of one spec, and its document; what it is worth is printed."""
    from oddsmith.report.json import outcome_document

    try:
        outcome, code = _run(path, settings)
    except Exception as error:
        if settings.debug:
            raise
        code, text, errors = explained(error)
        if code != LIMIT:
            settings.say(text)
        if not settings.as_json:
            print(f"{path}: {'–' if code == LIMIT else '✗'} {errors[0]['message'].splitlines()[0]}", flush=True)
        return code, {"spec": str(path), "errors": errors}
    if not settings.as_json:
        _print(path, outcome)
    return code, outcome_document(outcome)


def _run(path: Path, settings: Settings) -> tuple[Outcome, int]:
    from oddsmith.cli.session import opened
    from oddsmith.run.outcome import exit_code
    from oddsmith.run.runner import run

    with opened(settings, path) as (plan, tools):
        outcome = run(plan, tools).outcome
    return outcome, exit_code(outcome)


def _print(path: Path, outcome: Outcome) -> None:
    """One line per spec, and one per answer that is not as expected, or not known well enough."""
    from oddsmith.report.terminal import value_text, verdict
    from oddsmith.solve.solution import Status

    checked = [answer for answer in outcome.answers if answer.ok is not None]
    wrong = [answer for answer in checked if not answer.ok]
    loose = [answer for answer in outcome.answers if answer.status is not Status.DONE and answer.ok is not False]
    missing = any(answer.status is Status.MISSING for answer in outcome.answers)
    sign = "✗" if wrong else "–" if missing else "✗" if loose else "✓"
    seconds = sum(outcome.seconds.values())
    print(f"{path}: {sign} {len(checked) - len(wrong)} of {len(checked)} as expected ({seconds:.2f} s)", flush=True)
    for answer in wrong:
        expected = verdict(answer).removeprefix("✗").strip() or "true"
        print(f"  {answer.question.name}: {value_text(answer)}, expected {expected}")
    for answer in loose:
        reason = answer.method if answer.status is Status.MISSING else answer.status.value
        print(f"  {answer.question.name}: {value_text(answer)}: {reason}")
