"""Game -> complaints about names, types, ranges, probabilities and references, all at once."""
