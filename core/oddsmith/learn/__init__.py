"""A game tree and players with habits -> learners who sit down with them, see what is shown, and play better."""
