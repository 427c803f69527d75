"""The tutorials are true: their files are written, their commands run, and what they show is printed."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*(ROOT / "specs" / "tutorials").glob("*.md"), *(ROOT / "specs" / "gallery").glob("*.md")])
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
NAMED = re.compile(r"(?:#|//) ([\w.-]+)\n")


def steps(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines that it is said to print."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.strip() and found:
            found[-1][1].append(line)
    return found


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "COLUMNS": "200"}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def shown_in_python(text: str, names: dict[str, object]) -> int:
    """Run the lines behind `>>>` and compare what they show; tells how many there were."""
    test = doctest.DocTestParser().get_doctest(text, names, "page", "page", 0)
    complaints: list[str] = []
    failed, ran = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
        test, out=complaints.append, clear_globs=False
    )
    names.update(test.globs)
    assert not failed, "".join(complaints)
    return ran


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    (tmp_path / "specs").symlink_to(ROOT / "specs")
    (tmp_path / "pipelines").symlink_to(ROOT / "pipelines")
    ran = 0
    for language, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "console":
            for command, shown in steps(text):
                done = run(command, tmp_path)
                assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
                printed = " ".join(done.stdout.split())
                for line in shown:
                    assert " ".join(line.split()) in printed, f"{command}\n{line}\n{done.stdout}{done.stderr}"
                ran += 1
        elif language == "python":
            ran += shown_in_python(text, names)
        elif named := NAMED.match(text):
            (tmp_path / named[1]).write_text(text, encoding="utf-8")
    assert ran or page.name == "README.md"


def test_every_link_leads_somewhere() -> None:
    for page in [*PAGES, *ROOT.glob("*.md"), *ROOT.glob("*/README.md"), *ROOT.glob("*/*/README.md")]:
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[\w-]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page}: {target}"


def test_the_gallery_lists_all_its_pages() -> None:
    gallery = ROOT / "specs" / "gallery"
    listed = set(re.findall(r"\]\(([\w-]+\.md)\)", (gallery / "README.md").read_text(encoding="utf-8")))
    assert listed == {page.name for page in gallery.glob("*.md")} - {"README.md"}


def test_pictures_are_small_and_used() -> None:
    texts = "".join(page.read_text(encoding="utf-8") for page in [*PAGES, ROOT / "README.md"])
    for picture in (ROOT / "specs" / "pictures").iterdir():
        assert picture.stat().st_size < 100_000
        assert f"pictures/{picture.name})" in texts
