"""State space and who sees what -> the game tree, its information sets, and what can be computed on its plays."""
