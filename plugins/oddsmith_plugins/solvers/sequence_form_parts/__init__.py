"""Parts of the solver `sequence-form`: the linear program, and how its solution becomes fractions."""
