"""An error is blamed on the plugin in whose code it arose, or whose offer broke its word."""

from __future__ import annotations

from types import ModuleType

import pytest

from oddsmith.context import BrokenOfferError
from oddsmith.hosting.blame import culprit, described
from oddsmith.hosting.manager import Origin

ACME = Origin("solver-jacobi", "acme.jacobi", "acme-odds", "2.3")
EXACT = Origin("solver-exact", "oddsmith_plugins.solvers.exact", "oddsmith", "0.1")
ORIGINS = (ACME, EXACT)


def raised_in(module: str) -> Exception:
    """An error from a function of a module of this name."""
    made = ModuleType(module)
    exec("def fail():\n    raise RuntimeError('no')", vars(made))
    with pytest.raises(RuntimeError) as caught:
        made.fail()
    return caught.value


@pytest.mark.parametrize("module", ["acme.jacobi", "acme.jacobi.parts", "acme.helpers", "acme"])
def test_all_of_a_package_belongs_to_its_plugin(module: str) -> None:
    assert culprit(raised_in(module), ORIGINS) is ACME


@pytest.mark.parametrize("module", ["acmes.jacobi", "oddsmith.solve.pose", "oddsmith_plugins.solvers.elimination"])
def test_what_is_nobodys_alone_is_blamed_on_nobody(module: str) -> None:
    assert culprit(raised_in(module), ORIGINS) is None


def test_an_offer_is_known_by_the_module_of_its_class() -> None:
    offered = type("Jacobi", (), {"__module__": "acme.jacobi"})
    assert culprit(BrokenOfferError(offered, "wrong"), ORIGINS) is ACME
    assert culprit(BrokenOfferError(offered(), "wrong"), ORIGINS) is ACME


def test_what_happened_is_told_in_a_phrase() -> None:
    assert described(ValueError("no")) == "failed with ValueError: no"
    assert described(BrokenOfferError(object(), "returned nothing")) == "returned nothing"
    assert described(SystemExit(3)) == "called sys.exit, which would have ended the program"
