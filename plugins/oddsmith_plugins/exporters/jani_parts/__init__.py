"""What the export to JANI is made of."""
