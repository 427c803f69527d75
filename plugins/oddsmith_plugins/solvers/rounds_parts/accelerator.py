"""The names of the ways in which rounds are summed up."""

from __future__ import annotations

from typing import Literal

Accelerator = Literal["auto", "plain", "bicgstab", "gmres", "anderson"]
