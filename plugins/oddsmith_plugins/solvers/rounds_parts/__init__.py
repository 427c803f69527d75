"""Parts of the solver `rounds`: conditions as masks, rows as tables, the compiled sweep, the iteration."""
