"""The command `candidate`: one candidate in a terminal, which says what it does."""
