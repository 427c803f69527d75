"""A bench file -> whole processes, measured: against another tool on the same games, or against targets."""
