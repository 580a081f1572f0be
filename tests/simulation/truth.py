"""What the server holds of the election, asked of the server itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.server import Server

ELECTION = "/election"
ACKNOWLEDGEMENT = f"{ELECTION}-acknowledged"


class Place(NamedTuple):
    """A candidate's znode in the election. The order of creation is that of czxid, which owes
    nothing to the code that compares names.
    """

    czxid: int
    name: str
    owner: int


def places(server: Server) -> list[Place]:
    """The candidates' znodes, first created first."""
    return sorted(
        Place(znode.czxid, name, znode.owner) for name, znode in server.children(ELECTION)
    )


def predecessor(among: list[Place], name: str) -> str | None:
    """Who was created last before `name`; None for the first, and for one that is not there."""
    before = None
    for place in among:
        if place.name == name:
            return before
        before = place.name
    return None


def acknowledgement(server: Server) -> tuple[int, str] | None:
    """(epoch, znode) as written down; None where nothing is, or nothing that says so."""
    znode = server.core.tree.nodes.get(ACKNOWLEDGEMENT)
    if znode is None or not znode.data:
        return None
    written = json.loads(znode.data)
    return written["epoch"], written["znode"]


def watches(server: Server, process: Process, name: str) -> bool:
    """Whether a data watch of this candidate stands on a znode of the election."""
    session = server.core.sessions.get(process.recipe.session)
    if session is None or session.link is None:
        return False
    return server.core.watches.data.has(f"{ELECTION}/{name}", session.link)


def watches_on_nothing(server: Server) -> list[str]:
    """Paths below the election that are watched and do not exist."""
    nodes, prefix = server.core.tree.nodes, f"{ELECTION}/"
    watched = server.core.watches.data.by_path
    return [path for path in watched if path not in nodes and path.startswith(prefix)]
