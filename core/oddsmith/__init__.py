"""Oddsmith: who wins this game, how often, how long does it take, and what should I do?"""

__version__ = "0.1.0"
