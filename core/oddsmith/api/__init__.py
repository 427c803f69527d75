"""Oddsmith from Python: load a game, ask it, sweep over its constants, look at its states."""
