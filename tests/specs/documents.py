"""A document -> its blocks, the commands in them and in its prose, its links and headings."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path

from oddsmith.cli.program import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for pattern in ("*.md", "*/README.md", "pipelines/bench/README.md", "specs/*/*.md", "core/decisions/*.md")
    for page in ROOT.glob(pattern)
    if page.parent.name[0] != "." and page.name != "CHANGELOG.md"
)
"""All documents but the history, which may tell of what is gone."""
PIECE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)\n(?P<block>.*?)^ *```|(?<!`)`(?P<prose>[^`]+)`", re.M | re.S)
PLACEHOLDER = re.compile(r"(?<![A-Za-z])(SPEC|PIPELINE|FILE|RUN|NAME|TABLE|STAGE|FORMAT|KIND|QUESTION|N)(?![A-Za-z])|…")
"""What a reader has to put something in the place of."""
NAMED = re.compile(r"(?:#|//) ([\w./-]+\.\w+)\n")
LINES = ("|", "&&", ";", ">", ">>", "<")
"""Words of the shell that end a command."""
OURS = ("pipeline", "oddsmith", "oddsmith.sif", "--")
"""What stands before the name of a command of ours: the program, an image, `pipeline-mpi … --`."""


@dataclass(frozen=True)
class Step:
    """A command as it stands there, what is typed into it, and what it is said to print."""

    line: str
    typed: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether it can be run as it stands there."""
        return re.search(r"pipeline (?!cluster render$)\S+ \S", self.line) is not None and not PLACEHOLDER.search(
            self.line
        )

    def calls(self) -> Iterator[list[str]]:
        """The commands of the program in the line, as words; of `bash|zsh` each for itself."""
        words = shlex.split(re.sub(r" \[(?=-)|(?<=[A-Za-z.])\](?= |$)|…", " ", self.line), comments=True)
        for place, word in enumerate(words[:-1]):
            if Path(word).name in OURS and words[place + 1] in COMMANDS:
                rest = words[place + 1 :]
                ends = [n for n, each in enumerate(rest) if each in LINES]
                choices = [
                    each.split("|") if re.fullmatch(r"[\w|]+", each) else [each]
                    for each in rest[: min([len(rest), *ends])]
                ]
                yield from map(list, product(*choices))


@dataclass(frozen=True)
class Document:
    path: Path

    @property
    def name(self) -> str:
        return str(self.path.relative_to(ROOT))

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def pieces(self) -> Iterator[tuple[str, str]]:
        """(language of a block or `prose`, text) from top to bottom."""
        for found in PIECE.finditer(self.text):
            if found["prose"] is not None:
                yield "prose", " ".join(found["prose"].split())
            else:
                yield found["language"] or "console", textwrap.dedent(found["indent"] + found["block"].lstrip(" "))

    def files(self) -> dict[str, str]:
        """The blocks that begin with the name of a file."""
        blocks = [text for language, text in self.pieces() if language != "prose"]
        return {found[1]: text for text in blocks if (found := NAMED.match(text))}

    def steps(self) -> Iterator[Step]:
        for language, text in self.pieces():
            yield from steps(language, text)

    def links(self) -> Iterator[tuple[Path, str]]:
        """The files that it leads to, with the heading or ``."""
        for target, heading in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", self.text):
            yield (self.path.parent / target).resolve() if target else self.path, heading

    def headings(self) -> set[str]:
        """As links name them."""
        prose = re.sub(r"^ *```.*?^ *```", "", self.text, flags=re.M | re.S)
        plain = (re.sub(r"[^\w\- ]", "", title.lower()) for title in re.findall(r"^#+ (.+)$", prose, re.M))
        return {title.strip().replace(" ", "-") for title in plain}


def steps(language: str, text: str) -> list[Step]:
    """The commands of one piece."""
    if language == "prose":
        return [Step(text)] if re.match(r"(\S*/)?pipeline \S|mpi(run|exec) ", text) else []
    if language == "sh":
        lines = text.replace("\\\n", " ").splitlines()
        return [Step(line.strip()) for line in lines if line.strip() and not line.startswith("#")]
    found: list[Step] = []
    for line in text.splitlines() if language in ("console", "text") else ():
        if line.startswith("$ "):
            found.append(Step(line[2:]))
        elif line.startswith("> ") and found:
            found[-1].typed.append(line[2:])
        elif line.strip() and found:
            found[-1].shown.append(line)
    return found
