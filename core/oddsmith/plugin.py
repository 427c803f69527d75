"""The author's surface: everything a plugin may import, grouped by role."""

import pluggy

# solvers
from oddsmith.context import Context as Context
from oddsmith.context import LimitError as LimitError

# compiled loops
from oddsmith.native import Array as Array
from oddsmith.native import Callback as Callback
from oddsmith.native import array as array
from oddsmith.native import compiled as compiled
from oddsmith.native import f64 as f64
from oddsmith.native import fma as fma
from oddsmith.native import i32 as i32
from oddsmith.native import i64 as i64
from oddsmith.native import inf as inf
from oddsmith.native import tail as tail
from oddsmith.native import u8 as u8
from oddsmith.native import u64 as u64
from oddsmith.solve.problem import Problem as Problem
from oddsmith.solve.problem import Promise as Promise
from oddsmith.solve.problem import Trait as Trait
from oddsmith.solve.solution import Solution as Solution
from oddsmith.solve.solution import Status as Status
from oddsmith.solve.solver import Solver as Solver
from oddsmith.space.space import Stored as Stored

hookimpl = pluggy.HookimplMarker("oddsmith")
