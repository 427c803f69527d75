"""A process -> rounds: a control parameter that goes round, and for each turn rows of branches by what it writes."""
