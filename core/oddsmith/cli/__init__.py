"""Arguments -> a run -> words on the terminal: the program `pipeline` (also called `oddsmith`)."""
