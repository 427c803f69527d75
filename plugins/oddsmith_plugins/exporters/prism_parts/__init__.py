"""The parts of the exporter to the PRISM language: names, expansion of expressions, commands, properties, text."""
