"""A node of the bookshelf: its disk, its server, and what it says to ZooKeeper."""
