"""Act on the dashboard's own ZooKeeper servers, and tell its health."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypedDict

from ..errors import Conflict, NotFound
from ..readmodels.document import Thread
from ..readmodels.servers import SERVERS
from .action import Action
from .fields import TEXT, object_of
from .service import Service
from .signature import Bounded, schema_of

_Verb = Annotated[str, Bounded(enum=list(SERVERS.verbs))]


class Health(TypedDict):
    """Whether ZooKeeper can be reached, since when, and if not, or if there is no chroot, why;
    which of Handoff's own threads have ended; and the history, `kept` or `stopped`, None where
    there is none.
    """

    status: str
    zookeeper: str
    since: float | None
    reason: str | None
    hosts: str
    threads: Mapping[str, Thread]
    history: str | None


class Servers(Service):
    """The actions on the ZooKeeper servers that are ours, if any."""

    @Action(
        "POST", "/servers/{server}/{action}", 202,
        "Act on a ZooKeeper server that the dashboard started; the state shows when it is done",
        object_of(server=TEXT, action=schema_of(_Verb)),
    )  # fmt: skip
    def act(
        self, server: Annotated[str, "a ZooKeeper server's id, s1"], action: _Verb, *, by: str
    ) -> None:
        """Do `action` to the process of one ZooKeeper server of ours; a restart and an orderly
        end go on after this has returned.
        """
        own = self._context.own_servers
        zookeeper = self._state["zookeeper"]
        if not any(server in (one["id"], one["address"]) for one in zookeeper["servers"]):
            raise NotFound(f"there is no server {server!r}", field="server")
        if own is None or not zookeeper["actions"]:
            raise Conflict(
                f"you cannot act on {server}: this dashboard did not start it",
                field="server",
            )
        own.act(server, action, by)

    def health(self) -> Health:
        """Return how well all is. A history that has stopped is said, and all else goes on."""
        zookeeper, threads = self._state["zookeeper"], self._state["threads"]
        well = zookeeper["state"] == "connected" and not (zookeeper["reason"] or threads)
        ended = [
            f"the thread {name}, which {one['does']}, has ended ({one['reason']})"
            for name, one in threads.items()
        ]
        stopped = history["stopped"] if (history := self._state["history"]) else None
        unkept = stopped and f"the history is not kept: {stopped}"
        return {
            "status": "ok" if well else "unavailable",
            "zookeeper": zookeeper["state"],
            "since": zookeeper["since"],
            "reason": "; ".join(filter(None, (zookeeper["reason"], *ended, unkept))) or None,
            "hosts": zookeeper["hosts"],
            "threads": threads,
            "history": history and ("stopped" if stopped else "kept"),
        }
