"""A notebook -> its code cells run one after the other, each with what it shows.

`python tests/specs/notebook.py` keeps what they show in the notebook.
"""

from __future__ import annotations

import ast
import base64
import io
import json
import os
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "specs" / "tutorials" / "oddsmith.ipynb"
LONGEST = 6_000
"""Characters of HTML that are kept; what is longer is made anew where the notebook is run."""

Bundle = dict[str, str]
"""What is shown by its type, as notebooks do: text/plain, text/html, image/png."""


def executed(notebook: dict[str, Any], folder: Path) -> list[tuple[dict[str, Any], Bundle]]:
    """The code cells in their order, with what they show; the first mistake ends it."""
    os.environ["MPLBACKEND"] = "agg"
    names: dict[str, Any] = {"__name__": "__main__"}
    with chdir(folder):
        return [(cell, shown("".join(cell["source"]), names)) for cell in notebook["cells"] if is_code(cell)]


def is_code(cell: dict[str, Any]) -> bool:
    return bool(cell["cell_type"] == "code")


def shown(source: str, names: dict[str, Any]) -> Bundle:
    """Run a cell; the value of its last line is shown, with its rich forms, and so are open figures of matplotlib."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    bundle = {"text/plain": printed.getvalue().rstrip("\n")} if printed.getvalue() else {}
    if value is not None and not source.rstrip().endswith(";"):
        bundle["text/plain"] = repr(value)
        if hasattr(value, "_repr_html_"):
            bundle["text/html"] = value._repr_html_()
    return bundle | drawn()


def drawn() -> Bundle:
    """The open figure, as a notebook draws it."""
    from matplotlib import pyplot

    if not pyplot.get_fignums():
        return {}
    data = io.BytesIO()
    pyplot.savefig(data, format="png", dpi=60)
    pyplot.close("all")
    return {"image/png": base64.b64encode(data.getvalue()).decode()}


def kept(notebook: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The same notebook with outputs."""
    for count, (cell, bundle) in enumerate(executed(notebook, folder), 1):
        data = {kind: text for kind, text in bundle.items() if kind == "image/png" or len(text) <= LONGEST}
        output = {"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data}
        cell["execution_count"], cell["outputs"] = count, [output] if data else []
    return notebook


if __name__ == "__main__":
    document = kept(json.loads(NOTEBOOK.read_text(encoding="utf-8")), NOTEBOOK.parent)
    NOTEBOOK.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
