"""Tests of pbem.exchange."""
