"""Candidates against the sandbox's core, under a seeded scheduler with virtual time."""
