"""A bench file -> the runs to be measured with their targets, and what others published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from shutil import which

from oddsmith.hosting.names import unknown
from oddsmith.run.quantities import bytes_text, count, duration, seconds_text, size
from oddsmith.run.reading import Reader
from oddsmith.spec.tree import Mapping, Node

RUN = ("about", "spec", "arguments", "ranks", "threads", "needs", "target", "aim", "storm", "errand", "limit")
STORM = ("model", "constants", "property", "bisimulation")
TARGET = ("time", "memory", "against", "faster", "share", "same", "pace")
PEER = ("peer", "run", "about", "time", "memory", "source")
SUITE = ("bench", "about", "launcher", "environment", "needs", "runs", "peers")


def pace_text(pace: float) -> str:
    return f"{pace / 1e6:.3g} million moves/s"


@dataclass(frozen=True)
class Target:
    """What a run is to reach; None and empty text: nothing is said about it."""

    seconds: float | None = None
    memory: int | None = None
    """Bytes of all its processes together."""
    against: str = ""
    """The run that `faster` and `share` speak of."""
    faster: float | None = None
    """So many times as fast as the other."""
    share: float | None = None
    """The memory of its largest process is at most this part of the other's."""
    same: str = ""
    """The run whose answers these must agree with."""
    pace: float | None = None
    """Moves of random games in a second."""

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(name for name in (self.against, self.same) if name)

    def text(self) -> str:
        """`15 s, 1 GB`."""
        parts = [
            "" if self.seconds is None else seconds_text(self.seconds),
            "" if self.memory is None else bytes_text(self.memory),
            "" if self.faster is None else f"{self.faster:g} times as fast as {self.against}",
            "" if self.share is None else f"largest process {self.share:.0%} of {self.against}",
            f"same answers as {self.same}" if self.same else "",
            "" if self.pace is None else pace_text(self.pace),
        ]
        return ", ".join(part for part in parts if part) or "finishes"


@dataclass(frozen=True)
class Run:
    """One run of a spec."""

    name: str
    arguments: tuple[str, ...]
    """Of `pipeline run`."""
    about: str = ""
    ranks: int = 0
    """Processes of a launcher; 0: started without one."""
    needs: tuple[str, ...] = ()
    script: str = ""
    """What is started instead of `pipeline`: a script beside this room, with the arguments."""
    limit: int | None = None
    """Bytes of memory that its process may take."""
    target: Target = Target()
    aim: Target = Target()
    """What would be fine beyond the target."""


@dataclass(frozen=True)
class Published:
    """What another tool took, as somebody measured it once."""

    peer: str
    run: str
    about: str
    source: str
    seconds: float | None
    memory: int | None


@dataclass(frozen=True)
class Suite:
    runs: dict[str, Run]
    peers: tuple[Published, ...] = ()
    launcher: tuple[str, ...] = ("mpirun", "-n", "{ranks}")
    environment: dict[str, str] = field(default_factory=dict)
    needs: dict[str, str] = field(default_factory=dict)
    """A program or Python package -> how to get it."""

    def chosen(self, names: Sequence[str]) -> list[Run]:
        """The named runs (all if none is named) and those that they are compared with, in the order of the file."""
        for name in names:
            if name not in self.runs:
                raise unknown("run to measure", name, self.runs)
        wanted = set(names or self.runs)
        while more := {other for name in wanted for other in self.runs[name].target.others} - wanted:
            wanted |= more
        return [run for name, run in self.runs.items() if name in wanted]

    def missing(self, run: Run) -> str:
        """What a run lacks on this machine, and how to get it."""
        for name in (*self.launcher[: 1 if run.ranks else 0], *run.needs):
            if which(name) is None and find_spec(name) is None:
                how = self.needs.get(name, "")
                return f"{name} is not installed" + (f": {how}" if how else "")
        return ""


class SuiteReader(Reader):
    """Reads a bench file with runs."""

    def suite(self, tree: Mapping) -> Suite:
        found = self.known(tree, SUITE, "a bench file")
        runs = {entry.key.text: self.run(entry.key.text, entry.value) for entry in self.mapping(found["runs"])}
        for run in runs.values():
            for other in run.target.others:
                if other not in runs:
                    message = f"`{run.name}` is compared with `{other}`, which is no run of this file"
                    self.complaints.add("E302", message, found["runs"].span)
        launcher = self.text(found["launcher"]).split() if "launcher" in found else Suite.launcher
        return Suite(
            runs,
            tuple(self.peer(item) for item in self.items(found["peers"])) if "peers" in found else (),
            tuple(launcher),
            dict(self.pairs(found["environment"])) if "environment" in found else {},
            dict(self.pairs(found["needs"])) if "needs" in found else {},
        )

    def run(self, name: str, node: Node) -> Run:
        found = self.known(node, RUN, "a run to measure")
        if not found.keys() & {"spec", "storm", "errand"}:
            self.complaints.add("E203", f"the run `{name}` needs the key `spec`", node.span)
            return Run(name, ())
        script, arguments = "", list[str]()
        needs: tuple[str, ...] = ()
        if "storm" in found:
            script, arguments, needs = "storm_peer.py", self.storm(found["storm"]), ("stormpy",)
        elif "errand" in found:
            script, arguments = "bench/errands.py", [self.text(found["errand"])]
        if "spec" in found:
            arguments.append(str(self.path.parent / self.text(found["spec"])))
        if not script:
            arguments = ["run", *arguments, "--json", "--no-save", "--quiet"]
        if "arguments" in found:
            arguments += self.texts(found["arguments"])
        if "threads" in found:
            arguments += ["--threads", self.text(found["threads"])]
        return Run(
            name,
            tuple(arguments),
            self.text(found["about"]) if "about" in found else "",
            (self.read(found["ranks"], count) or 0) if "ranks" in found else 0,
            self.texts(found["needs"]) if "needs" in found else needs,
            script,
            self.read(found["limit"], size) if "limit" in found else None,
            self.target(found["target"]) if "target" in found else Target(),
            self.target(found["aim"]) if "aim" in found else Target(),
        )

    def storm(self, node: Node) -> list[str]:
        """A model that Storm builds and checks, or whose quotient it finds, in the form of its script."""
        found = self.known(node, STORM, "a question for Storm")
        texts = {key: self.text(value) for key, value in found.items()}
        arguments = [texts.get(key, "") for key in ("model", "constants", "property")]
        arguments[0] = str(self.path.parent / arguments[0])
        return [*arguments, "bisimulation"] if texts.get("bisimulation") == "true" else arguments

    def target(self, node: Node) -> Target:
        found = self.known(node, TARGET, "a target")
        return Target(
            self.read(found["time"], duration) if "time" in found else None,
            self.read(found["memory"], size) if "memory" in found else None,
            self.text(found["against"]) if "against" in found else "",
            self.read(found["faster"], float) if "faster" in found else None,
            self.read(found["share"], float) if "share" in found else None,
            self.text(found["same"]) if "same" in found else "",
            self.read(found["pace"], float) if "pace" in found else None,
        )

    def peer(self, node: Node) -> Published:
        found = self.known(node, PEER, "a peer")
        peer, run, about, source = (
            self.text(found[k]) if k in found else "" for k in ("peer", "run", "about", "source")
        )
        return Published(
            peer,
            run,
            about,
            source,
            self.read(found["time"], duration) if "time" in found else None,
            self.read(found["memory"], size) if "memory" in found else None,
        )
