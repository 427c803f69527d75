"""The base class of importers: a text in another language -> the text of a spec."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from oddsmith.context import Context
from oddsmith.source import Origins, Source


@dataclass(frozen=True)
class Imported:
    """The text of a spec, which is checked before it is written."""

    text: str
    remarks: tuple[str, ...] = ()
    """What the user should know, one line each: properties that were left out as asked, and the like."""
    unset: tuple[str, ...] = ()
    """Constants without a value."""
    origins: Origins = ()
    """Where the lines of the spec come from: mistakes that are found in it are told there."""


@dataclass(frozen=True)
class ForeignText:
    """What is to be read: a model, and the file with its properties where there is one."""

    model: Source
    properties: Source | None = None
    partial: bool = False
    """Whether properties that cannot be translated are left out with a remark; else they are errors."""
    constants: tuple[tuple[str, str], ...] = ()
    """Values for constants, as texts of our language; others that the model leaves open get none (`N:`)."""


@dataclass(frozen=True)
class Importer(ABC):
    """A frozen record of options."""

    name: ClassVar[str]
    """As `--from` calls it."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    """The ends of file names that stand for this language, like `.prism`."""
    properties: ClassVar[tuple[str, ...]] = ()
    """The ends of the names of properties files that may stand beside a model, like `.props`."""

    @abstractmethod
    def read(self, foreign: ForeignText, context: Context) -> Imported:
        """An idiomatic spec with the same answers; SpecError with every construct that cannot be translated.

        Nothing is dropped silently. The source is valid text of at most 8 MB.
        """
