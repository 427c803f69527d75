"""Parts of the bisimulation quotient: weights as whole numbers, first labels, refinement, and the smaller space."""
