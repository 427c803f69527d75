"""The name of a plugin and its kind -> the files of a complete package, from the templates beside this file."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from importlib.resources import files

from oddsmith.hosting.surface import SURFACE
from oddsmith.version import VERSION

KINDS = {
    "solver": "Solves chains without cycles by one backward sweep, with bounds.",
    "reduction": "Drops choices that another command gives already.",
    "exporter": "Writes one line of text for each transition.",
    "importer": "Reads games that are written as lines `here -> there 1/2`.",
    "kernel": "Interprets commands in fractions, and remembers every state that it has seen.",
    "learner": "Repeats what paid best, and tries something else now and then.",
    "report-section": "Tells how sure the answers of a run are.",
}
"""What the example of each kind does."""
USES = {
    "solver": "pipeline run GAME.yaml --solver @name@",
    "reduction": "pipeline run GAME.yaml --reduce @name@",
    "exporter": "pipeline export GAME.yaml --to @name@",
    "importer": "pipeline run MODEL.@name@",
    "kernel": "pipeline run GAME.yaml --kernel @name@",
    "learner": "pipeline run PIPELINE.yaml  # with `learn:` and the learner @name@",
    "report-section": "pipeline run GAME.yaml",
}
LICENCES = ("MIT", "BSD-3-Clause", "Apache-2.0")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40


@dataclass(frozen=True)
class Package:
    """What is asked for."""

    name: str
    """As users will call the plugin: `mean-field`."""
    kind: str
    author: str
    year: int
    licence: str = LICENCES[0]

    @property
    def distribution(self) -> str:
        """What is installed; the prefix keeps it from meeting a package of another world."""
        return f"oddsmith-{self.name}"

    @property
    def module(self) -> str:
        return self.distribution.replace("-", "_")

    @property
    def point(self) -> str:
        """The entry point."""
        return f"{self.kind.removesuffix('-section')}-{self.name}"

    @property
    def offered(self) -> str:
        """The class; where the example needs this name for something else, the kind is added."""
        name = "".join(part.capitalize() for part in self.name.split("-"))
        texts = _template(f"{self.kind}/module.py") + _template(f"{self.kind}/tests.py")
        return f"{name}{self.kind.capitalize()}" if name in re.findall(r"\w+", texts) else name

    def texts(self) -> dict[str, str]:
        """Every file by its place in the package."""
        found = {
            "pyproject.toml": "package/pyproject.toml",
            "README.md": "package/README.md",
            ".gitignore": "package/gitignore",
            ".github/workflows/test.yml": "package/workflow.yml",
            "LICENSE": f"licences/{self.licence}",
            f"src/{self.module}.py": f"{self.kind}/module.py",
            f"tests/test_{self.module}.py": f"{self.kind}/tests.py",
        }
        return {place: self._filled(template) for place, template in found.items()}

    def _needed(self) -> list[str]:
        """What the module imports of others."""
        numpy = ["numpy>=1.26"] if "import numpy" in _template(f"{self.kind}/module.py") else []
        return [*numpy, f"oddsmith>={VERSION}"]

    def _filled(self, template: str) -> str:
        text = _template(template)
        values = {
            "use": USES[self.kind],
            "about": KINDS[self.kind],
            "author": self.author,
            "class": self.offered,
            "dependencies": ", ".join(f'"{needed}"' for needed in self._needed()),
            "distribution": self.distribution,
            "kind": self.kind,
            "licence": self.licence,
            "module": self.module,
            "name": self.name,
            "oddsmith": VERSION,
            "point": self.point,
            "surface": SURFACE,
            "year": str(self.year),
        }
        for name, value in values.items():
            text = text.replace(f"@{name}@", value)
        return text


def _template(name: str) -> str:
    return files("oddsmith.authoring").joinpath(f"templates/{name}.txt").read_text(encoding="utf-8")


def complaint(name: str) -> str:
    """Why a plugin cannot be called so; nothing where it can."""
    if not NAME.fullmatch(name):
        return "a name is made of small letters, digits and single hyphens, and begins with a letter: mean-field"
    if len(name) > LONGEST:
        return f"a name has at most {LONGEST} letters"
    if name == "oddsmith" or name.startswith("oddsmith-"):
        return "leave `oddsmith-` out: the package gets it by itself"
    if name in ("plugins", "plugin"):
        return "this is what the built-in plugins are called"
    if keyword.iskeyword(name.capitalize()):
        return "this is a word of Python"
    return ""
