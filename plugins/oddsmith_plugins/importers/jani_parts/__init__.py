"""The parts of the importer of JANI: JSON with places, expressions, automata, properties."""
