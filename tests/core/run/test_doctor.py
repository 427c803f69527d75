"""What is found on a machine, and what is said of the rest."""

from __future__ import annotations

import shutil

import pytest

from oddsmith.hosting.manager import load
from oddsmith.run import doctor
from oddsmith.run.doctor import examine


def test_all_that_every_run_needs_is_here() -> None:
    findings = list(examine(load()))
    assert all(finding.fine for finding in findings)
    assert {"oddsmith", "machine", "packages", "plugins"} <= {finding.group for finding in findings}


def test_whatever_is_missing_comes_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    missing = [finding for finding in examine(load()) if not finding.found]
    assert {"git", "dot", "mpiexec", "cc", "podman"} <= {finding.name for finding in missing}
    assert all(finding.advice for finding in missing)


def test_a_missing_program_comes_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    (dot,) = [finding for finding in examine(load()) if finding.name == "dot"]
    assert (dot.found, dot.fine) == ("", True)
    assert "apt-get install graphviz" in dot.advice


def test_a_missing_package_that_is_needed_is_not_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "NEEDED", ("no-such-package",))
    (missing,) = [finding for finding in examine(load()) if finding.name == "no-such-package"]
    assert not missing.fine
