"""Expressions of the dialect -> lines of LLVM text with a typed value."""

from __future__ import annotations

import ast
import math
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oddsmith.native.types import BOOL, F32, F64, I32, I64, U8, U64, ArrayType, CallbackType, NativeType, Scalar

if TYPE_CHECKING:
    from oddsmith.native.statements import Emitter


@dataclass(frozen=True)
class Value:
    """A register or constant of LLVM, and what type it has."""

    text: str
    type: NativeType


class DialectError(TypeError):
    """A function is not written in the dialect; names the function and line."""


INTEGER_OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl",
}  # fmt: skip
FLOAT_OPERATORS = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
COMPARISONS = {
    ast.Eq: ("eq", "eq", "oeq"), ast.NotEq: ("ne", "ne", "une"), ast.Lt: ("slt", "ult", "olt"),
    ast.LtE: ("sle", "ule", "ole"), ast.Gt: ("sgt", "ugt", "ogt"), ast.GtE: ("sge", "uge", "oge"),
}  # fmt: skip


def constant(number: float) -> Value:
    if isinstance(number, bool):
        return Value("1" if number else "0", BOOL)
    if isinstance(number, int):
        if number >= 1 << 63:
            return Value(str(number - (1 << 64)), U64)
        return Value(str(number), I64)
    return Value(f"0x{struct.unpack('>Q', struct.pack('>d', number))[0]:016X}", F64)


def convert(emitter: Emitter, value: Value, wanted: NativeType) -> Value:
    """Widen or narrow a number; the only silent loss is storing into narrow arrays."""
    have = value.type
    if have == wanted:
        return value
    if not isinstance(have, Scalar) or not isinstance(wanted, Scalar):
        raise emitter.error(f"cannot use {have} as {wanted}")
    if {have, wanted} <= {I64, U64}:
        return Value(value.text, wanted)
    if have.floating and wanted.floating:
        operation = "fpext" if wanted == F64 else "fptrunc"
    elif have.floating:
        operation = "fptosi" if wanted.signed else "fptoui"
    elif wanted.floating:
        operation = "uitofp" if have == BOOL or not have.signed else "sitofp"
    elif wanted == BOOL:
        return emitter.put(f"icmp ne {have.llvm} {value.text}, 0", BOOL)
    else:
        operation = _resize(have, wanted)
    return emitter.put(f"{operation} {have.llvm} {value.text} to {wanted.llvm}", wanted)


WIDTH = {"i1": 1, "i8": 8, "i32": 32, "i64": 64}


def _resize(have: Scalar, wanted: Scalar) -> str:
    if WIDTH[have.llvm] > WIDTH[wanted.llvm]:
        return "trunc"
    return "zext" if have == BOOL or not have.signed else "sext"


def common(left: NativeType, right: NativeType) -> Scalar:
    """The type in which two numbers meet: float over unsigned over whole numbers."""
    if F64 in (left, right):
        return F64
    return U64 if U64 in (left, right) else I64


def binary(emitter: Emitter, node: ast.BinOp) -> Value:
    left, right = emitter.expression(node.left), emitter.expression(node.right)
    kind = type(node.op)
    if kind is ast.Div:
        meet = F64
    elif kind in (ast.LShift, ast.RShift):
        meet = U64 if left.type == U64 else I64
    else:
        meet = common(left.type, right.type)
    left, right = convert(emitter, left, meet), convert(emitter, right, meet)
    if meet == F64:
        if kind is ast.FloorDiv:
            quotient = emitter.put(f"fdiv double {left.text}, {right.text}", F64)
            return emitter.put(f"call double @llvm.floor.f64(double {quotient.text})", F64)
        if kind not in FLOAT_OPERATORS:
            raise emitter.error(f"no such operation on floats: {ast.unparse(node)}")
        return emitter.put(f"{FLOAT_OPERATORS[kind]} double {left.text}, {right.text}", F64)
    if kind is ast.RShift:
        return emitter.put(f"{'lshr' if meet == U64 else 'ashr'} i64 {left.text}, {right.text}", meet)
    if kind in (ast.FloorDiv, ast.Mod):
        return _floor_division(emitter, left, right, kind is ast.FloorDiv)
    if kind not in INTEGER_OPERATORS:
        raise emitter.error(f"no such operation: {ast.unparse(node)}")
    return emitter.put(f"{INTEGER_OPERATORS[kind]} i64 {left.text}, {right.text}", meet)


def _floor_division(emitter: Emitter, left: Value, right: Value, quotient: bool) -> Value:
    """Python's floor semantics from the machine's truncation."""
    if left.type == U64:
        return emitter.put(f"{'udiv' if quotient else 'urem'} i64 {left.text}, {right.text}", U64)
    rest = emitter.put(f"srem i64 {left.text}, {right.text}", I64)
    inexact = emitter.put(f"icmp ne i64 {rest.text}, 0", BOOL)
    signs = emitter.put(f"xor i64 {rest.text}, {right.text}", I64)
    differ = emitter.put(f"icmp slt i64 {signs.text}, 0", BOOL)
    adjust = emitter.put(f"and i1 {inexact.text}, {differ.text}", BOOL)
    if quotient:
        plain = emitter.put(f"sdiv i64 {left.text}, {right.text}", I64)
        less = emitter.put(f"sub i64 {plain.text}, 1", I64)
        return emitter.put(f"select i1 {adjust.text}, i64 {less.text}, i64 {plain.text}", I64)
    more = emitter.put(f"add i64 {rest.text}, {right.text}", I64)
    return emitter.put(f"select i1 {adjust.text}, i64 {more.text}, i64 {rest.text}", I64)


def compare(emitter: Emitter, node: ast.Compare) -> Value:
    """A comparison; a chain evaluates all its members (they have no side effects)."""
    left = emitter.expression(node.left)
    result: Value | None = None
    for operator, right_node in zip(node.ops, node.comparators, strict=True):
        right = emitter.expression(right_node)
        meet = common(left.type, right.type)
        a, b = convert(emitter, left, meet), convert(emitter, right, meet)
        signed, unsigned, floating = COMPARISONS[type(operator)]
        if meet == F64:
            one = emitter.put(f"fcmp {floating} double {a.text}, {b.text}", BOOL)
        else:
            one = emitter.put(f"icmp {unsigned if meet == U64 else signed} i64 {a.text}, {b.text}", BOOL)
        result = one if result is None else emitter.put(f"and i1 {result.text}, {one.text}", BOOL)
        left = right
    if result is None:
        raise emitter.error("an empty comparison")
    return result


def extreme(emitter: Emitter, left: Value, right: Value, largest: bool) -> Value:
    """min and max of two numbers."""
    meet = common(left.type, right.type)
    left, right = convert(emitter, left, meet), convert(emitter, right, meet)
    if meet == F64:
        test = emitter.put(f"fcmp {'ogt' if largest else 'olt'} double {right.text}, {left.text}", BOOL)
    else:
        sign = "u" if meet == U64 else "s"
        test = emitter.put(f"icmp {sign}{'gt' if largest else 'lt'} i64 {right.text}, {left.text}", BOOL)
    return emitter.put(f"select i1 {test.text}, {meet.llvm} {right.text}, {meet.llvm} {left.text}", meet)


def element(emitter: Emitter, node: ast.Subscript) -> tuple[Value, Scalar]:
    """The address of `array[index]` and the type of what stands there."""
    base = emitter.expression(node.value)
    if not isinstance(base.type, ArrayType):
        raise emitter.error(f"not an array: {ast.unparse(node.value)}")
    index = convert(emitter, emitter.expression(node.slice), I64)
    kind = base.type.element
    address = emitter.put(f"getelementptr inbounds {kind.llvm}, ptr {base.text}, i64 {index.text}", base.type)
    return address, kind


def load(emitter: Emitter, node: ast.Subscript) -> Value:
    """Read an element; narrow whole numbers widen to i64."""
    address, kind = element(emitter, node)
    value = emitter.put(f"load {kind.llvm}, ptr {address.text}", kind)
    if kind == F32:
        return convert(emitter, value, F64)
    return convert(emitter, value, I64) if kind in (I32, U8) else value


Table = tuple[float, ...]
"""Constants that can be indexed: all whole numbers, or all floats."""


def is_table(value: object) -> bool:
    """Whether a module's tuple can stand in machine code."""
    return isinstance(value, tuple) and bool(value) and all(number_of(item) is not None for item in value)


def table(symbol: str, values: Table) -> tuple[Value, str]:
    """A constant array and the line that defines it."""
    kind = F64 if any(isinstance(value, float) for value in values) else I64
    items = ", ".join(f"{kind.llvm} {constant(float(v) if kind == F64 else int(v)).text}" for v in values)
    line = f"@{symbol} = internal constant [{len(values)} x {kind.llvm}] [{items}], align 16"
    return Value(f"@{symbol}", ArrayType(kind)), line


def number_of(value: object) -> float | None:
    """A number that may be inlined, or None."""
    if isinstance(value, bool | int):
        return value
    return value if isinstance(value, float) and not math.isnan(value) else None


def call_pointer(emitter: Emitter, target: str, signature: CallbackType, arguments: list[Value]) -> Value:
    """A call of a function or callback with converted arguments."""
    if len(arguments) != len(signature.arguments):
        raise emitter.error(f"{target} takes {len(signature.arguments)} arguments, not {len(arguments)}")
    converted = [convert(emitter, a, t) for a, t in zip(arguments, signature.arguments, strict=True)]
    text = ", ".join(f"{a.type.llvm} {a.text}" for a in converted)
    if signature.result is None:
        emitter.line(f"call void {target}({text})")
        return Value("0", I64)
    value = emitter.put(f"call {signature.result.llvm} {target}({text})", signature.result)
    return convert(emitter, value, I64) if signature.result in (I32, U8) else value
