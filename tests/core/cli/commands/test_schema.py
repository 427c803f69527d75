"""`pipeline schema`: for editors."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Call = Callable[..., Any]


def test_it_is_a_json_schema(call: Call) -> None:
    document = call("schema").document
    assert "draft-07" in document["$schema"]
    assert "questions" in json.dumps(document)


def test_there_is_one_for_each_kind_of_file(call: Call) -> None:
    titles = [call("schema", "--of", kind).document["title"] for kind in ("spec", "pipeline", "strategy")]
    assert titles == ["Oddsmith spec", "Oddsmith pipeline", "Oddsmith strategy"]
    assert call("schema", "--of", "table").code == 2
