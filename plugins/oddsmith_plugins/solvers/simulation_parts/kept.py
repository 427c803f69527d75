"""Games that were counted <-> a file in a checkpoint, so that a run that was stopped goes on with the next game."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from oddsmith_plugins.solvers.simulation_parts.tallies import Tally
from oddsmith_plugins.solvers.simulation_parts.team import Played

FILE = "games.json"


def save(folder: Path, played: Played) -> None:
    """Floats are written with all their digits, so that going on gives the very same answers."""
    (folder / FILE).write_text(json.dumps(_document(played)), encoding="utf-8")


def restore(folder: Path | None) -> Played | None:
    """What was kept; None in a new run, or where another part of the work kept something."""
    if folder is None or not (folder / FILE).is_file():
        return None
    document = json.loads((folder / FILE).read_text(encoding="utf-8"))
    tallies = [
        Tally(**{**one, "counts": Counter({float(k): n for k, n in one["counts"]})}) for one in document["tallies"]
    ]
    return Played(document["games"], document["moves"], document["cut"], tallies)


def _document(played: Played) -> dict[str, Any]:
    tallies = [{**asdict(tally), "counts": list(tally.counts.items())} for tally in played.tallies]
    return {"games": played.games, "moves": played.moves, "cut": played.cut, "tallies": tallies}
