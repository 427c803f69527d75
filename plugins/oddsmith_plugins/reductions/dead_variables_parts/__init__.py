"""The parts of dead-variables: control parameters, the graph of their values, what is read later, resets."""
