"""Process -> successor function: encoding of states, ranking, and what a kernel offers."""
