"""Kubernetes manifests -> what is wrong with them: strict schemas, the shape of an MPIJob, and how pods are secured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

VERSION = "1.33"
MPIJOB = {
    "slotsPerWorker": int,
    "mpiImplementation": str,
    "sshAuthMountPath": str,
    "runPolicy": dict,
    "mpiReplicaSpecs": dict,
}
"""The fields of kubeflow.org/v2beta1 that are used here; that resource has no published schema in the validator."""
RUN_POLICY = {"cleanPodPolicy": str, "backoffLimit": int, "activeDeadlineSeconds": int}
REPLICA = {"replicas": int, "restartPolicy": str, "template": dict}


def problems(text: str) -> list[str]:
    """Everything that is wrong with the documents of a manifest."""
    found: list[str] = []
    for document in yaml.safe_load_all(text):
        found += _shape(document)
        for pod in _pods(document):
            found += _insecure(pod["spec"])
    return found


def _shape(document: dict[str, Any]) -> list[str]:
    if document["kind"] != "MPIJob":
        return _invalid(document)
    found = [] if document["apiVersion"] == "kubeflow.org/v2beta1" else [f"apiVersion {document['apiVersion']}"]
    if set(document) != {"apiVersion", "kind", "metadata", "spec"}:
        found.append(f"fields {sorted(document)}")
    spec = document["spec"]
    found += _typed(spec, MPIJOB, "spec") + _typed(spec["runPolicy"], RUN_POLICY, "runPolicy")
    if spec["runPolicy"]["cleanPodPolicy"] not in ("None", "Running", "All"):
        found.append("cleanPodPolicy")
    if set(spec["mpiReplicaSpecs"]) != {"Launcher", "Worker"}:
        found.append("mpiReplicaSpecs needs a Launcher and a Worker")
    for name, replica in spec["mpiReplicaSpecs"].items():
        found += _typed(replica, REPLICA, name)
        pod = {"apiVersion": "v1", "kind": "Pod", **replica["template"]}
        pod["metadata"] = {**pod["metadata"], "name": name.lower()}
        found += _invalid(pod)
    if spec["mpiReplicaSpecs"]["Launcher"]["replicas"] != 1:
        found.append("one launcher")
    return found


def _typed(mapping: dict[str, Any], fields: dict[str, type], where: str) -> list[str]:
    unknown = [f"{where}: unknown field {key}" for key in mapping if key not in fields]
    return unknown + [
        f"{where}.{key}: {value!r}"
        for key, value in mapping.items()
        if key in fields and not isinstance(value, fields[key])
    ]


def _invalid(document: dict[str, Any]) -> list[str]:
    import kubernetes_validate

    try:
        kubernetes_validate.validate(document, VERSION, strict=True)
    except kubernetes_validate.ValidationError as error:
        return [f"{document['kind']}: {error.message}"]
    return []


def _pods(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The templates of pods, wherever they stand."""
    if document["kind"] == "Job":
        yield document["spec"]["template"]
    elif document["kind"] == "MPIJob":
        for replica in document["spec"]["mpiReplicaSpecs"].values():
            yield replica["template"]


def _insecure(spec: dict[str, Any]) -> list[str]:
    """What the restricted standard for pods asks for, and a root file system that nobody writes to."""
    pod = spec.get("securityContext", {})
    rules = {
        "runAsNonRoot": pod.get("runAsNonRoot") is True and pod.get("runAsUser", 0) > 0,
        "seccompProfile": pod.get("seccompProfile") == {"type": "RuntimeDefault"},
        "automountServiceAccountToken": spec.get("automountServiceAccountToken") is False,
    }
    for container in spec["containers"]:
        own = container.get("securityContext", {})
        rules |= {
            "allowPrivilegeEscalation": own.get("allowPrivilegeEscalation") is False,
            "readOnlyRootFilesystem": own.get("readOnlyRootFilesystem") is True,
            "capabilities": own.get("capabilities") == {"drop": ["ALL"]},
            "resources": set(container.get("resources", {}).get("limits", {})) == {"cpu", "memory"},
        }
    return [f"insecure: {rule}" for rule, met in rules.items() if not met]


def main(paths: list[str]) -> int:
    """Check files; 1 if anything is wrong."""
    wrong = [f"{path}: {problem}" for path in paths for problem in problems(Path(path).read_text("utf-8"))]
    print("\n".join(wrong) or f"{len(paths)} manifests are valid for Kubernetes {VERSION}")
    return 1 if wrong else 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
