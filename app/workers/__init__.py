"""Candidates as operating-system processes: what runs in one, and who looks after them."""
