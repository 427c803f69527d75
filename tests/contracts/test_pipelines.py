"""The pipeline file in the guide is a good one, and uses every key there is (but `reductions`, which it describes)."""

from __future__ import annotations

import re
from pathlib import Path

from oddsmith.context import Limits
from oddsmith.run.pipeline import KEYS, plan_of

GUIDE = Path(__file__).parents[2] / "pipelines" / "README.md"


def test_the_example_of_the_guide_is_read_as_it_says(tmp_path: Path) -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert {line.partition(":")[0] for line in text.splitlines()} == set(KEYS) - {"reductions"}
    (tmp_path / "example.yaml").write_text(text)
    plan = plan_of(tmp_path / "example.yaml")
    assert plan.overrides == (("N", "5"), ("d", "5"))
    assert [ask.name for ask in plan.asks] == ["both"]
    assert plan.solver is not None
    assert plan.solver.name == "interval-iteration"
    assert plan.limits == Limits(2_000_000_000, 300.0, 10_000_000)
    assert plan.precision == 1e-12
