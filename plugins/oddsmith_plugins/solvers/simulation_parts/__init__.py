"""A process -> games played at random by machine code, what is seen in them, and what that says about the questions."""
