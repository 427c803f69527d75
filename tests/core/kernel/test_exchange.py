"""Blocks of parameters that may change places are found in the packed state."""

from __future__ import annotations

from oddsmith.expr.types import INT
from oddsmith.kernel.encoding import Encoding
from oddsmith.kernel.exchange import exchanged_fields
from oddsmith.process.process import Parameter, Process


def test_fields_of_blocks() -> None:
    params = tuple(Parameter(name, INT, 0, 7, 0) for name in ("a", "b", "c", "d"))
    process = Process("p", "chain", params, (), exchangeable=((("a", "c"), ("b", "d")),))
    fields = Encoding.of(params).fields
    assert exchanged_fields(process, Encoding.of(params)) == (((fields[0], fields[2]), (fields[1], fields[3])),)
    assert exchanged_fields(Process("p", "chain", params, ()), Encoding.of(params)) == ()
