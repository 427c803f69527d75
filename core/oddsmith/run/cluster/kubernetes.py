"""A job -> a manifest for kubectl."""

from __future__ import annotations

import json
import re

from oddsmith.run.cluster.filling import filled
from oddsmith.run.cluster.job import Job
from oddsmith.version import VERSION

IMAGE = f"oddsmith:{VERSION}"
_PLAIN = re.compile(r"(--)?[A-Za-z_/][A-Za-z0-9_./-]*")
_TAKEN = ("true", "false", "yes", "no", "on", "off", "null", "y", "n")
"""Words that YAML does not read as texts."""


def kubernetes(job: Job) -> str:
    """A Job of one pod, an indexed Job with a pod for each cell, or an MPIJob over many nodes."""
    values = {
        **vars(job),
        "label": job.label,
        "lead": job.lead,
        "megabytes": job.megabytes,
        "image": text(job.image or IMAGE),
        "claim": text(job.claim),
        "slots": job.slots or job.cells,
        "queue": f"\n    kueue.x-k8s.io/queue-name: {text(job.queue)}" if job.queue else "",
        "arguments": "\n".join(f"- {text(word)}" for word in job.arguments),
    }
    limit = f"activeDeadlineSeconds: {int(job.seconds)}"
    values["deadline"] = f"\n{'    ' if job.nodes > 1 else '  '}{limit}" if job.deadline else ""
    values |= {piece: filled(f"kubernetes/{piece}.yaml", values) for piece in ("pod", "container", "resources")}
    kind = "mpijob" if job.nodes > 1 else "job" if job.cells is None else "sweep"
    return filled(f"kubernetes/{kind}.yaml", values)


def text(word: str) -> str:
    """A word as YAML reads it back."""
    return word if _PLAIN.fullmatch(word) and word.lower() not in _TAKEN else json.dumps(word)
