"""The parts of the UMB importer."""
