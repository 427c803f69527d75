"""The name of a bench file -> what it lists: games for two tools, or runs with targets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from oddsmith.run.bench.games import Case, cases
from oddsmith.run.bench.suite import Suite, SuiteReader
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.compose import compose
from oddsmith.spec.text import read_file
from oddsmith.spec.tree import Mapping

FOLDER = Path("pipelines/bench")
USUAL = "games"


def bench_file(words: Sequence[str], path: Path | None) -> tuple[Path, tuple[str, ...]]:
    """The file, and the names of what is to be measured; the first word may be the name of a file of the folder."""
    if path is not None:
        return path, tuple(words)
    if words and (FOLDER / f"{words[0]}.yaml").is_file():
        return FOLDER / f"{words[0]}.yaml", tuple(words[1:])
    return FOLDER / f"{USUAL}.yaml", tuple(words)


def read_bench(path: Path, names: Sequence[str]) -> list[Case] | Suite:
    """What the file lists."""
    complaints = Complaints()
    tree = compose(read_file(path), complaints)
    complaints.check()
    if isinstance(tree, Mapping):
        if tree.get("runs") is not None:
            suite = SuiteReader(complaints, path).suite(tree)
            complaints.check()
            return suite
        games = tree.get("games")
        if games is not None and isinstance(games.value, Mapping):
            return cases(games.value, path.parent, names)
    fix = "a bench file has the key `games` or `runs`"
    raise SpecError([Diagnostic("E203", f"`{path}` lists nothing to measure", fix=fix)])
