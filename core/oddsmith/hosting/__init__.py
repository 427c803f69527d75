"""Entry points -> hooks -> offers by name, with options: the only room that touches pluggy."""
