"""What is done in the runs that are kept: each recipe as its tour has it, faults at random, and an
outage of ZooKeeper.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from typing import Any

import pytest
import requests
from kazoo.client import KazooClient

from app import assembly
from app.ensemble.embedded import SandboxServer
from app.zookeeper.client import close, connect
from tests.journal.golden.recorder import Recorder
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

TIMEOUT = 3.0
"""Of sessions, in seconds: most runs wait for the end of some."""
WITHIN = 120.0
STEPS = 30
"""Of a run with faults at random."""
Document = Mapping[str, Any]


class Tour:
    """A dashboard on a ZooKeeper of its own, by its calls and its state."""

    def __init__(self, dashboard: Whole, server: SandboxServer) -> None:
        self.dashboard, self.server = dashboard, server

    @property
    def state(self) -> Any:
        return self.dashboard.state

    def do(self, url: str, method: str = "post", **body: Any) -> Any:
        """Call one action, which succeeds; return its answer."""
        answer = self.ask(url, method, **body)
        assert answer.ok, (url, answer.text)
        return answer.json() if answer.content else None

    def ask(self, url: str, method: str = "post", **body: Any) -> requests.Response:
        """Call one action, which may be refused."""
        address = f"{self.dashboard.url}/api/v1/{url}"
        return requests.request(method, address, json=body or None, timeout=WITHIN)

    def soon(self, url: str, method: str = "post", **body: Any) -> None:
        """Call one action as soon as it is taken."""
        await_until(lambda: self.ask(url, method, **body).ok, WITHIN)

    def act(self, candidate: str, *verbs: str) -> None:
        for verb in verbs:
            self.do(f"candidates/{candidate}/{verb}")

    def until(self, find: Callable[[Any], Any]) -> Any:
        """Wait until something is found in the state document, and return that."""
        return await_until(lambda: find(self.state), WITHIN)

    def told(self, kind: str, act: Callable[[], Any]) -> Any:
        """Act, and wait for the next event of a kind; return that."""
        seq = self.state["seq"]
        act()

        def found() -> Any:
            events = self.dashboard.journal.since(seq) or ()
            return next((event for event in events if event.kind == kind), None)

        return await_until(found, WITHIN)

    def processes(self, path: str, recipe: str | None = None) -> list[str]:
        """Return those that run at a path."""
        return [
            name
            for name, one in self.state["candidates"].items()
            if one["path"] == path and recipe in (None, one["recipe"])
            if one["process"] == "running"
        ]

    def end(self, path: str, section: str) -> None:
        """Stop all that is at a path, and clear away what they leave."""
        self.do("candidates", "delete", path=path, section=section)
        self.until(lambda _: not self.processes(path))


def front(state: Any, path: str, section: str = "elections") -> str | None:
    """Return who stands in front and knows it."""
    chain = state[section].get(path, {}).get("chain") or [{}]
    is_first = chain[0].get("belief") in ("leading", "holding")
    return chain[0]["candidate"] if is_first else None


def other_than(name: str, path: str, section: str = "elections") -> Callable[[Any], Any]:
    def found(state: Any) -> str | None:
        now = front(state, path, section)
        return now if now != name else None

    return found


def election(tour: Tour) -> None:
    path = "/election"
    tour.do("candidates", count=5, strategy="predecessor", session_timeout=TIMEOUT)
    leader = tour.until(lambda state: len(chain(state, path)) == 5 and front(state, path))
    tour.do("roles/leader/kill")
    leader = tour.until(other_than(leader, path))
    tour.do("roles/middle/kill")
    tour.until(lambda state: len(chain(state, path)) == 3)
    tour.do("roles/leader/pause")
    frozen, leader = leader, tour.until(other_than(leader, path))
    tour.act(frozen, "resume")
    tour.until(lambda state: frozen in names(state, path))
    tour.ask("elections/marks", path=path)
    tour.do("roles/leader/expire")
    leader = tour.until(other_than(leader, path))
    tour.until(lambda state: len(chain(state, path)) == 3)
    tour.do("roles/leader/behind")
    behind, leader = leader, tour.until(other_than(leader, path))
    tour.do("roles/leader/resign")
    tour.until(other_than(leader, path))
    tour.act(behind, "catch-up")
    tour.until(lambda state: behind in names(state, path))
    tour.do("elections/fencing", path=path, on=False)
    tour.do("elections/reset-work", path=path)
    tour.do("elections/fencing", path=path, on=True)
    tour.ask("elections/rebase-work", path=path)
    foreign(tour, path)
    for strategy in ("herd", "single"):
        beside, at = f"/{strategy}", strategy
        tour.do(
            "candidates", count=4, election=beside, strategy=at, session_timeout=TIMEOUT, work=False
        )
        leader = tour.until(other_than("", beside))
        tour.do("roles/leader/stop", election=beside)
        leader = tour.until(other_than(leader, beside))
        tour.do("roles/leader/kill", election=beside)
        tour.until(other_than(leader, beside))
    tour.do("candidates", "delete")
    tour.until(lambda _: not tour.processes(path))
    tour.do("leftovers", "delete", path=path, section="elections")


def foreign(tour: Tour, path: str) -> None:
    """Stand in the election as a program that is not ours, and lead it at last."""
    client = client_of(tour)
    client.create(f"{path}/another-n_", b"from elsewhere", ephemeral=True, sequence=True)
    tour.until(lambda state: chain(state, path)[-1]["candidate"] is None)
    close(client)
    tour.until(lambda state: chain(state, path)[-1]["candidate"])


def client_of(tour: Tour) -> KazooClient:
    client = connect(tour.server.hosts, 10.0)
    client.start(timeout=15)
    return client


def chain(state: Any, path: str, section: str = "elections") -> Any:
    return state[section].get(path, {}).get("chain") or []


def names(state: Any, path: str) -> list[str]:
    return [entry["candidate"] for entry in chain(state, path)]


def lock(tour: Tour) -> None:
    path = "/lock"
    tour.do("locks", path=path, count=4, session_timeout=TIMEOUT, task=0.6, within=20)
    tour.until(lambda state: state["locks"][path]["file"]["finished"] > 2)
    holder = in_task(tour, "locks", path)
    tour.act(holder, "kill")
    tour.until(lambda state: holder not in names_in(state, "locks", path))
    frozen = in_task(tour, "locks", path)
    tour.act(frozen, "pause")
    tour.until(lambda state: frozen not in names_in(state, "locks", path))
    tour.act(frozen, "resume")
    tour.until(lambda state: frozen in names_in(state, "locks", path))
    tour.do("locks/locking", path=path, on=False)
    tour.until(lambda state: state["locks"][path]["file"]["lost"] > 0)
    tour.do("locks/locking", path=path, on=True)
    tour.until(lambda state: state["locks"][path]["file"]["finished"] > 2)
    tour.end(path, "locks")


def names_in(state: Any, section: str, path: str) -> list[str]:
    return [entry["candidate"] for entry in chain(state, path, section)]


def in_task(tour: Tour, section: str, path: str) -> Any:
    """Return one that has just begun its task."""
    return tour.until(
        lambda state: next(
            (
                name
                for name in state[section][path]["tasks"]
                if name in names_in(state, section, path)[:1]
                and state["candidates"][name]["process"] == "running"
            ),
            None,
        )
    )


def sharedlock(tour: Tour) -> None:
    path = "/shared-lock"
    tour.do("shared-locks", readers=3, writers=1, session_timeout=TIMEOUT, task=0.6, within=20)
    tour.until(lambda state: state["shared_locks"][path]["file"]["finished"] > 0)
    tour.do("shared-locks", readers=1, writers=1, session_timeout=TIMEOUT, task=0.6, within=20)
    holder = in_task(tour, "shared_locks", path)
    asked = next(
        (one for one in chain(tour.state, path, "shared_locks") if one["candidate"] == holder), None
    )
    if asked:
        tour.ask("shared-locks/revoke", znode=asked["znode"])
    frozen = in_task(tour, "shared_locks", path)
    tour.act(frozen, "pause")
    tour.until(lambda state: frozen not in names_in(state, "shared_locks", path))
    tour.act(frozen, "resume")
    tour.until(lambda state: frozen in names_in(state, "shared_locks", path))
    tour.act(in_task(tour, "shared_locks", path), "kill")
    tour.do("shared-locks/locking", path=path, on=False)
    tour.until(lambda state: state["shared_locks"][path]["file"]["torn"] > 0)
    tour.do("shared-locks/locking", path=path, on=True)
    tour.until(lambda state: state["shared_locks"][path]["file"]["reads"] > 2)
    tour.end(path, "shared_locks")


def queue(tour: Tour) -> None:
    path, own = "/queue", dict[str, Any](session_timeout=TIMEOUT, task=1.0, every=0.4, items=12)
    tour.do("queues", producers=2, consumers=3, **own)
    working = at_work(tour, path)
    tour.act(working, "kill")
    tour.until(lambda state: state["queues"][path]["again"] > 0)
    frozen = at_work(tour, path)
    tour.act(frozen, "pause")
    tour.until(lambda state: state["queues"][path]["again"] > 1)
    tour.act(frozen, "resume")
    tour.until(lambda state: state["candidates"][frozen]["process"] == "running")
    tour.do("queues/items", path=path, count=20)
    tour.do("queues/pace", path=path, task=0)
    tour.do("queues", producers=0, consumers=2, session_timeout=TIMEOUT)
    tour.until(lambda state: len(state["queues"][path]["line"]) > 1)
    tour.do("queues/items", path=path, count=1)
    tour.end(path, "queues")
    tour.do("leftovers", "delete", path=path, section="queues")


def at_work(tour: Tour, path: str) -> Any:
    """Return a consumer that has an item."""

    def found(state: Any) -> Any:
        items = state["queues"][path]["items"].values()
        held = [one["claim"]["candidate"] for one in items if one["state"] == "claimed"]
        return next((one for one in held if one in tour.processes(path)), None)

    return tour.until(found)


def barrier(tour: Tour) -> None:
    path, own = "/barrier", dict[str, Any](session_timeout=TIMEOUT, task=1.0, pause=0.5)
    for _ in range(3):
        tour.do("barriers", count=1, size=4, **own)
    tour.until(lambda state: len(state["barriers"][path]["processes"]) == 3)
    tour.do("barriers", count=1, **own)
    tour.until(lambda state: state["barriers"][path]["round"] > 0)
    inside = tour.until(
        lambda state: next(
            (
                name
                for name, one in state["barriers"][path]["people"].items()
                if one.get("stage") == "inside"
            ),
            None,
        )
    )
    tour.act(inside, "kill")
    rounds = tour.state["barriers"][path]["round"]
    tour.do("barriers", count=2, **own)
    tour.until(lambda state: state["barriers"][path]["round"] > rounds)
    frozen = tour.processes(path)[0]
    tour.act(frozen, "pause")
    tour.until(lambda state: state["candidates"][frozen]["session_ends"] is not None)
    tour.until(lambda state: state["barriers"][path]["round"] > rounds + 1)
    tour.act(frozen, "resume")
    tour.until(lambda state: frozen in tour.processes(path))
    tour.end(path, "barriers")


def naming(tour: Tour) -> None:
    path = "/names"
    tour.do("names", providers=2, clients=3, session_timeout=TIMEOUT)
    holder = tour.until(lambda state: registered(state, path))
    tour.until(lambda state: len(callers(state, path)) == 3)
    tour.do("names/address", candidate=holder)
    tour.until(lambda state: state["names"][path]["names"]["shop"]["counted"] > 1)
    tour.act(holder, "kill")
    holder = tour.until(lambda state: (now := registered(state, path)) != holder and now)
    tour.do("names", providers=1, clients=0, session_timeout=TIMEOUT)
    tour.until(
        lambda state: "standby" in [one.get("standing") for one in providers(state, path).values()]
    )
    tour.act(holder, "stop")
    frozen = tour.until(lambda state: (now := registered(state, path)) != holder and now)
    tour.act(frozen, "pause")
    tour.until(lambda state: not state["names"][path]["names"]["shop"]["znode"])
    tour.act(frozen, "resume")
    tour.until(lambda state: registered(state, path) == frozen)
    tour.end(path, "names")


def providers(state: Any, path: str) -> Any:
    return state["names"][path]["names"].get("shop", {}).get("providers", {})


def callers(state: Any, path: str) -> list[str]:
    """Return the clients that have called somebody."""
    clients = state["names"][path]["names"]["shop"]["subscribers"]
    return [name for name, one in clients.items() if one.get("call")]


def registered(state: Any, path: str) -> Any:
    found = [
        name for name, one in providers(state, path).items() if one["standing"] == "registered"
    ]
    return found[0] if found else None


def membership(tour: Tour) -> None:
    path = "/"
    tour.do("groups", count=5, session_timeout=TIMEOUT)
    tour.until(lambda state: state["groups"][path]["live"] == 5)
    first, second, third, *_ = tour.state["groups"][path]["nodes"]
    tour.act(node(tour, first), "kill")
    tour.until(lambda state: state["groups"][path]["live"] == 4)
    tour.do(f"groups/nodes/{first}/restart", session_timeout=TIMEOUT)
    tour.until(lambda state: state["groups"][path]["live"] == 5)
    ended = node(tour, second)
    tour.told("candidate.exited", lambda: tour.act(ended, "kill"))
    tour.do(f"groups/nodes/{second}/restart", session_timeout=TIMEOUT)
    tour.until(lambda state: node_of(state, second)["candidate"] != ended)
    tour.until(lambda state: node_of(state, second)["standing"] == "live")
    frozen = node(tour, third)
    tour.act(frozen, "pause")
    tour.until(lambda state: not node_of(state, third)["live"])
    tour.act(frozen, "resume")
    tour.until(lambda state: node_of(state, third)["live"])
    ended = node(tour, first)
    tour.told("candidate.exited", lambda: tour.act(ended, "stop"))
    tour.do("groups/nodes", "delete", id=first)
    tour.do("candidates", "delete", path=path, section="groups")
    tour.until(lambda state: state["groups"][path]["live"] == 0)


def node_of(state: Any, name: str) -> Any:
    return state["groups"]["/"]["nodes"][name]


def node(tour: Tour, name: str) -> str:
    found: str = node_of(tour.state, name)["candidate"]
    return found


def configuration(tour: Tour) -> None:
    path = "/config"
    tour.do("configurations", count=5, session_timeout=TIMEOUT)
    for number in range(3):
        publish(tour, f"colour = {number}")
    frozen = tour.processes(path)[0]
    tour.act(frozen, "pause")
    publish(tour, "frozen = yes")
    tour.act(frozen, "resume")
    has_it(tour)
    publish(tour, "begun = again", recreate=True)
    tour.do("configurations/value", "delete", version=version(tour))
    tour.until(lambda state: state["configurations"][path]["znode"] is None)
    publish(tour, "back = yes")
    tour.act(tour.processes(path)[-1], "kill")
    tour.act(tour.processes(path)[0], "stop")
    has_it(tour)
    tour.end(path, "configurations")


def version(tour: Tour) -> Any:
    znode = tour.state["configurations"]["/config"]["znode"]
    return znode["version"] if znode else None


def publish(tour: Tour, value: str, **more: Any) -> None:
    counted = tour.state["configurations"]["/config"]["counted"]
    tour.do("configurations/publish", value=value, version=version(tour), **more)
    tour.until(lambda state: state["configurations"]["/config"]["counted"] > counted)
    has_it(tour)


def has_it(tour: Tour) -> None:
    """Wait until all that run have the newest value."""
    tour.until(
        lambda state: (
            {
                one["standing"]
                for name, one in state["configurations"]["/config"]["subscribers"].items()
                if name in tour.processes("/config")
            }
            == {"current"}
        )
    )


def commit(tour: Tour) -> None:
    path, own = "/commit", dict[str, Any](session_timeout=TIMEOUT)
    tour.do("commits", sites=3, coordinators=1, think=0.2, patience=2.0, **own)
    begin(tour, 1)
    decided(tour, 1)
    begin(tour, 2, refuses="s3")
    decided(tour, 2)
    coordinator = tour.told("candidate.votes_in", lambda: begin(tour, 3, pause=30)).subject
    tour.act(coordinator, "kill")
    tour.do("commits", sites=0, coordinators=1, **own)
    decided(tour, 3)
    site = tour.state["commits"][path]["sites"]["s2"]["candidate"]
    tour.told("candidate.exited", lambda: tour.act(site, "kill"))
    begin(tour, 4, giver="s1")
    decided(tour, 4)
    tour.do("commits/sites/s2/restart", session_timeout=TIMEOUT)
    tour.until(lambda state: state["commits"][path]["sites"]["s2"]["candidate"] != site)
    frozen = tour.state["commits"][path]["sites"]["s1"]["candidate"]
    tour.act(frozen, "pause")
    begin(tour, 5, giver="s3")
    decided(tour, 5)
    tour.act(frozen, "resume")
    tour.until(lambda state: state["commits"][path]["sum"] == 300)
    tour.end(path, "commits")


def begin(tour: Tour, number: int, **body: Any) -> None:
    """Begin a transaction, as soon as somebody can."""
    tour.soon("commits/transactions", **body)
    tour.until(lambda state: f"tx-{number}" in state["commits"]["/commit"]["transactions"])


def decided(tour: Tour, number: int) -> None:
    tour.until(lambda state: state["commits"]["/commit"]["undecided"] is None)
    tour.until(
        lambda state: state["commits"]["/commit"]["transactions"][f"tx-{number}"]["decision"]
    )


def bookshelf(tour: Tour) -> None:
    path = "/bookshelf"
    tour.do("bookshelves", count=3, session_timeout=TIMEOUT)
    leader = tour.until(lambda state: leading(state, None))
    tour.until(lambda state: in_sync(state) == 3)
    follower = next(one for one in tour.state["bookshelves"][path]["nodes"] if one != leader)
    for at in (None, follower):
        tour.do("bookshelves/books", node=at, author="Le Guin", year=1974)
    tour.do("bookshelves/slow", on=True, pause=0.3)
    process = shelf_node(tour.state, leader)["candidate"]
    book = {"author": "Lem", "year": 1961}
    tour.told("book.sent", lambda: lend(tour, book))
    tour.act(process, "kill")
    leader, last = tour.until(lambda state: leading(state, leader)), leader
    tour.do(f"bookshelves/nodes/{last}/restart", session_timeout=TIMEOUT)
    tour.until(lambda state: in_sync(state) == 3)
    process = shelf_node(tour.state, leader)["candidate"]
    tour.told("book.stored", lambda: lend(tour, book))
    tour.act(process, "pause")
    leader, last = tour.until(lambda state: leading(state, leader)), leader
    tour.act(process, "resume")
    tour.until(lambda state: in_sync(state) == 3)
    tour.do("bookshelves/slow", on=False)
    tour.do("bookshelves/books", author="Butler", year=1979)
    tour.told(
        "candidate.exited", lambda: tour.act(shelf_node(tour.state, last)["candidate"], "stop")
    )
    tour.do(f"bookshelves/nodes/{last}/disk", "delete")
    tour.do(f"bookshelves/nodes/{last}/restart", session_timeout=TIMEOUT)
    tour.until(lambda state: in_sync(state) == 3)
    tour.end(path, "bookshelves")


def lend(tour: Tour, book: Document) -> None:
    """Ask for a book to be added, without its answer: the one asked is struck before."""
    threading.Thread(
        target=tour.ask, args=("bookshelves/books",), kwargs=dict(book), daemon=True
    ).start()


def shelf_node(state: Any, name: str) -> Any:
    return state["bookshelves"]["/bookshelf"]["nodes"][name]


def leading(state: Any, last: str | None) -> Any:
    """Return the node that leads and runs, other than the last one."""
    shelf = state["bookshelves"].get("/bookshelf", {})
    name = shelf.get("leader")
    found = shelf["nodes"].get(name, {}) if name else {}
    leads = found.get("state") == "leading" and found.get("process") == "running"
    return name if leads and name != last else None


def in_sync(state: Any) -> int:
    nodes = state["bookshelves"]["/bookshelf"]["nodes"].values()
    return sum(bool(one.get("in_sync")) and one.get("process") == "running" for one in nodes)


def comparison(tour: Tour) -> None:
    tour.do("comparisons", count=4, session_timeout=TIMEOUT)
    paths = tour.until(lambda state: state["comparison"]["paths"])
    for action in ("stop", "kill"):
        leaders = {path: tour.until(other_than("", path)) for path in paths.values()}
        tour.do("comparisons/strike", action=action)
        for path, leader in leaders.items():
            tour.until(other_than(leader, path))
    tour.do("comparisons/measure", sizes=[3], deaths=1, session_timeout=TIMEOUT)
    tour.until(lambda state: len(state["comparison"]["curve"]) >= 3)
    tour.soon("comparisons", "delete")


def drill(tour: Tour) -> None:
    tour.do("drills", fault="stop", rounds=3, candidates=3, session_timeout=TIMEOUT,
            limits=["failed=0", "max:handoff=1ms"])  # fmt: skip
    tour.until(lambda state: state["drill"]["cause"] == "done")
    tour.do("drills", rounds=9, limit=0.2, abort_after=1, candidates=2, session_timeout=TIMEOUT)
    tour.until(lambda state: state["drill"]["cause"] == "aborted")
    tour.do("drills", fault="expire", target="successor", rounds=2, candidates=3,
            session_timeout=TIMEOUT)  # fmt: skip
    tour.until(lambda state: state["drill"]["cause"] == "done")
    tour.do("drills", fault="freeze", rounds=5, candidates=2, session_timeout=TIMEOUT)
    tour.until(lambda state: state["drill"]["count"])
    tour.do("drills", "delete")
    tour.until(lambda state: state["drill"]["cause"] == "stopped")


def workbench(tour: Tour) -> None:
    """Change znodes by hand, in the workbench and in consoles."""
    tour.do("znodes/session")
    tour.do("znodes/credentials", user="ann", password="secret")
    made = tour.do("znodes", path="/shop", data={"text": "open"})
    for kind in ("persistent", "ephemeral", "persistent_sequential"):
        tour.ask("znodes", path=f"/shop/{kind}", kind=kind)
    tour.ask("znodes", path="/shop/a/b/c", parents=True)
    tour.do("znodes", "put", path="/shop", data={"text": "closed"}, version=made.get("version", 0))
    console = tour.do("consoles", session_timeout=10.0)["console"]
    lines = (
        "ls /", "create /kept value", "create -e /gone value", "create -s /kept/item- one",
        "get -s /kept", "set /kept other", "stat /kept", "addWatch -m PERSISTENT_RECURSIVE /kept",
        "create /kept/below x", "getAcl /kept", "setAcl /kept world:anyone:cdrwa",
        "delete /nowhere", "delete /kept/below", "whoami", "nonsense", "deleteall /shop/a",
    )  # fmt: skip
    for line in lines:
        tour.ask(f"consoles/{console}/lines", line=line)
    tour.ask(f"consoles/{console}", "delete")
    exported = tour.ask("znodes/export?path=/kept", "get").json()
    tour.ask("znodes/import", path="/copied", document=exported, expect=0)
    tour.ask("znodes", "delete", path="/shop", recursive=True, expect=4)


def strangers(tour: Tour) -> None:
    """Programs that are not ours lead, and hold a lock; a crowd of ours starts, and is stopped."""
    path, clients = "/theirs", [client_of(tour) for _ in range(3)]
    clients[0].ensure_path(path)
    for client in (*clients, clients[-1], clients[-1]):
        client.create(f"{path}/one-n_", ephemeral=True, sequence=True)
    tour.until(lambda state: len(chain(state, path)) == 5)
    held = clients[1].Lock("/shared/lock", "second")
    clients[0].Lock("/shared/lock", "first").acquire()
    taking = threading.Thread(target=held.acquire, daemon=True)
    taking.start()
    tour.until(lambda state: len(chain(state, "/shared/lock")) == 2)
    tour.do("elections", path=path)
    tour.told("election.passed", lambda: close(clients[0]))
    taking.join()
    close(clients[2])
    tour.until(lambda state: len(chain(state, path)) == 1)
    close(clients[1])
    tour.until(lambda state: not chain(state, path))
    tour.do("candidates", count=30, election="/crowd", session_timeout=10.0, work=False)
    tour.until(lambda state: len(chain(state, "/crowd")) == 30)
    tour.do("roles/leader/kill", election="/crowd")
    tour.end("/crowd", "elections")


FAULTS = ("kill", "pause", "resume", "stop", "expire", "resign")
"""Of a process; some are refused."""


def by_chance(seed: int) -> Callable[[Tour], None]:
    """Return a run with faults at random, in an election, a lock, a queue and a group."""

    def run(tour: Tour) -> None:
        chance, own = random.Random(seed), dict[str, Any](session_timeout=TIMEOUT)
        strategy = ("predecessor", "herd", "single")[seed % 3]
        starts: tuple[tuple[str, dict[str, Any]], ...] = (
            ("candidates", {"count": 3, "strategy": strategy}),
            ("locks", {"count": 2, "task": 0.4}),
            ("queues", {"producers": 1, "consumers": 2, "task": 0.4, "every": 0.5}),
            ("groups", {"path": "/group", "count": 2}),
        )
        for url, body in starts:
            tour.do(url, **own, **body)
        for _ in range(STEPS):
            wait(tour, 12)
            living = [
                name
                for name, one in tour.state["candidates"].items()
                if one["process"] in ("running", "paused")
            ]
            fault = chance.choices(FAULTS, (2, 3, 3, 1, 2, 1))[0]
            if living:
                tour.ask(f"candidates/{chance.choice(living)}/{fault}")
            if len(living) < 8:
                url, body = chance.choice(starts)
                tour.do(url, **own, **body)
        tour.do("candidates", "delete")
        tour.until(
            lambda state: {one["process"] for one in state["candidates"].values()} <= {"exited"}
        )

    return run


def wait(tour: Tour, count: int) -> None:
    """Wait for so many events."""
    seq = tour.state["seq"]
    tour.until(lambda state: state["seq"] >= seq + count)


def outage(tour: Tour) -> None:
    """ZooKeeper freezes, ends, and begins again with nothing, under an election and a lock."""
    tour.do("candidates", count=3, session_timeout=TIMEOUT)
    tour.do("locks", count=2, task=0.4, session_timeout=TIMEOUT)
    tour.until(lambda state: front(state, "/election") and front(state, "/lock", "locks"))
    tour.do("servers/s1/pause")
    tour.until(lambda state: state["zookeeper"]["state"] != "connected")
    tour.do("servers/s1/resume")
    tour.until(
        lambda state: state["zookeeper"]["state"] == "connected" and front(state, "/election")
    )
    for end in ("kill", "stop"):
        tour.do(f"servers/s1/{end}")
        tour.until(lambda state: state["zookeeper"]["state"] != "connected")
        tour.soon("servers/s1/restart")
        tour.until(lambda state: state["zookeeper"]["state"] == "connected")
        tour.until(lambda state: front(state, "/election") and front(state, "/lock", "locks"))


TOURS: Mapping[str, Callable[[Tour], None]] = {
    "barrier": barrier,
    "bookshelf": bookshelf,
    "commit": commit,
    "comparison": comparison,
    "configuration": configuration,
    "drill": drill,
    "election": election,
    "lock": lock,
    "membership": membership,
    "naming": naming,
    "queue": queue,
    "sharedlock": sharedlock,
    "workbench": workbench,
    "outage": outage,
    "strangers": strangers,
    **{f"faults-{seed}": by_chance(seed) for seed in (1, 2, 3)},
}


def recorded(name: str) -> list[str]:
    """Return what a journal is told in one of these runs."""
    server = SandboxServer()
    server.start()
    made: list[Recorder] = []

    def record(*given: Any, **more: Any) -> Recorder:
        made.append(Recorder(*given, **more))
        return made[-1]

    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(assembly, "Journal", record)
            with whole(server.hosts, source="embedded", servers={"s1": server}) as dashboard:
                TOURS[name](Tour(dashboard, server))
    finally:
        server.stop()
    (journal_of_run,) = made
    assert journal_of_run.strays == []
    return journal_of_run.given
