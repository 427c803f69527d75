"""Located tree -> Game, one file per part of a spec."""
