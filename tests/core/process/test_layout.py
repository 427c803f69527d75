"""Where the names of a process stand for evaluated expressions."""

from oddsmith.expr.evaluate import compile_expr
from oddsmith.expr.parse import parse_text
from oddsmith.expr.types import INT
from oddsmith.process.layout import layout_of
from oddsmith.process.process import Array, Function, Parameter, Process, Table


def test_expressions_read_parameters_arrays_tables_and_functions():
    params = (Parameter("x", INT, 0, 9, 0), *(Parameter(f"a[{i}]", INT, 0, 9, 0) for i in (1, 2)))
    process = Process(
        "test",
        "chain",
        params,
        (),
        arrays=(Array("a", ((1, 2),), 1),),
        tables=(Table("t", ((5, 6),), (50, 60)),),
        functions=(Function("double", ("n",), parse_text("2 * n"), INT, (INT,)),),
        call_depth=7,
    )
    layout = layout_of(process)
    assert compile_expr(parse_text("double(x) + a[2] + t[6]"), layout)((1, 10, 20)) == 82
    assert layout.size == 3
    assert layout.call_depth == 7
