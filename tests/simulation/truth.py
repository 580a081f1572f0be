"""What the server holds of the recipe's znodes, asked of the server itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from app.sandbox.core.core import Core
    from app.sandbox.core.sessions import Link
    from app.sandbox.core.watches import Watches
    from tests.simulation.connections import Connections as Server
    from tests.simulation.ensemble.servers import Servers
    from tests.simulation.process import Process


class Scene(NamedTuple):
    """Where a recipe runs: its path, and the parent of the znodes that its processes own; `others`
    are made with it.
    """

    path: str
    parent: str
    others: tuple[str, ...] = ()

    def of(self, name: str) -> str:
        """The path of a znode below its own."""
        return f"{self.path}/{name}"

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
    """(epoch, znode) as written down; None where nothing is, or nothing that says so,
    or an epoch that is later than the change that wrote it.
    """
    znode = server.core.tree.nodes.get(server.scene.acknowledgement)
    if znode is None or not znode.data:
        return None
    try:
        written = json.loads(znode.data)
        epoch, name = written["epoch"], written["znode"]
    except (TypeError, ValueError):
        return None
    is_genuine = isinstance(epoch, int) and epoch < znode.mzxid
    return (epoch, name) if is_genuine else None


def newest(server: Server, copy: Core | None = None) -> int | None:
    """The newest version of the candidates' data, by the leader's tree or by this copy; None where
    nobody has written one down.
    """
    znode = (copy or server.core).tree.nodes.get(server.scene.version)
    return int(znode.data) if znode is not None and znode.data else None


def is_behind(process: Process) -> bool:
    """Whether its data, as it was told last, is older than the newest."""
    version, latest = process.version, newest(process.server)
    return version is not None and latest is not None and version < latest


def session_lasts(process: Process) -> float | None:
    """For how many seconds at least the server keeps its session; None where that is over."""
    session = process.server.core.sessions.get(process.recipe.session or 0)
    return None if session is None else (session.expires_at - process.server.now_ms) / 1000


def session_is_kept(process: Process) -> float | None:
    """The same, of an ensemble as its leader knows it, which may not have been told all yet; None
    where there is no leader: the next one begins the session's time again.
    """
    if process.plan.servers == 1:
        return session_lasts(process)
    reign = cast("Servers", process.server).latest
    return reign.keeps(process.recipe.session or 0) if reign.is_on else None


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
    is_live = server.core.sessions.get(process.recipe.session) is not None
    return server.watches_of(process) if is_live else None


def watches_on_nothing(server: Server) -> dict[str, list[Link]]:
    """Paths below the scene's parent that are watched and do not exist, and who watches them."""
    prefix = f"{server.scene.parent}/"
    return {
        path: list(links)
        for core in server.copies
        for path, links in core.watches.data.by_path.items()
        if path not in core.tree.nodes and path.startswith(prefix)
    }
