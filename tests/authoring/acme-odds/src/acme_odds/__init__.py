"""A solver, an exporter and a reduction for Oddsmith, by somebody else."""
