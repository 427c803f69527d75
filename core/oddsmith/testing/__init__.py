"""Checks for the authors of plugins: `from oddsmith.testing import check_solver`."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oddsmith.testing.exporters import check_exporter
    from oddsmith.testing.importers import check_importer
    from oddsmith.testing.kernels import check_kernel
    from oddsmith.testing.learners import check_learner
    from oddsmith.testing.reductions import check_reduction
    from oddsmith.testing.reference import explored_of, process_of
    from oddsmith.testing.sections import check_report_section
    from oddsmith.testing.solvers import check_solver

__all__ = [
    "check_exporter",
    "check_importer",
    "check_kernel",
    "check_learner",
    "check_reduction",
    "check_report_section",
    "check_solver",
    "explored_of",
    "process_of",
]

_PLACES = {
    "check_exporter": "exporters",
    "check_importer": "importers",
    "check_kernel": "kernels",
    "check_learner": "learners",
    "check_reduction": "reductions",
    "check_report_section": "sections",
    "check_solver": "solvers",
    "explored_of": "reference",
    "process_of": "reference",
}


def __getattr__(name: str) -> Any:
    """Each check is imported when it is used: some need packages that others do not."""
    if name not in _PLACES:
        raise AttributeError(f"module 'oddsmith.testing' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"oddsmith.testing.{_PLACES[name]}"), name)
