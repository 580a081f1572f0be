"""Learn what ZooKeeper knows: sessions, the mirrored tree, what the servers say of themselves."""
