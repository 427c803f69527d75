"""The linear form: parameters and guarded commands, with its invariants and its text."""
