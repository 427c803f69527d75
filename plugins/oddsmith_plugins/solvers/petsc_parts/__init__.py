"""Parts of the solver `petsc`: the library, rows spread over ranks, linear equations, bounds."""
