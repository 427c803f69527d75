"""The parts of the symmetry reduction: what a process looks like, and under which exchanges it stays the same."""
