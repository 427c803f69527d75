"""The documents of several runs -> one table with a column for each: the same questions side by side."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from oddsmith.report.page.html import section, table
from oddsmith.report.page.run_page import answer_text
from oddsmith.run.quantities import seconds_text


def side_by_side(folders: Sequence[Mapping[str, str]], titles: Sequence[str]) -> str:
    """Nothing for one run, or where one of them is no run of a game."""
    if len(folders) < 2 or any("answers.json" not in files for files in folders):
        return ""
    documents = [json.loads(files["answers.json"]) for files in folders]
    names = dict.fromkeys(answer["name"] for document in documents for answer in document["answers"])
    rows = [(name, *(_answer(document, name) for document in documents)) for name in names]
    states = [f"{document['states']:,}" if document.get("states") else "" for document in documents]
    times = [seconds_text(sum(document["seconds"].values())) for document in documents]
    return section("Side by side", table(("", *titles), [*rows, ("states", *states), ("time", *times)]))


def _answer(document: Mapping[str, Any], name: str) -> str:
    return next((answer_text(answer) for answer in document["answers"] if answer["name"] == name), "")
