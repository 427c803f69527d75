"""A game that somebody plays step by step: the board, the match, what a position is worth, and what the user orders."""
