"""A Python function or text in the dialect -> something callable that runs as machine code."""

from __future__ import annotations

import ast
import ctypes
import hashlib
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from oddsmith.native.expressions import Table, is_table, number_of
from oddsmith.native.machine import machine
from oddsmith.native.statements import Emitter, signature_of
from oddsmith.native.types import F64, ArrayType, CallbackType, NativeType, Scalar
from oddsmith.native.words_emit import INTRINSICS

C_TYPES: dict[str, Any] = {"i64": ctypes.c_int64, "u64": ctypes.c_uint64, "i32": ctypes.c_int32, "u8": ctypes.c_uint8,
           "f64": ctypes.c_double}  # fmt: skip


@dataclass
class Unit:
    """What is compiled together: functions by symbol, with the names each of them sees."""

    nodes: dict[str, ast.FunctionDef] = field(default_factory=dict)
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """symbol -> {name in the source: symbol}."""
    numbers: dict[str, dict[str, float]] = field(default_factory=dict)
    tables: dict[str, dict[str, Table]] = field(default_factory=dict)

    def text(self, exported: list[str]) -> str:
        signatures = {symbol: signature_of(node) for symbol, node in self.nodes.items()}
        parts = list(INTRINSICS.values())
        for symbol, node in self.nodes.items():
            visible = {name: (target, signatures[target]) for name, target in self.names[symbol].items()}
            emitter = Emitter(node, symbol, visible, self.numbers[symbol], self.tables[symbol])
            parts.append(emitter.text("" if symbol in exported else "internal "))
        return "\n\n".join(parts)


class Compiled:
    """A function of the dialect. Compiled at its first call; `python` is the plain original, if there is one."""

    def __init__(self, name: str, python: Callable[..., Any] | None, source: Callable[[], _Parts]) -> None:
        self.__name__ = name
        self.python = python
        self._source = source
        self._parts: _Parts | None = None
        self._entry: Any = None
        self._signature: CallbackType | None = None
        self.__doc__ = python.__doc__ if python else None

    @property
    def parts(self) -> _Parts:
        if self._parts is None:
            self._parts = self._source()
        return self._parts

    @property
    def signature(self) -> CallbackType:
        if self._signature is None:
            self._signature = self.parts.signature()
        return self._signature

    @property
    def address(self) -> int:
        """The machine address, for callbacks."""
        return ctypes.cast(self.entry, ctypes.c_void_p).value or 0

    @property
    def entry(self) -> Any:
        if self._entry is None:
            code = machine()
            key = code.key("\n".join(self.parts.texts()))
            address = code.load(key, self._text, [self.parts.symbol])[self.parts.symbol]
            self._entry = c_function(self.signature, address)
        return self._entry

    def _text(self) -> str:
        unit = Unit()
        self.parts.collect(unit)
        return unit.text([self.parts.symbol])

    def __call__(self, *arguments: Any) -> Any:
        entry = self.entry
        types = self.signature.arguments
        if len(arguments) != len(types):
            raise TypeError(f"{self.__name__} takes {len(types)} arguments, not {len(arguments)}")
        return entry(*[_pass(a, t, self.__name__) for a, t in zip(arguments, types, strict=True)])


@dataclass
class _Parts:
    """A function with the constants and functions that its names stand for; parsed where it has to be compiled."""

    symbol: str
    source: str
    """What it was made of, or a digest of it."""
    node: Callable[[], ast.FunctionDef]
    signature: Callable[[], CallbackType]
    numbers: dict[str, float]
    functions: dict[str, Compiled]
    tables: dict[str, Table]

    def texts(self) -> list[str]:
        """All that decides the machine code: sources and constants of this function and all it calls."""
        seen: dict[str, _Parts] = {}
        self._gather(seen)
        said = [f"{p.symbol} {sorted(p.numbers.items())} {sorted(p.tables.items())}" for _, p in sorted(seen.items())]
        return [*said, *sorted({p.source for p in seen.values()})]

    def _gather(self, seen: dict[str, _Parts]) -> None:
        if self.symbol not in seen:
            seen[self.symbol] = self
            for function in self.functions.values():
                function.parts._gather(seen)

    def collect(self, unit: Unit) -> None:
        if self.symbol in unit.nodes:
            return
        unit.nodes[self.symbol] = self.node()
        unit.numbers[self.symbol] = self.numbers
        unit.tables[self.symbol] = self.tables
        unit.names[self.symbol] = {name: f.parts.symbol for name, f in self.functions.items()}
        for function in self.functions.values():
            function.parts.collect(unit)


def c_function(signature: CallbackType, address: int) -> Any:
    """A ctypes function; arrays and callbacks travel as addresses, and the interpreter lock is released."""
    result = C_TYPES[signature.result.name] if signature.result else None
    arguments = [C_TYPES[a.name] if isinstance(a, Scalar) else ctypes.c_void_p for a in signature.arguments]
    return ctypes.CFUNCTYPE(result, *arguments)(address)


def _pass(argument: Any, kind: NativeType, function: str) -> Any:
    if isinstance(kind, ArrayType):
        if argument is None:
            return None
        wanted = kind.element.numpy
        if argument.dtype != wanted and not (wanted == "uint8" and argument.dtype == "bool"):
            raise TypeError(f"{function}: needs an array of {wanted}, not of {argument.dtype}")
        if not argument.flags.c_contiguous:
            raise TypeError(f"{function}: needs a contiguous array")
        return argument.ctypes.data
    if isinstance(kind, CallbackType):
        return argument.address
    return float(argument) if kind == F64 else int(argument)


def compiled(function: Callable[..., Any]) -> Any:
    """Decorator: run this function as machine code. See the room's README section for the dialect."""

    def source() -> _Parts:
        code, symbol = function.__code__, f"{function.__module__}.{function.__qualname__}"
        text = digest_of(code.co_filename) or inspect.getsource(function)
        parts = _parts(symbol, text, set(code.co_names), function.__globals__, result)
        return replace(parts, node=node, signature=signature)

    def node() -> ast.FunctionDef:
        return parsed(textwrap.dedent(inspect.getsource(function)))

    def signature() -> CallbackType:
        hints = function.__annotations__
        if not all(isinstance(hint, str) for hint in hints.values()):
            return signature_of(node())
        # Cheaper than to look for the source: annotations are kept as text.
        arguments = function.__code__.co_varnames[: function.__code__.co_argcount]
        head = ", ".join(f"{name}: {hints[name]}" if name in hints else name for name in arguments)
        return signature_of(parsed(f"def {function.__name__}({head}) -> {hints.get('return')}: pass"))

    result = Compiled(function.__name__, function, source)
    return result


def parsed(text: str) -> ast.FunctionDef:
    """The first function in a text."""
    return next(node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))


@cache
def digest_of(file: str) -> str:
    """A digest of a source file, as it is now; empty where there is none."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return ""


def _parts(symbol: str, text: str, used: set[str], scope: Mapping[str, Any], this: Compiled) -> _Parts:
    numbers: dict[str, float] = {}
    functions: dict[str, Compiled] = {}
    tables: dict[str, Table] = {}
    for name in sorted(used):
        value = scope.get(name)
        number = number_of(value)
        if number is not None:
            numbers[name] = number
        elif isinstance(value, Compiled):
            functions[name] = value
        elif isinstance(value, tuple) and is_table(value):
            tables[name] = value
    functions.setdefault(this.__name__, this)
    symbol = symbol.replace("<locals>", "local")
    return _Parts(symbol, text, _unknown, _unknown, numbers, functions, tables)


def _unknown() -> Any:
    raise AssertionError("a function that nobody can parse")


def from_text(text: str, name: str, visible: Mapping[str, Any] | None = None) -> dict[str, Compiled]:
    """Functions from generated text; they may call each other in any order, and what `visible` names."""
    scope: dict[str, Any] = dict(visible or {})
    made: dict[str, Compiled] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            made[node.name] = _from_node(node, f"{name}.{node.name}", scope, text)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            scope[node.targets[0].id] = ast.literal_eval(node.value)
    scope.update(made)
    return made


def _from_node(node: ast.FunctionDef, symbol: str, scope: dict[str, Any], text: str) -> Compiled:
    def source() -> _Parts:
        used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        parts = _parts(symbol, text, used, scope, result)
        return replace(parts, node=lambda: node, signature=lambda: signature_of(node))

    result = Compiled(node.name, None, source)
    return result
