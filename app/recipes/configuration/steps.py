"""The configuration, step by step: each with its line and the sentence that it carries out."""

from __future__ import annotations

from ...participation.step import EXISTS_WATCHES, ONE_TIME, Step

CONFIGURATION_SOURCE = "Apache ZooKeeper, Programmer's Guide: Watches, Things to Remember"

CONFIGURATION = (
    Step(
        "read",
        "Read the znode, with a watch: its data and its mzxid",
        "All of the read operations in ZooKeeper have the option of setting a watch as a side "
        "effect",
    ),
    Step(
        "watch",
        "Higher mzxid than mine? Use that value. The watch stays",
        "The zxid of the change that last modified this znode: unlike the version, it never "
        "begins again",
    ),
    Step(
        "notified",
        "It fires: read again, with a new watch",
        ONE_TIME,
    ),
    Step(
        "await",
        "No such znode? exists() with a watch learns of its creation",
        EXISTS_WATCHES,
    ),
    Step(
        "read again",
        "Reconnected? Read again: nobody told me what happened meanwhile",
        "When you disconnect from a server, you will not get any watches until the connection is "
        "reestablished",
    ),
)
