"""The parts of the importer of the PRISM language: tokens, parser, names, and the spec that comes out."""
