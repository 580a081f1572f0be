"""The replication of the bookshelf as pure state machines: see docs/bookshelf.md for its rules."""
