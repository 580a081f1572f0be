"""ZooKeeper's recipes as pure state machines: inputs go in, commands come out."""
