"""Files of a package -> a new folder that holds all of them, or no folder at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from oddsmith.run.output import output_error

OTHER = "name another folder with -o"


def write_folder(folder: Path, texts: Mapping[str, str]) -> None:
    """Fill a hidden folder beside, then give it its name; what exists is never touched."""
    whole = folder.absolute()
    if whole.exists() or whole.is_symlink():
        raise output_error(folder, "it exists already", OTHER)
    if not whole.parent.is_dir():
        raise output_error(folder, f"there is no folder {whole.parent}", f"make the folder, or {OTHER}")
    hidden: Path | None = None
    try:
        hidden = Path(tempfile.mkdtemp(prefix=f".{whole.name}-", dir=whole.parent))
        inner = hidden / whole.name
        for place, text in texts.items():
            path = inner / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        os.rename(inner, whole)
    except OSError as error:
        raise output_error(folder, error.strerror or str(error), OTHER) from None
    finally:
        if hidden is not None:
            with contextlib.suppress(OSError):
                shutil.rmtree(hidden)
