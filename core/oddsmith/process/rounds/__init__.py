"""A process -> rounds: a control parameter that goes round, and rows of branches for every value that its turns write."""
