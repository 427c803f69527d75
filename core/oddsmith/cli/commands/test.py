"""`pipeline test SPEC…`: run specs and compare every answer with what it is expected to be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from oddsmith.cli.settings import Settings, run_options

if TYPE_CHECKING:
    from oddsmith.hosting.outcome import Outcome


@click.command("test")
@click.argument("specs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SPEC...")
@run_options
def command(specs: tuple[Path, ...], **given: Any) -> int:
    """Run specs and check every `expect:` in them; a spec that is wrong or too large counts as failed."""
    from oddsmith.cli.boundary import explained
    from oddsmith.report.json import outcome_document, print_document

    settings = Settings(**given)
    documents: list[dict[str, Any]] = []
    codes: list[int] = []
    for path in specs:
        try:
            outcome, code = _run(path, settings)
        except Exception as error:
            if settings.debug:
                raise
            code, text, errors = explained(error)
            settings.say(text)
            documents.append({"spec": str(path), "errors": errors})
            if not settings.as_json:
                print(f"{path}: ✗ {errors[0]['message']}")
        else:
            documents.append(outcome_document(outcome))
            if not settings.as_json:
                _print(path, outcome)
        codes.append(code)
    failed = sum(code != 0 for code in codes)
    if settings.as_json:
        print_document({"passed": len(codes) - failed, "failed": failed, "specs": documents})
    else:
        print(f"{len(codes) - failed} of {len(codes)} specs as expected")
    return max(codes)


def _run(path: Path, settings: Settings) -> tuple[Outcome, int]:
    from oddsmith.cli.session import opened
    from oddsmith.run.outcome import exit_code
    from oddsmith.run.runner import run

    with opened(settings, path) as (plan, tools):
        outcome = run(plan, tools).outcome
    return outcome, exit_code(outcome)


def _print(path: Path, outcome: Outcome) -> None:
    """One line per spec, and one per answer that is not as expected."""
    from oddsmith.report.terminal import value_text, verdict

    checked = [answer for answer in outcome.answers if answer.ok is not None]
    wrong = [answer for answer in checked if not answer.ok]
    sign = "✗" if wrong else "✓"
    seconds = sum(outcome.seconds.values())
    print(f"{path}: {sign} {len(checked) - len(wrong)} of {len(checked)} as expected ({seconds:.2f} s)", flush=True)
    for answer in wrong:
        print(f"  {answer.question.name}: {value_text(answer)}, expected {verdict(answer).removeprefix('✗ ')}")
