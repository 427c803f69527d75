"""How prCRL is read: tokens -> processes as written -> places and commands -> a spec."""
