"""Games and state spaces <-> the languages and formats of other programs."""
