"""Parts of the solver `one-way`."""
