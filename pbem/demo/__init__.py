"""A whole game by letters: scripted players, a simulated clock, the real judge."""
