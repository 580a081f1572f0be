"""The replication of the bookshelf: its rules in scripts, and in seeded simulations."""
