"""Parts of the solver `stage-games`."""
