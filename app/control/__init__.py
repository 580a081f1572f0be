"""Everything that a person can do or ask, one function each; what is done is journaled."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from types import MappingProxyType
from typing import Any

from app.caretaker import Caretaker
from app.control.barriers import Barriers
from app.control.bookshelf_disks import Disks
from app.control.bookshelves import Bookshelves
from app.control.comparisons import Comparisons
from app.control.configurations import Configurations
from app.control.consoles import Consoles
from app.control.eligibility import Eligibility
from app.control.followed import Followed
from app.control.groups import Groups
from app.control.locks import Locks
from app.control.names import Names
from app.control.part import Part, Rooms
from app.control.queues import Queues
from app.control.strangers import Strangers
from app.control.watchers import Watchers
from app.control.workbench import Workbench
from app.control.works import Works
from app.errors import BadRequest, Conflict, NotFound
from app.insight.chain import by_session
from app.insight.lifecycle import ALL_ACTIONS, OF_DATA
from app.insight.servers import ALL_ACTIONS as ALL_SERVER_ACTIONS
from app.journal.journal import Journal
from app.journal.sections import SECTION_OF
from app.recipes.kinds import STRATEGIES
from app.workers.supervisor import Supervisor
from app.zookeeper.mirror import Mirror
from app.zookeeper.paths import check_path
from app.zookeeper.reader import is_short, read_znode
from app.zookeeper.watch_lists import WatchLists


def check_election(path: str, field: str) -> None:
    """Raises BadRequest, naming `field`, where no election can be at `path`."""
    check_path(path, field)
    if path == "/":
        raise BadRequest("an election is a znode below the root", field=field)


def check_strategy(strategy: str) -> None:
    """Raises BadRequest where there is no such strategy."""
    if strategy not in STRATEGIES:
        raise BadRequest(
            f"there is no strategy {strategy!r}; there is {', '.join(STRATEGIES)}",
            field="strategy",
        )


class Control(Part):
    """The dashboard's actions. `by` says on whose behalf; every refusal is a HandoffError.

    caretaker: of the ZooKeeper servers that are ours; None where none is. disks: of the nodes that
    keep books, closed by the one who made them; None for temporary ones. lists: the watches that
    the servers list.
    """

    def __init__(
        self,
        journal: Journal,
        mirror: Mirror,
        supervisor: Supervisor,
        caretaker: Caretaker | None = None,
        disks: Disks | None = None,
        lists: WatchLists | None = None,
    ) -> None:
        rooms = Rooms(journal, mirror, supervisor)
        super().__init__(rooms)
        self._caretaker = caretaker
        self._eligibility = Eligibility(rooms)
        self._followed, self._strangers = Followed(rooms), Strangers(rooms)
        self._starting = threading.RLock()
        self.barriers = Barriers(rooms)
        self.bookshelves = Bookshelves(rooms, disks)
        self.comparisons = Comparisons(rooms, self.start_candidates, self._starting)
        self.configurations = Configurations(rooms)
        self.consoles = Consoles(rooms)
        self.groups = Groups(rooms)
        self.locks = Locks(rooms)
        self.names = Names(rooms)
        self.queues = Queues(rooms)
        self.workbench = Workbench(rooms)
        self.watchers = Watchers(rooms, lists or WatchLists())
        self.works = Works(rooms)
        self._parts: list[Part] = [
            self.barriers, self.bookshelves, self.comparisons, self.configurations,
            self.consoles, self.groups, self.locks, self.names, self.queues, self.workbench,
            self.works,
        ]  # fmt: skip

    def close(self) -> None:
        """End what goes on in the background, in every part."""
        for part in self._parts:
            part.close()

    def begin(self, election: str, *, named: bool = False) -> None:
        """Connect, and follow the election that the dashboard was started for. named: somebody has
        said that it is this one.
        """
        self._journal.append("dashboard.started", "dashboard", {"election": election})
        self._mirror.start()
        self.follow(election, "the command line", named=named)

    def start_candidates(
        self,
        count: int,
        election: str,
        strategy: str | None,
        session_timeout: float,
        by: str,
        settings: Mapping[str, Any] | None = None,
        among_strangers: bool = False,
    ) -> list[str]:
        """Start `count` candidates in an election and return their names.

        strategy: None for the one that the election follows. session_timeout is in seconds; the
        server may negotiate another one. settings: of the leader's work. among_strangers: also
        where members stand that Handoff did not make.
        """
        check_election(election, "election")
        strategy = strategy or self._followed.strategy_at(election)
        check_strategy(strategy)
        self._require_no_other_use(election, "election", ("elections",))
        self._require_connection()
        self._require_strategy(election, strategy)
        if not among_strangers:
            self._strangers.require_none(election)
        with self._starting:
            self._require_strategy(election, strategy)
            self._ensure_followed(election, strategy, by)
            return self._supervisor.start(count, election, strategy, session_timeout, by, settings)

    def _require_strategy(self, path: str, strategy: str) -> None:
        other = self._followed.other_than(strategy, path)
        if other is not None:
            raise Conflict(
                f"{path} follows the strategy {other}, and somebody stands in it: "
                f"stop them first, or choose another path for {strategy}",
                field="strategy",
            )

    def act(self, candidate: str, action: str, by: str) -> None:
        """Do `action` to one candidate."""
        if action not in ALL_ACTIONS:
            raise BadRequest(
                f"there is no action {action!r}; there are {', '.join(ALL_ACTIONS)}",
                field="action",
            )
        if action in OF_DATA:
            self._eligibility.act(candidate, action, by)
        else:
            self._supervisor.act(candidate, action, by)

    def act_on_role(self, election: str, role: str, action: str, by: str) -> str:
        """Do `action` to whoever holds `role` now, and return its name."""
        entry = self._holder(election, role)
        if entry["candidate"] is None:
            raise Conflict(
                f"the {role} of {election}, {entry['name']}, is not a process of this dashboard",
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

    def stop_all(self, by: str, path: str | None = None, section: str | None = None) -> list[str]:
        """Stop every candidate, frozen ones included, or those of one path, or of what stands there
        in one section of the state document; returns their names.
        """
        if path is not None:
            check_path(path)
        return self._supervisor.stop_all(
            by,
            lambda task: path in (None, task.path) and section in (None, SECTION_OF[task.recipe]),
        )

    def follow(
        self, path: str, by: str, strategy: str | None = None, *, named: bool = False
    ) -> None:
        """Show the election at `path`, whether anybody stands in it or not."""
        check_election(path, "path")
        strategy = strategy or self._followed.strategy_at(path)
        check_strategy(strategy)
        self._require_no_other_use(path, "path", ("elections",))
        if self._followed.has_ours(path):
            self._require_strategy(path, strategy)
        self._ensure_followed(path, strategy, by, {"named": True} if named else {})

    def _ensure_followed(
        self, path: str, strategy: str, by: str, more: Mapping[str, bool] = MappingProxyType({})
    ) -> None:
        known = self._state["elections"].get(path)
        if known is None or not known["asked_for"] or known["strategy"] != strategy:
            told = {"strategy": strategy, "by": by, **more}
            self._journal.append("election.followed", path, told)
            self._mirror.follow(path, every=strategy == "single")

    def health(self) -> dict[str, Any]:
        """Whether ZooKeeper can be reached, since when, and if not, why; and which of Handoff's own
        threads have ended.
        """
        zookeeper, threads = self._state["zookeeper"], self._state["threads"]
        well = zookeeper["state"] == "connected" and not threads
        ended = [
            f"the thread {name}, which {one['does']}, has ended ({one['reason']})"
            for name, one in threads.items()
        ]
        return {
            "status": "ok" if well else "unavailable",
            "zookeeper": zookeeper["state"],
            "since": zookeeper["since"],
            "reason": "; ".join(filter(None, (zookeeper["reason"], *ended))) or None,
            "hosts": zookeeper["hosts"],
            "threads": threads,
        }

    def read_znode(self, path: str, offset: int, limit: int) -> dict[str, Any]:
        """A znode's data, stat, ACL and a page of its children."""
        check_path(path)
        self._require_connection()
        client, whose = self.workbench.reader()
        znode = read_znode(client, path, offset, limit, self._mirror.names)
        znode |= {"read_as": whose, **self.watchers.of(path)}
        stat, known = znode["stat"], self._mirror.names(path, 0, 0)
        if stat is None:
            return znode
        if known is not None and is_short(known[1], stat["numChildren"]):
            self._mirror.look_again(path)
        return {**znode, "kind": self.workbench.kind_of(path, stat["czxid"], znode["kind"])}

    def search_znodes(self, text: str, under: str, limit: int) -> dict[str, Any]:
        """Paths below `under` whose last name contains `text`."""
        check_path(under)
        found = self._mirror.windows.search(text, under, limit)
        return {"matches": list(found.paths), "truncated": found.truncated}

    def tree_window(self, path: str, start: int, count: int) -> dict[str, Any]:
        """A window of a znode's children, in the shape of the `tree` message."""
        window = self._mirror.windows.window(path, start, count)
        owners = by_session(self._state["candidates"])
        return {
            "path": path,
            "exists": window.exists,
            "total": window.total,
            "from": window.start,
            "children": [
                {**asdict(row), "candidate": owners.get(row.session or "")} for row in window.rows
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
        """The sessions of our candidates, of the members of all followed elections, and of those
        that have departed from them.
        """
        state = self._state
        departed = chain.from_iterable(one["departed"] for one in state["elections"].values())
        queues = [*state["elections"].values(), *state["locks"].values()]
        chains = (one["chain"] for one in queues)
        entries = [*state["candidates"].values(), *chain.from_iterable(chains)]
        standing = {entry["session"] for entry in entries if entry["session"] is not None}
        return standing.union(departed)

    def is_member(self, path: str) -> bool:
        """Whether `path` is an election or a lock that is followed, or a znode below one; or one
        that is watched for what it says: a configuration, a name.
        """
        parent, state = path.rpartition("/")[0] or "/", self._state
        if path in state["configurations"] or parent in state["names"]:
            return True
        return any(one in state["elections"] or one in state["locks"] for one in (path, parent))
