"""Pipelines of many runs: sweeps, comparisons with published values, tables and figures."""
