"""The history: the journal on disk, so that any moment of any run can be looked at again."""
