"""A ZooKeeper without sockets and clocks: znodes, sessions, watches, and the rules of 3.9."""
