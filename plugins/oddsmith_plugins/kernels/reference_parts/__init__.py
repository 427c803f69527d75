"""The parts of the reference kernel: draws, updates, commands, and what its refusals advise."""
