"""Stored transitions -> components, attractors, sure and impossible goals, end components."""
