"""A linear process -> text in the dialect of compiled code: terms, expressions, commands, the whole program."""
