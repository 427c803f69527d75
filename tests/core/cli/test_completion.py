"""Completion: what a shell is told when it asks what may follow."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from oddsmith.cli.completion import VARIABLE, offered
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry

KINDS = ("solver", "kernel", "reduction", "importer", "exporter", "learner")


def completed(line: str) -> list[str]:
    """What bash would offer behind this line, by the protocol of click."""
    words = line.split(" ")
    environment = os.environ | {VARIABLE: "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    code = "from oddsmith.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("pipeline ex", ["plain,explain", "plain,export"]),
        ("pipeline run --max-s", ["plain,--max-states"]),
        ("pipeline run specs/ruin.yaml --solver inter", ["plain,interval-iteration"]),
        ("pipeline run specs/ruin.yaml --reduce symm", ["plain,symmetry"]),
        ("pipeline show specs/ruin.yaml --kernel comp", ["plain,compiled"]),
        ("pipeline export specs/ruin.yaml --to pri", ["plain,prism"]),
        ("pipeline import model --from jan", ["plain,jani"]),
        ("pipeline compare specs/ruin.yaml --solvers exact,ex", []),
        ("pipeline compare specs/ruin.yaml --solvers exact,dir", ["plain,exact,direct"]),
        ("pipeline options simul", ["plain,simulation"]),
        ("pipeline cluster render ", ["plain,slurm", "plain,kubernetes"]),
        ("pipeline completion ", ["plain,bash", "plain,zsh", "plain,fish"]),
        ("pipeline show specs/ruin.yaml --after sp", ["plain,space"]),
        ("pipeline run spe", ["file,spe"]),
    ],
)
def test_what_may_follow(line: str, found: list[str]) -> None:
    assert completed(line) == found


@pytest.mark.parametrize("kind", KINDS)
def test_entry_points_are_named_after_what_they_offer(kind: str) -> None:
    """So that completion need not import them."""
    available = registry(load())
    skipped = {skip.origin.plugin.partition("-")[2] for skip in available.host.skipped}
    assert {offer.name for offer in available.offers if offer.kind == kind} == set(offered(kind)) - skipped
