"""Decision process of one side -> proved values and a strategy: evaluate a policy, improve it, until nothing is better."""
