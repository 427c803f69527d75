"""LLVM text -> machine code in this process, kept on disk by content."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any


def cache_folder() -> Path:
    """Where compiled code is kept: ODDSMITH_CACHE, or the user's cache folder."""
    chosen = os.environ.get("ODDSMITH_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "oddsmith"


def shipped_folder() -> Path:
    """Compiled code that came with the installation, as in an image: read if it fits this processor, never written."""
    return Path(sys.prefix) / "share" / "oddsmith" / "cache"


class Machine:
    """This processor: its target description and the code loaded so far."""

    def __init__(self) -> None:
        import llvmlite
        import llvmlite.binding as llvm

        self.llvm = llvm
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        self.cpu = llvm.get_host_cpu_name()
        self.features = llvm.get_host_cpu_features().flatten()
        target = llvm.Target.from_default_triple()
        # In the usual code model, code and its constants refer to each other by 32-bit distances. The large arrays of
        # this program are address space first and memory later, and may leave no two free places that close.
        self.target = target.create_target_machine(
            cpu=self.cpu, features=self.features, opt=3, reloc="static", codemodel="large", jit=True
        )
        self.salt = f"{llvmlite.__version__} {self.cpu} {self.features} {_translator()}"
        self.keep: list[Any] = []
        """Loaded code must outlive every function that runs it."""

    def key(self, text: str) -> str:
        return hashlib.sha256(f"{self.salt}\n{text}".encode()).hexdigest()

    def load(self, key: str, produce: Any, symbols: list[str]) -> dict[str, int]:
        """Addresses of the symbols: from the disk, or by compiling the text that `produce()` returns."""
        own, shipped = (folder / "native" / f"{key}.o" for folder in (cache_folder(), shipped_folder()))
        image = _read(own) or _read(shipped)
        if image is None:
            image = self._compile(produce())
            _write(own, image)
        return self._link(image, symbols)

    def _compile(self, text: str) -> bytes:
        module = self.llvm.parse_assembly(text)
        module.verify()
        options = self.llvm.create_pipeline_tuning_options(speed_level=3)
        options.loop_vectorization = True
        options.slp_vectorization = True
        options.loop_unrolling = True
        builder = self.llvm.create_pass_builder(self.target, options)
        builder.getModulePassManager().run(module, builder)
        return bytes(self.target.emit_object(module))

    def _link(self, image: bytes, symbols: list[str]) -> dict[str, int]:
        engine = self.llvm.create_mcjit_compiler(self.llvm.parse_assembly(""), self._second_target())
        engine.add_object_file(self.llvm.ObjectFileRef.from_data(image))
        engine.finalize_object()
        self.keep.append(engine)
        return {symbol: engine.get_function_address(symbol) for symbol in symbols}

    def _second_target(self) -> Any:
        target = self.llvm.Target.from_default_triple()
        return target.create_target_machine(jit=True)


def _translator() -> str:
    """A digest of this room: another translator makes other code from the same source."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


@cache
def machine() -> Machine:
    return Machine()


def _read(path: Path) -> bytes | None:
    """A kept image whose checksum is right; anything else counts as absent."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    checksum, image = data[:32], data[32:]
    return image if hashlib.sha256(image).digest() == checksum else None


def _write(path: Path, image: bytes) -> None:
    """Keep an image, whole or not at all; a full disk or a read-only folder only costs the next run a compilation."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as handle:
                handle.write(hashlib.sha256(image).digest() + image)
            os.replace(temporary, path)
        finally:
            Path(temporary).unlink(missing_ok=True)
