"""A function of the dialect -> the text of an LLVM function."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from oddsmith.native import expressions as ex
from oddsmith.native.expressions import DialectError, Value, constant, convert
from oddsmith.native.types import BOOL, F64, I32, I64, U8, ArrayType, CallbackType, NativeType, Scalar, read_annotation
from oddsmith.native.words_emit import call

Functions = Mapping[str, tuple[str, CallbackType]]


def signature_of(node: ast.FunctionDef) -> CallbackType:
    """The types of a function's result and arguments, from its annotations."""
    arguments = [read_annotation(a.annotation) for a in node.args.args]
    if any(a is None for a in arguments):
        raise DialectError(f"{node.name}: every argument of a compiled function needs a type")
    result = read_annotation(node.returns)
    if result is not None and not isinstance(result, Scalar):
        raise DialectError(f"{node.name}: a compiled function returns a number or nothing")
    return CallbackType(result, tuple(a for a in arguments if a is not None))


class Emitter:
    """Writes one function. Locals live in stack slots; LLVM turns them into registers."""

    def __init__(
        self,
        node: ast.FunctionDef,
        symbol: str,
        functions: Functions,
        numbers: Mapping[str, float],
        tables: Mapping[str, ex.Table],
    ) -> None:
        self.node, self.symbol, self.functions, self.numbers, self.tables = node, symbol, functions, numbers, tables
        self.constants: dict[str, str] = {}
        self.signature = signature_of(node)
        self.lines: list[str] = []
        self.slots: list[str] = []
        self.locals: dict[str, tuple[str, NativeType]] = {}
        self.count = 0
        self.block = "entry"
        self.closed = False
        self.loops: list[tuple[str, str]] = []
        self.current: ast.AST = node

    # --- writing -------------------------------------------------------------------------------------------------

    def error(self, reason: str) -> DialectError:
        return DialectError(f"{self.node.name}, line {getattr(self.current, 'lineno', '?')}: {reason}")

    def line(self, text: str) -> None:
        if not self.closed:
            self.lines.append(f"  {text}")

    def put(self, text: str, kind: NativeType) -> Value:
        """An instruction with a result."""
        self.count += 1
        name = f"%v{self.count}"
        self.line(f"{name} = {text}")
        return Value(name, kind)

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def open(self, block: str) -> None:
        """Begin a block; what fell out of the last one jumps here."""
        self.jump(block)
        self.lines.append(f"{block}:")
        self.block, self.closed = block, False

    def jump(self, block: str) -> None:
        self.line(f"br label %{block}")
        self.closed = True

    def branch(self, test: Value, yes: str, no: str) -> None:
        self.line(f"br i1 {convert(self, test, BOOL).text}, label %{yes}, label %{no}")
        self.closed = True

    # --- names ---------------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> Value | None:
        if name not in self.locals:
            return None
        slot, kind = self.locals[name]
        return self.put(f"load {kind.llvm}, ptr {slot}", kind)

    def function(self, name: str) -> tuple[str, CallbackType] | None:
        return self.functions.get(name)

    def constant_integer(self, node: ast.expr) -> int:
        value = self.numbers.get(node.id) if isinstance(node, ast.Name) else getattr(node, "value", None)
        if not isinstance(value, int):
            raise self.error(f"needs a constant whole number, not {ast.unparse(node)}")
        return value

    def local_array(self, kind: Scalar, size: int) -> Value:
        name = f"%a{self.fresh('')}"
        self.slots.append(f"  {name} = alloca [{size} x {kind.llvm}], align 16")
        self.line(f"store [{size} x {kind.llvm}] zeroinitializer, ptr {name}, align 16")
        return Value(name, ArrayType(kind))

    def declare(self, name: str, kind: NativeType) -> tuple[str, NativeType]:
        """The slot of a local; whole numbers of any width and truth values are kept as i64."""
        if name not in self.locals:
            kept = I64 if kind in (BOOL, I32, U8) else kind
            slot = f"%{name}.slot"
            self.slots.append(f"  {slot} = alloca {kept.llvm}")
            self.locals[name] = (slot, kept)
        return self.locals[name]

    def assign(self, name: str, value: Value) -> None:
        slot, kind = self.declare(name, value.type)
        if value.type == F64 and kind != F64:
            raise self.error(f"{name} holds whole numbers and is given a float; begin with {name} = 0.0 or use i64(…)")
        stored = convert(self, value, kind)
        self.line(f"store {kind.llvm} {stored.text}, ptr {slot}")

    # --- expressions ---------------------------------------------------------------------------------------------

    def expression(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() | int() | float() as number):
                return constant(number)
            case ast.Name(id=name):
                return self._name(name)
            case ast.BinOp():
                return ex.binary(self, node)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare():
                return ex.compare(self, node)
            case ast.BoolOp():
                return self._bool(node)
            case ast.IfExp():
                return self._choice(node)
            case ast.Subscript():
                return ex.load(self, node)
            case ast.Call():
                return call(self, node)
        raise self.error(f"not part of the dialect: {ast.unparse(node)}")

    def _name(self, name: str) -> Value:
        value = self.lookup(name)
        if value is not None:
            return value
        if name in self.numbers:
            return constant(self.numbers[name])
        if name in self.tables:
            value, self.constants[name] = ex.table(f"{self.symbol}.{name}", self.tables[name])
            return value
        if name in self.functions:
            symbol, signature = self.functions[name]
            return Value(f"@{symbol}", signature)
        raise self.error(f"unknown name {name}")

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return self.expression(ast.copy_location(ast.Constant(-node.operand.value), node))  # type: ignore[operator]
        value = self.expression(node.operand)
        match node.op:
            case ast.Not():
                return self.put(f"xor i1 {convert(self, value, BOOL).text}, true", BOOL)
            case ast.USub() if value.type == F64:
                return self.put(f"fneg double {value.text}", F64)
            case ast.USub():
                return self.put(f"sub i64 0, {convert(self, value, I64).text}", I64)
            case ast.Invert():
                kept = value if value.type != BOOL else convert(self, value, I64)
                return self.put(f"xor i64 {kept.text}, -1", kept.type)
        return value

    def _bool(self, node: ast.BoolOp) -> Value:
        """`and`, `or` stop at the first operand that decides."""
        stop = self.fresh("stop")
        sources: list[tuple[str, str]] = []
        decided = "false" if isinstance(node.op, ast.And) else "true"
        for operand in node.values[:-1]:
            test = convert(self, self.expression(operand), BOOL)
            go = self.fresh("go")
            sources.append((decided, self.block))
            yes, no = (go, stop) if decided == "false" else (stop, go)
            self.branch(test, yes, no)
            self.lines.append(f"{go}:")
            self.block, self.closed = go, False
        last = convert(self, self.expression(node.values[-1]), BOOL)
        sources.append((last.text, self.block))
        self.open(stop)
        arms = ", ".join(f"[ {value}, %{block} ]" for value, block in sources)
        return self.put(f"phi i1 {arms}", BOOL)

    def _choice(self, node: ast.IfExp) -> Value:
        yes, no, end = self.fresh("yes"), self.fresh("no"), self.fresh("end")
        self.branch(self.expression(node.test), yes, no)
        self.open(yes)
        first = self.expression(node.body)
        first_block, first_place = self.block, len(self.lines)
        self.closed = True
        self.open(no)
        second = self.expression(node.orelse)
        meet = first.type if first.type == second.type else ex.common(first.type, second.type)
        second = convert(self, second, meet)
        second_block = self.block
        rest, self.lines = self.lines[first_place:], self.lines[:first_place]
        self.closed = False
        first = convert(self, first, meet)
        self.jump(end)
        self.lines += rest
        self.closed = False
        self.open(end)
        arms = f"[ {first.text}, %{first_block} ], [ {second.text}, %{second_block} ]"
        return self.put(f"phi {meet.llvm} {arms}", meet)

    # --- statements ----------------------------------------------------------------------------------------------

    def body(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.current = statement
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[target], value=value):
                self._store(target, self.expression(value))
            case ast.AnnAssign():
                self._typed(node)
            case ast.AugAssign(target=target, op=operator, value=value):
                read = ast.copy_location(ast.BinOp(_as_read(target), operator, value), node)
                self._store(target, self.expression(read))
            case ast.If():
                self._if(node)
            case ast.While(test=test, body=body):
                self._while(test, body)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds), body=body):
                self._for(name, bounds, body)
            case ast.Break() | ast.Continue():
                self.jump(self.loops[-1][isinstance(node, ast.Break)])
            case ast.Return(value=value):
                self._return(value)
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Assert():
                pass
            case ast.Expr(value=value):
                self.expression(value)
            case _:
                raise self.error(f"not part of the dialect: {ast.unparse(node)}")

    def _typed(self, node: ast.AnnAssign) -> None:
        kind = read_annotation(node.annotation)
        if kind is None or node.value is None or not isinstance(node.target, ast.Name):
            raise self.error(f"a declaration is `name: type = value`, not {ast.unparse(node)}")
        self.declare(node.target.id, kind)
        self.assign(node.target.id, convert(self, self.expression(node.value), kind))

    def _store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Subscript):
            address, kind = ex.element(self, target)
            if value.type == F64 and not kind.floating:
                raise self.error("a float is stored into an array of whole numbers; use i64(…)")
            stored = convert(self, value, kind)
            self.line(f"store {kind.llvm} {stored.text}, ptr {address.text}")
        else:
            raise self.error(f"cannot assign to {ast.unparse(target)}")

    def _if(self, node: ast.If) -> None:
        yes, no, end = self.fresh("then"), self.fresh("else"), self.fresh("end")
        self.branch(self.expression(node.test), yes, no)
        self.open(yes)
        self.body(node.body)
        self.jump(end)
        self.open(no)
        self.body(node.orelse)
        self.open(end)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        head, inside, end = self.fresh("head"), self.fresh("body"), self.fresh("end")
        self.open(head)
        self.branch(self.expression(test), inside, end)
        self.open(inside)
        self.loops.append((head, end))
        self.body(body)
        self.loops.pop()
        self.jump(head)
        self.open(end)

    def _for(self, name: str, bounds: list[ast.expr], body: list[ast.stmt]) -> None:
        values = [convert(self, self.expression(b), I64) for b in bounds]
        start, stop = (constant(0), values[0]) if len(values) == 1 else (values[0], values[1])
        step = values[2] if len(values) == 3 else constant(1)
        down = step.text.startswith("-")
        counter = f"%{self.fresh('counter')}"
        self.slots.append(f"  {counter} = alloca i64")
        self.line(f"store i64 {start.text}, ptr {counter}")
        head, inside, after, end = (self.fresh(s) for s in ("head", "body", "next", "end"))
        self.open(head)
        now = self.put(f"load i64, ptr {counter}", I64)
        test = self.put(f"icmp {'sgt' if down else 'slt'} i64 {now.text}, {stop.text}", BOOL)
        self.branch(test, inside, end)
        self.open(inside)
        self.assign(name, now)
        self.loops.append((after, end))
        self.body(body)
        self.loops.pop()
        self.open(after)
        more = self.put(f"load i64, ptr {counter}", I64)
        following = self.put(f"add nsw i64 {more.text}, {step.text}", I64)
        self.line(f"store i64 {following.text}, ptr {counter}")
        self.jump(head)
        self.open(end)

    def _return(self, node: ast.expr | None) -> None:
        result = self.signature.result
        if result is None or node is None:
            self.line("ret void")
        else:
            value = self.expression(node)
            if value.type == F64 and result != F64:
                raise self.error("a float is returned as a whole number; use i64(…)")
            self.line(f"ret {result.llvm} {convert(self, value, result).text}")
        self.closed = True

    # --- the whole -----------------------------------------------------------------------------------------------

    def text(self, linkage: str) -> str:
        names = [a.arg for a in self.node.args.args]
        for name, kind in zip(names, self.signature.arguments, strict=True):
            given = Value(f"%{name}.in", kind)
            if isinstance(kind, Scalar):
                given = convert(self, given, I64) if kind in (I32, U8) else given
            self.assign(name, given)
        self.body(self.node.body)
        self.line("ret void" if self.signature.result is None else f"ret {self.signature.result.llvm} zeroinitializer")
        pairs = zip(names, self.signature.arguments, strict=True)
        arguments = ", ".join(f"{kind.llvm} %{name}.in" for name, kind in pairs)
        result = self.signature.result.llvm if self.signature.result else "void"
        head = f"define {linkage}{result} @{self.symbol}({arguments}) nounwind {{\nentry:"
        return "\n".join([*self.constants.values(), head, *self.slots, *self.lines, "}"])


def _as_read(target: ast.expr) -> ast.expr:
    match target:
        case ast.Name(id=name):
            return ast.copy_location(ast.Name(name, ast.Load()), target)
        case ast.Subscript(value=value, slice=index):
            return ast.copy_location(ast.Subscript(value, index, ast.Load()), target)
    return target
