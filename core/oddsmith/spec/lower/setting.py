"""What every step of lowering shares: the kind of game, constants, tables, reserved names, complaints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from oddsmith.process.process import Table
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.lower.constants import Constants


@dataclass(frozen=True)
class Setting:
    kind: str
    """chain, mdp or game."""
    constants: Constants
    tables: Mapping[str, Table]
    reserved: frozenset[str]
    """Names that no draw or choice may take: parameters and arrays."""
    complaints: Complaints
