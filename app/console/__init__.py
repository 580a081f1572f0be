"""The console: zkCli's commands as pure code. A line goes in, text comes out, and in between what
is asked of ZooKeeper.

What it prints is what `zkCli.sh` of Apache ZooKeeper 3.9.5 prints (org.apache.zookeeper.cli and
ZooKeeperMain there); tests/conformance compares the two, and docs/console.md names what differs.
"""
