"""What a person can do with groups: start nodes, restart one under its own name, forget one."""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Mapping
from typing import Any

from kazoo.exceptions import (
    BadVersionError,
    KazooException,
    NoAuthError,
    NoNodeError,
    NotEmptyError,
)
from kazoo.handlers.threading import KazooTimeoutError

from app.control.part import Part, Rooms
from app.errors import Conflict, Forbidden, NotFound, ZooKeeperUnavailable
from app.insight.groups import RECIPE, parents_of
from app.recipes.roll import known_name
from app.zookeeper.paths import check_path

PATIENCE = 2.0

NUMBERED = re.compile(r"n([0-9]{1,9})").fullmatch


class Groups(Part):
    """The groups that are followed, by the path above their two lists."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms)
        self._naming = threading.Lock()

    def follow(self, path: str, by: str) -> None:
        """Show the group at `path`, whether anybody belongs to it or not."""
        check_path(path, "path")
        for parent in parents_of(path):
            self._require_no_other_use(parent, "path", ("groups", "elections"))
        if path in self._state["groups"]:
            return
        self._journal.append("group.followed", path, {"by": by})
        for parent in parents_of(path):
            self._mirror.follow(parent, every=True)

    def start(self, path: str, count: int, session_timeout: float, by: str) -> list[str]:
        """Start `count` new nodes, n1, n2 …, and return the names of their processes.

        session_timeout is in seconds. Raises LimitReached, having started none.
        """
        self._require_connection()
        self._require_room(count)
        self.follow(path, by)
        with self._naming:
            return [
                self._run(path, node, None, session_timeout, by)
                for node in self._new_names(path, count)
            ]

    def _new_names(self, path: str, count: int) -> list[str]:
        """After the highest number that is in use, so that a name that was forgotten stays so."""
        group = self._state["groups"][path]
        names = [*group["nodes"], *group["runs"].values()]
        highest = max((int(found[1]) for name in names if (found := NUMBERED(name))), default=0)
        return [f"n{highest + number}" for number in range(1, count + 1)]

    def _run(self, path: str, node: str, over: str | None, session_timeout: float, by: str) -> str:
        settings = {"node": node, "incarnation": str(uuid.uuid4()), "over": over}
        (name,) = self._supervisor.start(1, path, RECIPE, session_timeout, by, settings)
        return name

    def restart(
        self, path: str, node: str, session_timeout: float, by: str, *, replace: bool = False
    ) -> str:
        """Start a process that takes up `node`'s name; returns its own.

        replace: it is told which process was the node's last, if that has ended for certain, and
        may delete the live znode which that has left behind; otherwise it waits until it goes.
        """
        self._require_connection()
        with self._naming:
            self._require_node(path, node)
            last = self._last_process(path, node)
            over = last["settings"]["incarnation"] if last and replace else None
            return self._run(path, node, over, session_timeout, by)

    def _require_node(self, path: str, node: str) -> Mapping[str, Any]:
        group = self._state["groups"].get(path)
        if group is None:
            raise NotFound(f"the group {path!r} is not followed", field="path")
        if node not in group["nodes"]:
            raise NotFound(f"{path} knows no node {node!r}", field="node")
        found: Mapping[str, Any] = group["nodes"][node]
        return found

    def _last_process(self, path: str, node: str) -> Mapping[str, Any] | None:
        """Raises Conflict where it has not ended."""
        state = self._state
        runs = state["groups"][path]["runs"]
        known = state["candidates"]
        mine = {name: known[name] for name, one in runs.items() if one == node and name in known}
        for name, one in mine.items():
            if one["process"] != "exited":
                raise Conflict(
                    f"{node} has a process, {name}, which has not ended: wake it, or kill it first",
                    field="node",
                )
        return next(reversed(mine.values()), None)

    def forget(self, path: str, node: str, by: str, mzxid: int | None = None) -> None:
        """Delete a node's entry in `all_nodes`. Raise Conflict where it is not down.

        mzxid: the entry's last write as the caller has seen it; None: as the state shows it.
        Raise Conflict (`stale`) where somebody has written it since.
        """
        self._require_connection()
        found = self._require_node(path, node)
        self._last_process(path, node)
        if found["live"]:
            raise Conflict(f"{node} is live: only a node that is down can be forgotten", field="id")
        seen = found["entry"]["mzxid"] if mzxid is None and found["entry"] else mzxid
        self._delete(f"{path.rstrip('/')}/{known_name(node)}", seen)
        self._journal.append("group.forgotten", path, {"node": node, "by": by})

    def _delete(self, path: str, mzxid: int | None) -> None:
        client = self._mirror.client
        try:
            stat = client.exists_async(path).get(timeout=PATIENCE)
            if stat is None:
                raise NoNodeError
            if mzxid is not None and stat.mzxid != mzxid:
                raise BadVersionError
            client.delete_async(path, stat.version).get(timeout=PATIENCE)
        except NoNodeError:
            raise NotFound(f"There is no znode {path}.", code="no_znode", field="id") from None
        except BadVersionError:
            raise Conflict(
                f"{path} has been changed since you saw it, and is kept.", code="stale", field="id"
            ) from None
        except NotEmptyError:
            raise Conflict(f"{path} has children, and is kept.", field="id") from None
        except NoAuthError:
            raise Forbidden(f"The ACL of {path} does not allow to delete it.", field="id") from None
        except (KazooException, KazooTimeoutError) as error:
            raise ZooKeeperUnavailable(f"ZooKeeper does not answer: {error!r}") from error
