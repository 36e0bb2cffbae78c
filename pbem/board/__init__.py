"""The board and what stands on it: variants, phases, units, positions."""
