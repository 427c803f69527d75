"""`pipeline doctor`: what this machine has, and what to install for what it lacks."""

from __future__ import annotations

from typing import Any

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, plugin_options


@documented(
    "doctor",
    ("what is here, and what is missing", "pipeline doctor"),
    ("for a report of a problem", "pipeline doctor --json"),
)
@plugin_options
def command(**given: Any) -> int:
    """Look at versions, cores, memory, compilers, PETSc, MPI and plugins, and say what to install for what is missing.

    Exit code 1 if something is missing that every run needs.
    """
    from oddsmith.report.json import print_document
    from oddsmith.report.table import print_table
    from oddsmith.run.doctor import examine

    settings = Settings(**given)
    findings = list(examine(settings.host()))
    if settings.as_json:
        rows = [
            {"group": f.group, "name": f.name, "found": f.found or None, "advice": f.advice or None, "fine": f.fine}
            for f in findings
        ]
        print_document({"findings": rows})
    else:
        rows_shown = [(f.group, f.name, _sign(f.found, f.fine), "" if f.found else f.advice) for f in findings]
        print_table(("", "what", "found", "for what, and how to get it"), _grouped(rows_shown))
    return 0 if all(finding.fine for finding in findings) else 1


def _sign(found: str, fine: bool) -> str:
    return f"✓ {found}" if found else ("–" if fine else "✗ missing")


def _grouped(rows: list[tuple[str, str, str, str]]) -> list[tuple[str, str, str, str]]:
    """The name of a group stands only where it begins."""
    last = ""
    result = []
    for group, *rest in rows:
        result.append(("" if group == last else group, *rest))
        last = group
    return result  # type: ignore[return-value]
