"""The parts of simplification: the ranges that parameters keep to, and conditions decided by ranges."""
