"""Annotated Python functions -> machine code: the compiled loops of kernels, graphs and solvers."""

from oddsmith.native.function import Compiled as Compiled
from oddsmith.native.function import compiled as compiled
from oddsmith.native.function import from_text as from_text
from oddsmith.native.types import Array as Array
from oddsmith.native.types import Callback as Callback
from oddsmith.native.types import f32 as f32
from oddsmith.native.types import f64 as f64
from oddsmith.native.types import i32 as i32
from oddsmith.native.types import i64 as i64
from oddsmith.native.types import u8 as u8
from oddsmith.native.types import u64 as u64
from oddsmith.native.words import array as array
from oddsmith.native.words import atomic_add as atomic_add
from oddsmith.native.words import compare_and_swap as compare_and_swap
from oddsmith.native.words import floor as floor
from oddsmith.native.words import fma as fma
from oddsmith.native.words import inf as inf
from oddsmith.native.words import multiply_high as multiply_high
from oddsmith.native.words import prefetch as prefetch
from oddsmith.native.words import sqrt as sqrt
from oddsmith.native.words import tail as tail
