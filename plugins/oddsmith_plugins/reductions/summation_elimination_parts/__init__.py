"""The parts of summation-elimination: choices, draws, and draws that only matter together."""
