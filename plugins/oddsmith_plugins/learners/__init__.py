"""Ways to learn how others play."""
