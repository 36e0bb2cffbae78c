"""Figures: how quick the judge is, measured the same way each time."""
