"""Every hook is documented under its exact signature, and in the order in which it is declared."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import oddsmith.plugin
import oddsmith.testing
from oddsmith.hosting import hookspecs
from oddsmith.plugin import SURFACE, Promise, Trait

GUIDE = Path(__file__).parents[2] / "plugins" / "README.md"


def declared() -> dict[str, str]:
    """Hook -> its signature as written."""
    tree = ast.parse(Path(hookspecs.__file__).read_text())
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("oddsmith_")]
    assert all(function.returns for function in functions)
    return {f.name: f"{f.name}({ast.unparse(f.args)}) -> {ast.unparse(f.returns)}" for f in functions if f.returns}


def test_each_hook_has_a_heading_with_its_exact_signature_in_the_guide() -> None:
    headings = re.findall(r"^### `(oddsmith_.*)`$", GUIDE.read_text(), re.MULTILINE)
    assert headings == list(declared().values())


def test_all_that_hooks_speak_of_is_on_the_surface() -> None:
    known = {"str", "float", "object", "type", "tuple", "None", "Iterable"}
    for name, signature in declared().items():
        spoken = set(re.findall(r"(?<=[:\[|,>( ])[A-Za-z]+(?=[\],|) ]|$)", signature.split("(", 1)[1]))
        assert not [word for word in spoken - known if not hasattr(oddsmith.plugin, word)], name


def test_each_hook_says_in_one_sentence_what_it_is_for() -> None:
    for name in declared():
        text = getattr(hookspecs, name).__doc__
        assert text, name
        assert "\n" not in text, name
        assert text.endswith("."), name


def test_the_hooks_of_the_design_are_there() -> None:
    offers = ["reductions", "kernels", "solvers", "importers", "exporters", "learners"]
    others = ["commands", "check", "choose_solver", "stage_done", "report_sections"]
    assert set(declared()) == {f"oddsmith_{name}" for name in offers + others}


def test_only_the_choice_of_a_solver_takes_the_first_answer() -> None:
    first = [name for name in declared() if getattr(hookspecs, name).oddsmith_spec["firstresult"]]
    assert first == ["oddsmith_choose_solver"]


@pytest.mark.parametrize("kind", [Trait, Promise])
def test_the_guide_has_a_line_for_each_trait_and_promise(kind: type[Trait | Promise]) -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*) \|$", GUIDE.read_text(), re.MULTILINE)
    listed = [row for row in rows if row[0] in kind.__members__]
    assert listed == [(member.name, member.value) for member in kind]


def test_the_guide_has_a_line_for_each_check() -> None:
    listed = re.findall(r"^\| `(check_\w+)\(", GUIDE.read_text(), re.MULTILINE)
    assert sorted(listed) == [name for name in oddsmith.testing.__all__ if name.startswith("check_")]


def test_the_guide_tells_the_version_of_the_surface() -> None:
    assert f"`oddsmith.plugin.SURFACE`, now `{SURFACE}`" in GUIDE.read_text()


def test_the_table_of_contents_names_every_section() -> None:
    text = GUIDE.read_text()
    listed = re.findall(r"^- \[(.*)\]\(#(.*)\)$", text, re.MULTILINE)
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert listed == [(head, re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-")) for head in heads]
