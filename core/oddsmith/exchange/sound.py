"""What an exporter or an importer made -> the same, if it has the form of it; else an error that names the plugin."""

from __future__ import annotations

import re
from pathlib import Path

from oddsmith.context import BrokenOfferError
from oddsmith.exchange.exporter import Export, Exporter
from oddsmith.exchange.importer import Imported, Importer
from oddsmith.exchange.stored import ExplicitImporter, StoredModel

SUFFIX = re.compile(r"\.[\w.+-]+")
"""The end of the name of a file, which leads to no other folder."""


def sound_export(exporter: Exporter, export: object) -> Export:
    """The texts of a symbolic exporter."""
    wrong = fault_of_export(export)
    if wrong or not isinstance(export, Export):
        raise BrokenOfferError(exporter, f"the exporter {exporter.name} returned no proper Export: {wrong}")
    return export


def fault_of_export(export: object) -> str:
    """What is wrong with the form of an export; nothing where it is fine."""
    if not isinstance(export, Export):
        return f"{type(export).__name__} is no Export"
    if not export.files:
        return "it has no file"
    if not all(isinstance(file, tuple) and [type(part) for part in file] == [str, str] for file in export.files):
        return "`files` must be pairs of texts, (suffix, text)"
    suffixes = [suffix for suffix, _ in export.files]
    wrong = [suffix for suffix in suffixes if not SUFFIX.fullmatch(suffix)]
    if wrong:
        return f"a suffix begins with a dot and names no folder, unlike {wrong[0]!r}"
    if len(set(suffixes)) < len(suffixes):
        return "two files end in the same suffix, one would overwrite the other"
    return _fault_of_remarks(export.remarks)


def check_files(exporter: Exporter, path: Path) -> None:
    """After an explicit exporter: its folder holds the file that was asked for, and only plain files beside it."""
    if wrong := fault_of_files(path):
        raise BrokenOfferError(exporter, f"the exporter {exporter.name} did not write what it should: {wrong}")


def fault_of_files(path: Path) -> str:
    """What is wrong with the folder of a file that was written; nothing where it is fine."""
    for item in sorted(path.parent.iterdir()):
        if item.is_symlink() or not item.is_file():
            return f"{item.name} is no plain file; files lie beside the first one"
        if not item.name.startswith(path.stem):
            return f"{item.name} does not begin like the file that was asked for, {path.name}"
    return "" if path.is_file() else f"there is no file {path.name}, which was asked for"


def sound_import(importer: Importer, found: object) -> Imported:
    """The spec that an importer made of a text."""
    if not isinstance(found, Imported):
        wrong = f"{type(found).__name__} is no Imported"
    else:
        wrong = _fault_of_remarks(found.remarks) if isinstance(found.text, str) else "`text` is no text"
    if wrong or not isinstance(found, Imported):
        raise BrokenOfferError(importer, f"the importer {importer.name} returned no proper Imported: {wrong}")
    return found


def sound_model(importer: ExplicitImporter, found: object) -> StoredModel:
    """The model that an importer read from a file; what it says is checked by `complete`."""
    if not isinstance(found, StoredModel):
        raise BrokenOfferError(
            importer, f"the importer {importer.name} returned {type(found).__name__}, which is no StoredModel"
        )
    return found


def _fault_of_remarks(remarks: object) -> str:
    fine = isinstance(remarks, tuple) and all(isinstance(remark, str) for remark in remarks)
    return "" if fine else "`remarks` must be a tuple of texts"
