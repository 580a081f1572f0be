"""The name service, step by step: each with its line and the sentence that it carries out."""

from __future__ import annotations

from ...participation.step import EXISTS_WATCHES, ONE_TIME, Step

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
        "It exists, created by another session? Watch it, and stand by",
        f"{_EPHEMERAL}: not earlier, even if its creator is dead",
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
        "Delete NAME at once: nobody should call me any longer",
        "A provider that leaves need not wait for the session's end",
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
    Step("notified", "It fires: read again, with a new watch", ONE_TIME),
    Step(
        "no such name",
        "No such name? Call nobody; exists() with a watch learns of it",
        EXISTS_WATCHES,
    ),
)
