"""Know what ZooKeeper knows: sessions, the mirrored tree, the servers' own windows."""
