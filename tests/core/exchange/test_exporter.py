"""What an exporter gives: texts with suffixes, the model first; what it gets: a space with its labels."""

from __future__ import annotations

import pytest

from oddsmith.exchange.exporter import ExplicitExporter, Export, SymbolicExporter


def test_the_first_text_is_the_model() -> None:
    export = Export(((".prism", "dtmc"), (".props", "P=? [F x]")))
    assert export.files[0] == (".prism", "dtmc")
    assert export.remarks == ()


@pytest.mark.parametrize("base", [SymbolicExporter, ExplicitExporter])
def test_a_base_class_cannot_be_used_alone(base: type) -> None:
    with pytest.raises(TypeError, match="abstract"):
        base()
