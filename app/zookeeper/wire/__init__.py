"""Read and write ZooKeeper's wire format, without I/O: the jute codec, the records, the multi
requests.
"""
