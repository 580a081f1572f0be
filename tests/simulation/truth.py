"""What the server holds of the recipe's znodes, asked of the server itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from app.sandbox.core.core import Core
    from app.sandbox.core.sessions import Link
    from app.sandbox.core.watches import Watches
    from tests.simulation.process import Process
    from tests.simulation.server import Server


class Scene(NamedTuple):
    """Where a recipe runs: its path, and the parent of the znodes that its processes own; `others`
    are made with it.
    """

    path: str
    parent: str
    others: tuple[str, ...] = ()

    @property
    def parents(self) -> tuple[str, ...]:
        """All that has children."""
        return (self.parent, *self.others)

    @property
    def acknowledgement(self) -> str:
        """What the leader of an election writes to."""
        return f"{self.parent}-acknowledged"

    @property
    def version(self) -> str:
        """The newest version of the candidates' data."""
        return f"{self.parent}-version"


ELECTION = Scene("/election", "/election")
SCENES = {
    "lock": Scene("/lock", "/lock"),
    "membership": Scene("/group", "/group/live_nodes", ("/group/all_nodes",)),
    "configuration": Scene("/config", "/config"),
    "naming": Scene("/names", "/names"),
    "queue": Scene("/queue", "/queue/claims", ("/queue/items", "/queue/line", "/queue/producers")),
    "barrier": Scene("/barrier", "/barrier/processes", ("/barrier/ready",)),
    "bookshelf": Scene(
        "/bookshelf", "/bookshelf/election", ("/bookshelf/live_nodes", "/bookshelf/all_nodes")
    ),
}
"""Of all recipes that are no elections."""


def scene_of(recipe: str) -> Scene:
    """Where this recipe runs."""
    return SCENES.get(recipe, ELECTION)


class Place(NamedTuple):
    """A process's znode. The order of creation is that of czxid, which owes nothing to the code
    that compares names.
    """

    czxid: int
    name: str
    owner: int


def places(server: Server) -> list[Place]:
    """The processes' znodes, first created first."""
    children = server.children(server.scene.parent)
    return sorted(Place(znode.czxid, name, znode.owner) for name, znode in children)


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
    znode = server.core.tree.nodes.get(server.scene.acknowledgement)
    if znode is None or not znode.data:
        return None
    written = json.loads(znode.data)
    return written["epoch"], written["znode"]


def newest(server: Server, copy: Core | None = None) -> int | None:
    """The newest version of the candidates' data, by the leader's tree or by this copy; None where
    nobody has written one down.
    """
    znode = (copy or server.core).tree.nodes.get(server.scene.version)
    return int(znode.data) if znode is not None and znode.data else None


def is_behind(process: Process) -> bool:
    """Whether its data, as far as it knows, is older than the newest."""
    version, latest = process.recipe.data, newest(process.server)
    return version is not None and latest is not None and version < latest


def watches(server: Server, process: Process, name: str) -> bool:
    """Whether a data watch of this process stands on a znode of the scene's parent."""
    return watches_path(server, process, f"{server.scene.parent}/{name}")


def watches_path(server: Server, process: Process, path: str) -> bool:
    """Whether a data watch of this process stands on this path."""
    found = _watches_of(server, process)
    return found is not None and found[0].data.has(path, found[1])


def watches_children(server: Server, process: Process, path: str) -> bool:
    """Whether a watch of this process stands on the list of this path's children."""
    found = _watches_of(server, process)
    return found is not None and found[0].child.has(path, found[1])


def _watches_of(server: Server, process: Process) -> tuple[Watches, Link] | None:
    session = server.core.sessions.get(process.recipe.session)
    return None if session is None else server.watches_of(session)


def watches_on_nothing(server: Server) -> dict[str, list[Link]]:
    """Paths below the scene's parent that are watched and do not exist, and who watches them."""
    prefix = f"{server.scene.parent}/"
    cores = [server.core] if server.follower is None else [server.core, server.follower.core]
    return {
        path: list(links)
        for core in cores
        for path, links in core.watches.data.by_path.items()
        if path not in core.tree.nodes and path.startswith(prefix)
    }
