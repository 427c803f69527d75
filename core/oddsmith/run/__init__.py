"""Spec or pipeline file -> plan -> stages -> outcome, kept in a run folder."""
