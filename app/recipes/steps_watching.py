"""The steps of the recipes that watch one znode: configuration, and a name service."""

from __future__ import annotations

from app.recipes.step import Step

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
        "Higher mzxid than mine? Use that value. The watch stands",
        "The zxid of the change that last modified this znode: unlike the version, it never "
        "begins anew",
    ),
    Step(
        "notified",
        "It fires: read again, with a new watch",
        "Watches are one time triggers; if you get a watch event and you want to get notified of "
        "future changes, you must set another watch",
    ),
    Step(
        "await",
        "No such znode? exists() with a watch hears of its creation",
        "getData() and exists() set data watches; exists() sets one on a znode that is not there",
    ),
    Step(
        "read again",
        "Reconnected? Read again: what happened meanwhile was not told",
        "When you disconnect from a server, you will not get any watches until the connection is "
        "reestablished",
    ),
)

NAMING_SOURCE = "Apache ZooKeeper, Recipes and Solutions: Name Service; Programmer's Guide"

_NAME_SERVICE = (
    "Name service and configuration are two of the primary applications of ZooKeeper. These two "
    "functions are provided directly by the ZooKeeper API"
)
_EPHEMERAL = (
    "These znodes exist as long as the session that created the znode is active. When the session "
    "ends the znode is deleted"
)

NAMING = (
    Step("register", "Create NAME, EPHEMERAL; its data is my address", _NAME_SERVICE),
    Step(
        "taken",
        "Exists, and not by my session? Watch it, and stand by",
        f"{_EPHEMERAL}: not before, even if whoever made it is dead",
    ),
    Step(
        "registered",
        "Mine: the name leads to me. Watch it: somebody may delete it",
        _EPHEMERAL,
    ),
    Step(
        "move",
        "Another address? Write it over the version that I read",
        "The version number is used for conditional updates: the update fails where it does not "
        "match",
    ),
    Step(
        "leave",
        "Delete NAME at once: nobody is to call me any more",
        "Whoever leaves need not wait for the session's end",
    ),
)

LOOKUP = (
    Step("look up", "Read NAME, with a watch: the address, and its mzxid", _NAME_SERVICE),
    Step(
        "use",
        "Call that address, until the watch fires",
        "A client will see a watch event for a znode it is watching before seeing the new data "
        "that corresponds to that znode",
    ),
    Step("notified", "It fires: read again, with a new watch", CONFIGURATION[2].sentence),
    Step(
        "no such name",
        "No such name? Call nobody; exists() with a watch hears of it",
        CONFIGURATION[3].sentence,
    ),
)
