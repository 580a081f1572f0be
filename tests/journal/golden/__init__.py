"""What a journal was told in real runs, and what it made of that: golden documents."""
