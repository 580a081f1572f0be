"""A ZooKeeper of our own, one server in one process, which speaks ZooKeeper's wire protocol."""
