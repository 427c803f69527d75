"""A pipeline file with `stages:` -> a study; all its mistakes at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from oddsmith.run.pipeline import KEYS as PLAN_KEYS
from oddsmith.run.pipeline import is_pipeline
from oddsmith.run.reading import Reader
from oddsmith.source import Diagnostic, Span, SpecError
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.spec.compose import compose
from oddsmith.spec.text import read_file
from oddsmith.spec.tree import Mapping, Node
from oddsmith.study.claims import claims_of
from oddsmith.study.fitting import check_stage
from oddsmith.study.matrix import MOST_CELLS, axes_of, combinations, excepted, plain, united
from oddsmith.study.published import published_of
from oddsmith.study.study import Axis, Cell, Drawing, Layout, Stage, Study, Text

KEYS = ("pipeline", "about", "stages", "include")
RUN_KEYS = tuple(key for key in PLAN_KEYS if key not in ("pipeline", "about"))
"""What a stage says about its runs, as in the pipeline file of one run."""
STAGE_KEYS = (
    *("title", "about", "matrix", "published", "claims", "table", "figures", "explain", "fractions", "exports"),
    *("options", "alone", "run"),
)
LAYOUT = ("across", "show")
INCLUDED = ("file", "without")
MOST_INCLUDED = 100


def is_study(path: Path) -> bool:
    """Whether a pipeline file has stages (or includes others that have)."""
    if not is_pipeline(path):
        return False
    tree = compose(read_file(path), Complaints())
    return isinstance(tree, Mapping) and any(tree.get(key) is not None for key in ("stages", "include"))


def study_of(path: Path) -> Study:
    """The study of a file; SpecError with all its mistakes."""
    complaints = Complaints()
    study = _study(path, complaints, ())
    complaints.check()
    cells = sum(len(stage.cells) for stage in study.stages)
    if cells > MOST_CELLS:
        message = f"{path} has {cells:,} runs, and {MOST_CELLS:,} are the most"
        raise SpecError([Diagnostic("E407", message, fix="sweep over less, or in several pipelines")])
    return study


def _study(path: Path, complaints: Complaints, above: tuple[Path, ...]) -> Study:
    source = read_file(path)
    tree = compose(source, complaints)
    reader = _Reader(complaints, path)
    found = {} if tree is None else reader.known(tree, KEYS, "a pipeline with stages")
    name = reader.text(found["pipeline"]) if "pipeline" in found else path.stem
    stages = [reader.stage(e.key.text, e.value) for e in reader.mapping(found["stages"])] if "stages" in found else []
    for node in reader.items(found["include"]) if "include" in found else ():
        stages += reader.included(node, (*above, path.resolve()))
    about = reader.text(found["about"]) if "about" in found else ""
    return Study(name, about, path, source.text, tuple(stages))


class _Reader(Reader):
    def included(self, node: Node, above: tuple[Path, ...]) -> list[Stage]:
        """The stages of another file (`name.yaml`, or `{file: name.yaml, without: [stage]}`), under its name."""
        fields: dict[str, Node] = {"file": node}
        if isinstance(node, Mapping):
            fields = self.known(node, INCLUDED, "an included pipeline")
        path = self.path.parent / self.text(fields["file"]) if "file" in fields else self.path
        if path.resolve() in above or len(above) > MOST_INCLUDED:
            self.complaints.add("E109", f"`{path.name}` includes itself", node.span, fix="name another pipeline")
            return []
        if not path.is_file():
            fix = "the path is relative to this file"
            self.complaints.add("E109", f"there is no pipeline `{path}`", node.span, fix=fix)
            return []
        without = self.texts(fields["without"]) if "without" in fields else ()
        study = _study(path, self.complaints, above)
        for name in without:
            names = [stage.name for stage in study.stages]
            if name not in names:
                fix = suggestion(name, names, "stages")
                self.complaints.add("E201", f"`{path.name}` has no stage `{name}`", node.span, fix=fix)
        return [_under(study.name, stage) for stage in study.stages if stage.name not in without]

    def stage(self, name: str, node: Node) -> Stage:
        found = self.known(node, (*RUN_KEYS, *STAGE_KEYS), "a stage")
        axes = axes_of(self, found["matrix"], RUN_KEYS) if "matrix" in found else ()
        names = tuple(coordinate for axis in axes for coordinate in axis.names)
        stage = Stage(
            name,
            self.text(found["title"]) if "title" in found else name,
            self.text(found["about"]) if "about" in found else "",
            self.cells(name, node, found, axes),
            (published_of(self, found["published"], names) if "published" in found else ())
            + (claims_of(self, found["claims"], names) if "claims" in found else ()),
            self.layout(found["table"], names) if "table" in found else Layout(),
            tuple(self.drawing(item) for item in self.items(found["figures"])) if "figures" in found else (),
            self.texts(found["exports"]) if "exports" in found else (),
            self.texts(found["explain"]) if "explain" in found else (),
            self.texts(found["fractions"]) if "fractions" in found else (),
        )
        check_stage(self.complaints, stage)
        return stage

    def cells(self, name: str, node: Node, found: dict[str, Node], axes: tuple[Axis, ...]) -> tuple[Cell, ...]:
        home = self.path.parent
        alone = "alone" in found and self.truth(found["alone"])
        places = tuple(_places(node, found))
        if "run" in found:
            if not (home / self.text(found["run"])).is_file():
                message, fix = (
                    f"there is no pipeline `{home / self.text(found['run'])}`",
                    "the path is relative to this file",
                )
                self.complaints.add("E109", message, found["run"].span, fix=fix)
            return (Cell(name, (), {}, home, (), alone, home / self.text(found["run"]), places),)
        if "spec" not in found and all(axis.name != "spec" for axis in axes):
            fix = "spec: path/to/game.yaml"
            self.complaints.add("E203", f"the stage `{name}` needs the key `spec`", node.span, fix=fix)
            return ()
        common: dict[str, Text] = {key: plain(found[key]) for key in (*RUN_KEYS, "options") if key in found}
        cells = []
        without = excepted(self, found["matrix"], axes) if "matrix" in found else ()
        for coordinates, keys in combinations(axes, without):
            document = united({"pipeline": name, **common}, keys)
            options = document.pop("options", {})
            pairs = tuple((key, str(value)) for key, value in options.items()) if isinstance(options, dict) else ()
            cells.append(Cell(name, coordinates, document, home, pairs, alone, None, places))
        if len({cell.key for cell in cells}) < len(cells):
            self.complaints.add("E204", f"two runs of the stage `{name}` are the same", node.span)
        return tuple(cells)

    def truth(self, node: Node) -> bool:
        if self.text(node) not in ("true", "false"):
            self.complaints.add("E302", f"`{self.text(node)}` is neither true nor false", node.span)
        return self.text(node) == "true"

    def layout(self, node: Node, names: tuple[str, ...]) -> Layout:
        found = self.known(node, LAYOUT, "a table")
        across = self.text(found["across"]) if "across" in found else ""
        if across and across not in names:
            fix = f"known: {', '.join(names)}"
            self.complaints.add("E201", f"the sweep has no coordinate `{across}`", found["across"].span, fix=fix)
        return Layout(across, self.texts(found["show"]) if "show" in found else ())

    def drawing(self, node: Node) -> Drawing:
        fields = dict(self.pairs(node))
        kind = fields.pop("kind", "line")
        return Drawing(fields.pop("title", ""), kind, fields, node.span)


def _places(stage: Node, found: dict[str, Node]) -> Iterator[tuple[str, Span]]:
    """Where keys stand; those of `matrix` go before those of the stage, and "" is the stage itself."""
    yield "", stage.span
    yield from ((key, value.span) for key, value in found.items())
    if isinstance(matrix := found.get("matrix"), Mapping):
        yield from ((entry.key.text, entry.value.span) for entry in matrix)


def _under(name: str, stage: Stage) -> Stage:
    """A stage of another pipeline, told apart from those of the same name."""
    full = f"{name}/{stage.name}"
    return replace(stage, name=full, cells=tuple(replace(cell, stage=full) for cell in stage.cells))
