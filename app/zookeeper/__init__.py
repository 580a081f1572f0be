"""What Handoff knows from ZooKeeper: sessions, the mirrored tree, the servers' own windows."""
