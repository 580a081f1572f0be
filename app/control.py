"""Everything that a person can do or ask, one function each; what is done is journaled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from typing import Any

from app.caretaker import Caretaker
from app.errors import BadRequest, Conflict, NotFound, ZooKeeperUnavailable
from app.insight.lifecycle import ALL_ACTIONS
from app.insight.servers import ALL_ACTIONS as ALL_SERVER_ACTIONS
from app.journal.journal import Journal
from app.workers.supervisor import Supervisor
from app.zookeeper.mirror import Mirror
from app.zookeeper.paths import check_path
from app.zookeeper.reader import read_znode

STRATEGIES = ("predecessor",)


def check_election(path: str, field: str) -> None:
    """Raises BadRequest, naming `field`, where no election can be at `path`."""
    check_path(path, field)
    if path == "/":
        raise BadRequest("an election is a znode below the root", field=field)


class Control:
    """The dashboard's actions. `by` says on whose behalf; every refusal is a HandoffError.

    caretaker: of the ZooKeeper servers that are ours; None where none is.
    """

    def __init__(
        self,
        journal: Journal,
        mirror: Mirror,
        supervisor: Supervisor,
        caretaker: Caretaker | None = None,
    ) -> None:
        self._journal = journal
        self._mirror = mirror
        self._supervisor = supervisor
        self._caretaker = caretaker

    def begin(self, election: str) -> None:
        """Connect, and follow the election that the dashboard was started for."""
        self._journal.append("dashboard.started", "dashboard", {"election": election})
        self._mirror.start()
        self.follow(election, "the command line")

    def start_candidates(
        self, count: int, election: str, strategy: str, session_timeout: float, by: str
    ) -> list[str]:
        """Start `count` candidates in an election and return their names.

        session_timeout is in seconds; the server may negotiate another one.
        """
        if strategy not in STRATEGIES:
            raise BadRequest(
                f"there is no strategy {strategy!r}; there is {', '.join(STRATEGIES)}",
                field="strategy",
            )
        check_election(election, "election")
        self._require_connection()
        self._ensure_followed(election, strategy, by)
        return self._supervisor.start(count, election, strategy, session_timeout, by)

    def _require_connection(self) -> None:
        zookeeper = self._state["zookeeper"]
        if zookeeper["state"] != "connected":
            raise ZooKeeperUnavailable(
                f"ZooKeeper at {zookeeper['hosts']} does not answer: "
                f"{zookeeper['reason'] or 'not connected yet'}"
            )

    def act(self, candidate: str, action: str, by: str) -> None:
        """Do `action` to one candidate."""
        if action not in ALL_ACTIONS:
            raise BadRequest(
                f"there is no action {action!r}; there are {', '.join(ALL_ACTIONS)}",
                field="action",
            )
        self._supervisor.act(candidate, action, by)

    def act_on_role(self, election: str, role: str, action: str, by: str) -> str:
        """Do `action` to whoever holds `role` now, and return its name."""
        entry = self._holder(election, role)
        if entry["candidate"] is None:
            raise Conflict(
                f"the {role} of {election}, {entry['label']}, is not a process of this dashboard",
                field="role",
            )
        self.act(entry["candidate"], action, by)
        return str(entry["candidate"])

    def _holder(self, path: str, role: str) -> Mapping[str, Any]:
        election = self._state["elections"].get(path)
        if election is None:
            raise NotFound(f"the election {path!r} is not followed", field="election")
        roles = election["roles"]
        if role not in roles:
            raise BadRequest(f"there is no role {role!r}; there are {', '.join(roles)}")
        if roles[role] is None:
            raise Conflict(f"{path} has no {role} now", field="role")
        holder: Mapping[str, Any] = next(
            entry for entry in election["chain"] if entry["znode"] == roles[role]
        )
        return holder

    def act_on_server(self, server: str, action: str, by: str) -> None:
        """Do `action` to the process of one ZooKeeper server of ours; a restart and an orderly
        end go on after this has returned.
        """
        if action not in ALL_SERVER_ACTIONS:
            raise BadRequest(
                f"there is no action {action!r}; there are {', '.join(ALL_SERVER_ACTIONS)}",
                field="action",
            )
        zookeeper = self._state["zookeeper"]
        if not any(server in (one["id"], one["address"]) for one in zookeeper["servers"]):
            raise NotFound(f"there is no server {server!r}", field="server")
        if self._caretaker is None or not zookeeper["actions"]:
            raise Conflict(
                f"{server} cannot be acted on: only servers that this dashboard has started can be",
                field="server",
            )
        self._caretaker.act(server, action, by)

    def stop_all(self, by: str) -> list[str]:
        """Stop every candidate, frozen ones included; returns their names."""
        return self._supervisor.stop_all(by)

    def follow(self, path: str, by: str) -> None:
        """Show the election at `path`, whether anybody stands in it or not."""
        check_election(path, "path")
        self._ensure_followed(path, "predecessor", by)

    def _ensure_followed(self, path: str, strategy: str, by: str) -> None:
        known = self._state["elections"].get(path)
        if known is None or not known["asked_for"]:
            self._journal.append("election.followed", path, {"strategy": strategy, "by": by})
            self._mirror.follow(path)

    def health(self) -> dict[str, Any]:
        """Whether ZooKeeper can be reached, since when, and if not, why."""
        zookeeper = self._state["zookeeper"]
        well = zookeeper["state"] == "connected"
        return {
            "status": "ok" if well else "unavailable",
            "zookeeper": zookeeper["state"],
            "since": zookeeper["since"],
            "reason": zookeeper["reason"],
            "hosts": zookeeper["hosts"],
        }

    def read_znode(self, path: str, offset: int, limit: int) -> dict[str, Any]:
        """A znode's data, stat, ACL and a page of its children."""
        check_path(path)
        self._require_connection()
        znode = read_znode(self._mirror.client, path, offset, limit, self._mirror.names)
        return {**znode, "watched_by": self._watched_by(path)}

    def _watched_by(self, path: str) -> list[dict[str, Any]]:
        """Who watches a znode of an election, as far as it is known, and by what evidence."""
        parent, _, name = path.rpartition("/")
        election = self._state["elections"].get(parent or "/")
        entries = election["chain"] if election else []
        return [
            {"candidate": one["candidate"], "session": one["session"], "evidence": one["evidence"]}
            for one in entries
            if one["watches"] == name
        ]

    def search_znodes(self, text: str, under: str, limit: int) -> dict[str, Any]:
        """Paths below `under` whose last name contains `text`."""
        check_path(under)
        found = self._mirror.search(text, under, limit)
        return {"matches": list(found.paths), "truncated": found.truncated}

    def tree_window(self, path: str, start: int, count: int) -> dict[str, Any]:
        """A window of a znode's children, in the shape of the `tree` message."""
        window = self._mirror.window(path, start, count)
        candidates = self._state["candidates"]
        by_session = {one["session"]: name for name, one in candidates.items() if one["session"]}
        return {
            "path": path,
            "exists": window.exists,
            "total": window.total,
            "from": window.start,
            "children": [
                {**asdict(row), "candidate": by_session.get(row.session)} for row in window.rows
            ],
            "error": window.error,
        }

    def on_tree_change(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener` with a znode whose children have changed; returns what ends that."""
        return self._mirror.on_tree_change(listener)

    def open_paths(self, paths: Sequence[str]) -> None:
        """Which znodes somebody looks at: all a server before 3.6 needs to watch."""
        self._mirror.open_paths(paths)

    def sessions_of_elections(self) -> set[str]:
        """The sessions of our candidates and of the members of all followed elections."""
        state = self._state
        chains = (one["chain"] for one in state["elections"].values())
        entries = [*state["candidates"].values(), *chain.from_iterable(chains)]
        return {entry["session"] for entry in entries if entry["session"] is not None}

    def is_member(self, path: str) -> bool:
        """Whether `path` is a znode below an election that is followed."""
        parent = path.rpartition("/")[0] or "/"
        return parent in self._state["elections"]

    @property
    def _state(self) -> dict[str, Any]:
        return self._journal.snapshot()[1]
