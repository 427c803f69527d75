"""The types of compiled code: names that annotate a function, for the compiler and for the type checker."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(frozen=True)
class Scalar:
    """A number in a register; called, it converts (`i64(x)`)."""

    name: str
    llvm: str
    numpy: str
    floating: bool = False
    signed: bool = True

    def __call__(self, value: Any) -> Any:
        if self.floating:
            return float(value)
        return int(value) if self.signed else int(value) & 0xFFFFFFFFFFFFFFFF


@dataclass(frozen=True)
class ArrayType:
    """A pointer to elements of one type."""

    element: Scalar
    llvm: str = "ptr"


@dataclass(frozen=True)
class CallbackType:
    """A pointer to a function."""

    result: Scalar | None
    arguments: tuple[NativeType, ...]
    llvm: str = "ptr"


NativeType = Scalar | ArrayType | CallbackType

I64 = Scalar("i64", "i64", "int64")
U64 = Scalar("u64", "i64", "uint64", signed=False)
I32 = Scalar("i32", "i32", "int32")
U8 = Scalar("u8", "i8", "uint8", signed=False)
F64 = Scalar("f64", "double", "float64", floating=True)
F32 = Scalar("f32", "float", "float32", floating=True)
"""For the elements of arrays only: read it becomes f64."""
BOOL = Scalar("bool", "i1", "bool")
SCALARS = {scalar.name: scalar for scalar in (I64, U64, I32, U8, F64, F32)}

if TYPE_CHECKING:
    i64 = int
    u64 = int
    i32 = int
    u8 = int
    f64 = float
    f32 = float

    class Array(Generic[T]):
        """A one-dimensional array of T, passed by address."""

        def __getitem__(self, index: int) -> T: ...
        def __setitem__(self, index: int, value: T) -> None: ...

    class Callback(Generic[*Ts]):
        """A compiled function as an argument: result type first, then the arguments'."""

        def __call__(self, *arguments: Any) -> Any: ...

else:
    i64, u64, i32, u8, f64, f32 = I64, U64, I32, U8, F64, F32

    class Array:
        def __class_getitem__(cls, element):
            return ArrayType(element)

    class Callback:
        def __class_getitem__(cls, types):
            return ast.unparse(ast.Subscript(ast.Name("Callback"), ast.Constant(types)))


def read_annotation(node: ast.expr | None) -> NativeType | None:
    """An annotation's syntax -> its type; None stands for no result."""
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return None
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return read_annotation(ast.parse(node.value, mode="eval").body)
    if isinstance(node, ast.Name) and node.id in SCALARS:
        return SCALARS[node.id]
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        inner = node.slice
        if node.value.id == "Array":
            element = read_annotation(inner)
            if isinstance(element, Scalar):
                return ArrayType(element)
        if node.value.id == "Callback":
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            result, *arguments = [read_annotation(part) for part in parts]
            if result is None or isinstance(result, Scalar):
                return CallbackType(result, tuple(a for a in arguments if a is not None))
    raise TypeError(f"not a type of compiled code: {ast.unparse(node)}")
