"""YAML text -> located tree -> checked Game -> linear Process."""
