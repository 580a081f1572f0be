"""The proof that the embedded ZooKeeper is one: what others wrote for Apache's runs against it."""
