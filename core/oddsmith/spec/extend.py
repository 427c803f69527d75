"""`extends: other.yaml` -> the tree of the other spec with this one's entries on top."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from oddsmith.source import Source, Span, SpecError
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.compose import compose
from oddsmith.spec.text import read_file
from oddsmith.spec.tree import Entry, Mapping, Node, Scalar

LONGEST_CHAIN = 8


@dataclass
class Extending:
    """Follows `extends` from file to file; every file must lie in the folder of the one before it, or below."""

    complaints: Complaints
    texts: list[tuple[str, str]] = field(default_factory=list)
    visited: list[Path] = field(default_factory=list)

    def tree(self, source: Source, path: Path | None) -> Node | None:
        """The whole tree of a spec; `path` is where its text came from, if it is a file."""
        self.texts.append((source.name, source.text))
        if path is not None:
            self.visited.append(path.resolve())
        root = compose(source, self.complaints)
        entry = root.get("extends") if isinstance(root, Mapping) else None
        if entry is None or not isinstance(root, Mapping):
            return root
        own = Mapping(tuple(e for e in root if e is not entry), root.span, root.flow)
        base = self._base(entry, source, path)
        return own if base is None else merged(base, own)

    def _base(self, entry: Entry, source: Source, path: Path | None) -> Mapping | None:
        target = self._target(entry.value, path)
        if target is None or path is None:
            return None
        assert isinstance(entry.value, Scalar)
        shown = str(Path(source.name).parent / entry.value.text)
        try:
            base = self.tree(read_file(target, shown), target)
        except SpecError as error:
            if any(d.code == "E101" for d in error.diagnostics):
                self._refuse(entry.value.span, f"there is no file `{shown}`", "the path is relative to this file")
                return None
            raise
        if not isinstance(base, Mapping):
            self._refuse(entry.value.span, f"`{shown}` is not a spec", "it must be a mapping (`key: value`)")
            return None
        return base

    def _target(self, node: Node, path: Path | None) -> Path | None:
        """The file that is meant, if it may be read."""
        if not isinstance(node, Scalar) or not node.text:
            self._refuse(node.span, "`extends` names a file", "write `extends: other.yaml`")
            return None
        text, span = node.text, node.span
        if path is None:
            self._refuse(span, "a text that is no file cannot extend another", "save it as a file")
            return None
        if "\0" in text or "\\" in text or Path(text).is_absolute() or text.startswith("~"):
            self._refuse(span, "`extends` takes a plain path relative to this file", "write `extends: other.yaml`")
            return None
        folder = path.resolve().parent
        try:
            target = (folder / text).resolve()
        except (OSError, RuntimeError, ValueError):
            self._refuse(span, f"`{text}` cannot be followed", "the path is relative to this file")
            return None
        if ".." in Path(text).parts or not target.is_relative_to(folder):
            fix = "put the other spec into the folder of this one, or below"
            self._refuse(span, f"`{text}` leads out of the folder of this spec", fix)
            return None
        if target in self.visited:
            self._refuse(span, f"`{text}` extends itself, directly or through others", "remove one `extends`")
            return None
        if len(self.visited) > LONGEST_CHAIN:
            self._refuse(span, f"more than {LONGEST_CHAIN} specs extend each other in a row", "write it flatter")
            return None
        return target

    def _refuse(self, span: Span, message: str, fix: str) -> None:
        self.complaints.add("E109", message, span, fix=fix)


def merged(base: Mapping, own: Mapping) -> Mapping:
    """Mappings are merged by key, in the order of the base; lists and scalars of `own` replace those of the base."""
    mine = {entry.key.text: entry for entry in own}
    entries: list[Entry] = []
    for entry in base:
        new = mine.pop(entry.key.text, None)
        if new is None:
            entries.append(entry)
        elif isinstance(entry.value, Mapping) and isinstance(new.value, Mapping):
            entries.append(Entry(new.key, merged(entry.value, new.value)))
        else:
            entries.append(new)
    return Mapping((*entries, *mine.values()), own.span, own.flow)
