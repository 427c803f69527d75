"""The folders of two small runs, and a browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program
from oddsmith.run.kept import kept_files

ROOT = Path(__file__).parents[4]
SWITCHES = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --virtual-time-budget=4000 --window-size=1000,1400"
)
Look = Callable[[str, str], str]


@pytest.fixture(scope="session")
def run_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Of a game with decisions, a distribution under a strategy, and expectations."""
    out = tmp_path_factory.mktemp("run") / "kept"
    spec = str(ROOT / "specs" / "another-game.yaml")
    assert CliRunner().invoke(program, ["run", spec, "--out", str(out), "--quiet"]).exit_code == 0
    return kept_files(out)


@pytest.fixture(scope="session")
def study_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Of a pipeline with a landscape, a drawing of states, and a published number that is wrong."""
    folder = tmp_path_factory.mktemp("study")
    path = str(ROOT / "pipelines" / "groote-zantema-2014.yaml")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        arguments = ["run", path, "--only", "simple", "--only", "two", "--out", "kept", "--quiet"]
        assert CliRunner().invoke(program, arguments).exit_code == 0
    return kept_files(folder / "kept")


@pytest.fixture
def look(tmp_path: Path) -> Look:
    """The page as a browser leaves it, after a script; errors of the page stand in `data-errors`."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        pytest.skip("no chromium on this machine: apt-get install chromium")

    def open_page(html: str, script: str) -> str:
        note = "document.documentElement.dataset.errors = e.message"
        watch = f"<script>window.addEventListener('error', (e) => {note});</script>"
        act = f"<script>{script}</script>"
        page = re.sub("<head>", f"<head>{watch}", html, count=1).replace("</body>", f"{act}</body>")
        (tmp_path / "page.html").write_text(page)
        command = [browser, *SWITCHES.split(), f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
        made = subprocess.run(
            [*command, (tmp_path / "page.html").as_uri()],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={**os.environ, "HOME": str(tmp_path)},
        )
        return made.stdout

    return open_page
