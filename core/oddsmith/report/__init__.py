"""Outcome -> words and tables on the terminal, or one JSON document."""
