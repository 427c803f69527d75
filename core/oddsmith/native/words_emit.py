"""Calls in the dialect -> LLVM: casts, mathematics, atomics, local arrays, other functions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from oddsmith.native.expressions import Value, call_pointer, convert, extreme
from oddsmith.native.types import BOOL, F64, I64, SCALARS, U64, ArrayType, CallbackType, Scalar

if TYPE_CHECKING:
    from oddsmith.native.statements import Emitter

INTRINSICS = {
    "floor": "declare double @llvm.floor.f64(double)",
    "sqrt": "declare double @llvm.sqrt.f64(double)",
    "fma": "declare double @llvm.fma.f64(double, double, double)",
    "fabs": "declare double @llvm.fabs.f64(double)",
    "prefetch": "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)",
}


def call(emitter: Emitter, node: ast.Call) -> Value:
    """Any call expression."""
    if not isinstance(node.func, ast.Name) or node.keywords:
        raise emitter.error(f"cannot call {ast.unparse(node)}")
    name = node.func.id
    local = emitter.lookup(name)
    if local is not None and isinstance(local.type, CallbackType):
        arguments = [emitter.expression(a) for a in node.args]
        return call_pointer(emitter, local.text, local.type, arguments)
    if name in SCALARS:
        value = emitter.expression(node.args[0])
        return convert(emitter, value, SCALARS[name])
    if name in WORDS:
        return WORDS[name](emitter, node)
    target = emitter.function(name)
    if target is None:
        raise emitter.error(f"unknown function {name}")
    symbol, signature = target
    return call_pointer(emitter, f"@{symbol}", signature, [emitter.expression(a) for a in node.args])


def _float_word(intrinsic: str) -> Callable[[Emitter, ast.Call], Value]:
    def emit(emitter: Emitter, node: ast.Call) -> Value:
        arguments = [convert(emitter, emitter.expression(a), F64) for a in node.args]
        text = ", ".join(f"double {a.text}" for a in arguments)
        return emitter.put(f"call double @llvm.{intrinsic}.f64({text})", F64)

    return emit


def _extreme_word(largest: bool) -> Callable[[Emitter, ast.Call], Value]:
    def emit(emitter: Emitter, node: ast.Call) -> Value:
        values = [emitter.expression(a) for a in node.args]
        result = values[0]
        for value in values[1:]:
            result = extreme(emitter, result, value, largest)
        return result

    return emit


def _absolute(emitter: Emitter, node: ast.Call) -> Value:
    value = emitter.expression(node.args[0])
    if value.type == F64:
        return emitter.put(f"call double @llvm.fabs.f64(double {value.text})", F64)
    value = convert(emitter, value, I64)
    negative = emitter.put(f"icmp slt i64 {value.text}, 0", BOOL)
    minus = emitter.put(f"sub i64 0, {value.text}", I64)
    return emitter.put(f"select i1 {negative.text}, i64 {minus.text}, i64 {value.text}", I64)


def _multiply_high(emitter: Emitter, node: ast.Call) -> Value:
    wide = []
    for argument in node.args:
        value = convert(emitter, emitter.expression(argument), U64)
        wide.append(emitter.put(f"zext i64 {value.text} to i128", U64).text)
    product = emitter.put(f"mul i128 {wide[0]}, {wide[1]}", U64)
    upper = emitter.put(f"lshr i128 {product.text}, 64", U64)
    return emitter.put(f"trunc i128 {upper.text} to i64", U64)


def _place(emitter: Emitter, node: ast.Call) -> tuple[Value, Scalar]:
    base = emitter.expression(node.args[0])
    index = convert(emitter, emitter.expression(node.args[1]), I64)
    if not isinstance(base.type, ArrayType):
        raise emitter.error(f"not an array: {ast.unparse(node.args[0])}")
    kind = base.type.element
    return emitter.put(f"getelementptr inbounds {kind.llvm}, ptr {base.text}, i64 {index.text}", base.type), kind


def _tail(emitter: Emitter, node: ast.Call) -> Value:
    return _place(emitter, node)[0]


def _widened(emitter: Emitter, value: Value, kind: Scalar) -> Value:
    return value if kind == U64 else convert(emitter, value, I64)


def _atomic_add(emitter: Emitter, node: ast.Call) -> Value:
    address, kind = _place(emitter, node)
    amount = convert(emitter, emitter.expression(node.args[2]), kind)
    old = emitter.put(f"atomicrmw add ptr {address.text}, {kind.llvm} {amount.text} seq_cst", kind)
    return _widened(emitter, old, kind)


def _compare_and_swap(emitter: Emitter, node: ast.Call) -> Value:
    address, kind = _place(emitter, node)
    expected = convert(emitter, emitter.expression(node.args[2]), kind)
    new = convert(emitter, emitter.expression(node.args[3]), kind)
    text = f"cmpxchg ptr {address.text}, {kind.llvm} {expected.text}, {kind.llvm} {new.text} seq_cst seq_cst"
    pair = emitter.put(text, kind)
    old = emitter.put(f"extractvalue {{ {kind.llvm}, i1 }} {pair.text}, 0", kind)
    return _widened(emitter, old, kind)


def _prefetch(emitter: Emitter, node: ast.Call) -> Value:
    address, _ = _place(emitter, node)
    emitter.line(f"call void @llvm.prefetch.p0(ptr {address.text}, i32 0, i32 1, i32 1)")
    return Value("0", I64)


def _array(emitter: Emitter, node: ast.Call) -> Value:
    kind, size = node.args
    if not isinstance(kind, ast.Name) or kind.id not in SCALARS:
        raise emitter.error(f"array needs an element type: {ast.unparse(node)}")
    count = emitter.constant_integer(size)
    return emitter.local_array(SCALARS[kind.id], count)


WORDS: dict[str, Callable[[Emitter, ast.Call], Value]] = {
    "abs": _absolute,
    "min": _extreme_word(largest=False),
    "max": _extreme_word(largest=True),
    "floor": _float_word("floor"),
    "sqrt": _float_word("sqrt"),
    "fma": _float_word("fma"),
    "multiply_high": _multiply_high,
    "tail": _tail,
    "atomic_add": _atomic_add,
    "compare_and_swap": _compare_and_swap,
    "prefetch": _prefetch,
    "array": _array,
}
