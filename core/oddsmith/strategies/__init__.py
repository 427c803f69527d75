"""Strategies in the words of a spec: written by hand, exported, read again, explained."""
