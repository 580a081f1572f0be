"""A private Apache ZooKeeper: finding an installation, starting and stopping servers."""
