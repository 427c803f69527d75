"""Kernel -> state space: exploration, stored transitions, reductions with their way back."""
