"""Packed equations -> Storm's values, by a process of its own."""
