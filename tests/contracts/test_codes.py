"""Every code of a complaint is documented in the language guide, and every documented code exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_codes_in_the_guide_are_those_of_the_program() -> None:
    sources = [*(ROOT / "core").rglob("*.py"), *(ROOT / "plugins").rglob("*.py")]
    used = {code for source in sources for code in re.findall(r'"(E\d{3})"', source.read_text(encoding="utf-8"))}
    guide = (ROOT / "specs" / "README.md").read_text(encoding="utf-8")
    assert used == set(re.findall(r"\bE\d{3}\b", guide))
