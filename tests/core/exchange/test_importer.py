"""What an importer gets: the model's text, its properties, and values for open constants."""

from __future__ import annotations

import pytest

from oddsmith.exchange.importer import ForeignText, Importer
from oddsmith.source import Source


def test_without_properties_nothing_is_left_out() -> None:
    foreign = ForeignText(Source("a.prism", "dtmc"))
    assert (foreign.properties, foreign.partial, foreign.constants) == (None, False, ())


def test_the_base_class_cannot_be_used_alone() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Importer()  # type: ignore[abstract]
