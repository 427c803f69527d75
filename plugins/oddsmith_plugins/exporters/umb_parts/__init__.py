"""The parts of the UMB exporter."""
