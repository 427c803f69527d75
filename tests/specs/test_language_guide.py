"""Every example of the language guide is a complete game that passes its own expectations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program

GUIDE = Path(__file__).parents[2] / "specs" / "README.md"
EXAMPLES = re.findall(r"```yaml\n(game: (\S+)\n.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_guide_has_examples() -> None:
    assert len(EXAMPLES) >= 8
    assert GUIDE.read_text(encoding="utf-8").count("```yaml") == len(EXAMPLES)


@pytest.mark.parametrize(("text", "name"), EXAMPLES, ids=[name for _, name in EXAMPLES])
def test_the_example_runs(text: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(program, ["test", str(path)])
    assert result.exit_code == 0, result.output
