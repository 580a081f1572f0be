"""ZooKeeper's wire format: the jute codec, the records and the multi requests. No I/O."""
