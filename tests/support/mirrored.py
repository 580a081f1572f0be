"""A mirror in a test, and what it told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.recipes.election.events import BESIDE
from app.zookeeper.mirror import Mirror
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Listing, await_until


class Mirrored:
    """A mirror, and what it told."""

    def __init__(
        self, hosts: str, session_timeout: float, clock: Callable[[], float] | None
    ) -> None:
        self.told = Listing()
        self.mirror = Mirror(
            hosts, self.told.append, beside=BESIDE, session_timeout=session_timeout, clock=clock
        )

    def load(self, count: int = 1) -> Mirrored:
        """Wait until the tree has been loaded `count` times."""
        self.told.await_one("mirror.loaded", count=count)
        return self

    @property
    def paths(self) -> set[str]:
        """All paths in the mirrored tree, ZooKeeper's own left out."""
        found = self.mirror.windows.search("", limit=1_000_000).paths
        return {p for p in found if p != "/zookeeper" and not p.startswith("/zookeeper/")}

    def members(self, election: str) -> set[str]:
        """The members as the journal's readers know them."""
        members: set[str] = set()
        for kind, subject, data in self.told.all:
            parent, _, name = subject.rpartition("/")
            if kind == "election.found" and subject == election:
                members = {member["znode"] for member in data["members"]}
            elif kind == "member.read" and data["election"] == election:
                members.add(data["znode"])
            elif kind == "znode.deleted" and parent == election:
                members.discard(name)
        return members

    def settle(self) -> None:
        """Wait until all that ZooKeeper did before now has been told. Of a ZooKeeper that has been
        silent for long, a sync point says nothing: then there must be another.
        """
        while not self._is_settled():
            pass

    def _is_settled(self) -> bool:
        told: list[bool] = []
        self.mirror.after_sync(lambda: told.append(not self.mirror._sync_points.is_silent))
        return bool(await_until(lambda: told, 30)[0])


class MirrorOf(Protocol):
    """The fixture `mirror_of`: starts a mirror of these hosts, or of the root that is the test's
    own, which ends with the test. By a clock that stands
    still whatever comes comes at once.
    """

    def __call__(
        self,
        hosts: str = ...,
        follow: str | None = None,
        session_timeout: float = 10.0,
        every: bool = False,
        clock: Callable[[], float] | None = None,
    ) -> Mirrored: ...


class ProxyOf(Protocol):
    """The fixture `proxy_of`: closes a proxy when the test ends."""

    def __call__(self, proxy: FaultyProxy) -> FaultyProxy: ...
