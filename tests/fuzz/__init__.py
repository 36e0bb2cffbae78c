"""Letters made at random, and what must hold of each; `python -m tests.fuzz` runs many."""
