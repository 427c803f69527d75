"""What has been found so far, and the vector at work -> a checkpoint, and back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oddsmith.plugin import Bounded, Context, Finding, Status
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector
from oddsmith_plugins.solvers.rounds_parts.team import Team

RECORD, VECTOR = "record.json", "vector"


@dataclass
class Ledger:
    """Of one run."""

    context: Context
    team: Team = field(default_factory=Team)
    found: dict[str, Finding] = field(default_factory=dict)
    """Numbers by the name of their question; distributions are not kept."""

    def __post_init__(self) -> None:
        self.folder: Path | None = self.team.tell(self.context.keeper.kept() if self.team.rank == 0 else None)
        record = json.loads((self.folder / RECORD).read_text("utf-8")) if self.folder else {}
        self.work: dict[str, Any] = record.get("work", {})
        for name, (value, lower, upper, method, status) in record.get("found", {}).items():
            self.found[name] = Finding(Bounded(value, lower, upper), method, Status[status])

    def resume(self, what: str, stage: str, operator: Operator, x: Vector) -> dict[str, Any] | None:
        """Fill in the vector that was at work in this stage, and give its record; None if another one was."""
        if self.folder is None or not self.was_at(what, stage):
            return None
        operator.read(self.folder / VECTOR, x)
        return dict(self.work["record"])

    def was_at(self, what: str, stage: str) -> bool:
        """Whether the run that is resumed had reached this stage."""
        return (self.work.get("what"), self.work.get("stage")) == (what, stage)

    def pause(self, what: str, stage: str, record: dict[str, Any], operator: Operator, x: Vector) -> None:
        """Keep all this if it is time to."""
        keeper, first = self.context.keeper, self.team.rank == 0
        due, stop = self.team.tell((keeper.due(), keeper.stopping()) if first else (False, False))
        if not due:
            return
        found = {name: _row(finding) for name, finding in self.found.items() if isinstance(finding.value, Bounded)}
        text = json.dumps({"work": {"what": what, "stage": stage, "record": record}, "found": found})

        def write(folder: Path) -> None:
            folder = self.team.tell(folder)
            operator.write(folder / VECTOR, x)
            self.team.attempt(lambda: (folder / RECORD).write_text(text, "utf-8") if first else None)

        keeper.keep(write, stop)


def _row(finding: Finding) -> list[Any]:
    bounds = finding.value
    assert isinstance(bounds, Bounded)
    return [bounds.value, bounds.lower, bounds.upper, finding.method, finding.status.name]
