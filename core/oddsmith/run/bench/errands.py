"""A part of a run -> its seconds as JSON: a script of its own, for parts that no command tells the time of.

`write SPEC` and `read SPEC` explore a game and then write or read it in Unified Markov Binary; `copy SPEC` writes and
reads the same bytes plainly; `import LINES` translates a model of so many lines in the PRISM language.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from oddsmith.run.bench.measure import PROGRAM


def main(errand: str, about: str, *overrides: str) -> None:
    """Do an errand and print what it took."""
    with tempfile.TemporaryDirectory(prefix="oddsmith-bench-") as folder:
        place = Path(folder)
        found = _translated(int(about), place) if errand == "import" else _exchanged(errand, about, overrides, place)
    print(json.dumps(found))


def _translated(lines: int, folder: Path) -> dict[str, float]:
    model = folder / "long.prism"
    model.write_text(long_model(lines))
    begun = time.perf_counter()
    command = [sys.executable, "-c", PROGRAM, "import", str(model), "-o", str(folder / "long.yaml"), "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    spent = time.perf_counter() - begun
    return {"value": lines, "states": 0, "part_seconds": spent}


def long_model(lines: int) -> str:
    """A decision process with a command in every line."""
    commands = [
        f"  [a{n % 50}] x={n} & (y<{n % 90} | z) -> 0.25:(x'=min(x+1,{lines}))&(y'={n % 100}) + 0.75:(z'=!z);"
        for n in range(lines)
    ]
    return "\n".join(
        ["mdp", "module m", f"  x : [0..{lines}];", "  y : [0..100];", "  z : bool;", *commands, "endmodule", ""]
    )


def _exchanged(errand: str, spec: str, overrides: tuple[str, ...], folder: Path) -> dict[str, float]:
    from oddsmith.context import Context
    from oddsmith.hosting.manager import load
    from oddsmith.hosting.registry import registry
    from oddsmith.run.exchange import explored_of, process_of
    from oddsmith.run.plan import Plan
    from oddsmith.run.runner import Tools

    host = load()
    tools = Tools(host, registry(host), Context())
    pairs = [pair.partition("=") for pair in overrides]
    plan = Plan(Path(spec), overrides=tuple((name, value) for name, _, value in pairs))
    explored = explored_of(plan, process_of(plan, tools), tools, False)
    file = folder / "model.umb"
    begun = time.perf_counter()
    tools.registry.make("exporter", "umb", {}).write(explored, file, tools.context)
    spent = time.perf_counter() - begun
    if errand == "copy":
        spent = _copied(file)
    if errand == "read":
        begun = time.perf_counter()
        model = tools.registry.make("importer", "umb", {}).open(file, tools.context)
        # Most of the file stays on disk until somebody reads it.
        assert model.transitions.weight.sum() > 0 <= int(model.transitions.column.max())
        spent = time.perf_counter() - begun
    return {"value": file.stat().st_size, "states": explored.space.size, "part_seconds": spent}


def _copied(file: Path) -> float:
    """The bytes of a file, written to another one."""
    data = file.read_bytes()
    begun = time.perf_counter()
    file.with_suffix(".copy").write_bytes(data)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main(*sys.argv[1:])
