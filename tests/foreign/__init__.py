"""Programs that nobody here wrote are killed, frozen and stopped, and each statement is judged."""
