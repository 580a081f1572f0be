"""Scripts of events for the fold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.journal.document import initial_state
from app.journal.feed_filter import FeedFilter
from app.journal.patch import apply, difference, keyed
from app.journal.state import JournalFact, fold
from app.readmodels.event import event_of
from app.recipes.registry import MODELS

ELECTION = "/election"
WORDING = FeedFilter(MODELS)
listeners: list[Callable[[Any, float], None]] = []
"""Each is told every state that a script folds, and its time."""


class Script:
    """Folds events one after another; `at` is the time of the next one, in seconds, and `late` by
    how many it is known later.
    """

    def __init__(self) -> None:
        self.state: Any = initial_state(MODELS)
        self.folded: Any = self.sent
        self.at, self.late = 100.0, 0.0
        self.connected()
        self.event("election.followed", ELECTION, strategy="predecessor", by="test")

    def event(self, kind: str, subject: str, **data: Any) -> None:
        """Fold an event; a list of what happened has a line of it."""
        told = event_of(kind, subject, data)
        assert text_of(WORDING.worded(told).words), kind
        before: Any = self.state
        self.state = fold(MODELS, before, [JournalFact(told, self.at)], self.at + self.late)
        self.folded = apply(self.folded, difference(before, self.state, MODELS.lines))
        for listen in listeners:
            listen(self.state, self.at)

    def connected(self, session: str = "0xff") -> None:
        """A connection, on which everything is read again."""
        self.event("zookeeper.connected", "zookeeper", session=session, version="3.8.0")
        self.event("mirror.loading", "zookeeper", mode="recursive")
        self.event("mirror.loaded", "zookeeper", znodes=0, mode="recursive")

    def lists_watches(self, server: str, **told: Any) -> None:
        """What a server lists of the watches: session -> paths."""
        self.event("watches.listed", server, count=len(told["sessions"]), **told)

    @property
    def sent(self) -> Any:
        """The state as it travels."""
        return keyed(self.state, MODELS.lines)

    def patches_add_up(self) -> bool:
        """Tell whether who folds the patches has what the state says; they cannot say null."""
        return bool(without_nulls(self.folded) == without_nulls(self.sent))

    @property
    def election(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["elections"][ELECTION]
        return found

    @property
    def chain(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.election["chain"]
        return found

    def candidate(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.state["candidates"][name]
        return found

    def story(self) -> str:
        return told_of(self.election)

    def configured(self, *names: str) -> None:
        """An ensemble of ours."""
        servers = [
            {"id": name, "address": address_of(name), "pid": 100 + number}
            for number, name in enumerate(names)
        ]
        where = {"source": "apache", "hosts": ",".join(map(address_of, names)), "chroot": ""}
        self.event("zookeeper.configured", "zookeeper", **where, servers=servers, actions=True)

    def servers(self, **modes: str | None) -> None:
        """What the servers say: a mode, "idle" for one without a quorum, "hung up" for one that
        took the connection and said nothing, None for no answer.
        """
        reports = [report_of(name, mode) for name, mode in modes.items()]
        self.event("zookeeper.servers", "zookeeper", servers=reports)

    def server(self, name: str) -> dict[str, Any]:
        """One server of the state document, by its id or its address."""
        return next(
            one for one in self.state["zookeeper"]["servers"] if name in (one["id"], one["address"])
        )

    @property
    def quorum(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["zookeeper"]["quorum"]
        return found

    def starting(self, name: str) -> None:
        data = {"path": ELECTION, "recipe": "predecessor", "session_timeout_ms": 4000}
        self.event("candidate.starting", name, by="test", **data)
        self.event("candidate.started", name, pid=4711)

    def joins(self, name: str, number: int) -> None:
        """A candidate with a znode; whether it leads or waits follows from `number`'s place."""
        self.starting(name)
        znode = znode_of(name, number)
        self.event("znode.created", f"{ELECTION}/{znode}")
        self.event("member.read", f"{ELECTION}/{znode}", election=ELECTION, **member(name, number))
        before = [entry["znode"] for entry in self.chain if entry["sequence"] < number]
        self.reports(
            name,
            "waiting" if before else "leading",
            znode=f"{ELECTION}/{znode}",
            watches=before[-1] if before else None,
        )

    def reports(self, name: str, belief: str, **more: Any) -> None:
        counters = more.pop("counters", {"notifications": 0, "reads": 1, "writes": 1})
        data = {"session": session_of(name), "counters": counters, "step": "lead", **more}
        self.event("candidate.reported", name, belief=belief, **data)

    def deleted(self, name: str, number: int, zxid: int | None = None) -> None:
        self.event("znode.deleted", f"{ELECTION}/{znode_of(name, number)}", zxid=zxid)

    def notified(self, name: str, gone: str, zxid: int | None = None, **counters: int) -> None:
        counts = {"notifications": 1, "reads": 1, "writes": 1, **counters}
        told = {"znode": gone, "event": "deleted", "zxid": zxid, "counters": counts}
        self.event("candidate.notified", name, **told)


def text_of(story: Sequence[Any], moment: str | None = None) -> str:
    """Return a sentence as text, names in it, and a time as `moment`, or as its kind."""
    return "".join(
        part if isinstance(part, str) else part.get("who", moment or next(iter(part)))
        for part in story
    )


def told_of(document: Mapping[str, Any], moment: str | None = None) -> str:
    """Return a story as text: its sentence, and the reason behind it."""
    parts = (document["story"], document["reason"])
    return " ".join(text_of(one, moment) for one in parts if one)


def without_nulls(document: Any) -> Any:
    """Return what a merge patch can tell of a document: null is as good as missing (RFC 7386)."""
    if not isinstance(document, dict):
        return document
    return {key: without_nulls(one) for key, one in document.items() if one is not None}


def address_of(name: str) -> str:
    return f"{name}.example:2181"


def report_of(name: str, mode: str | None) -> dict[str, Any]:
    """As the probe tells it."""
    serves = mode not in (None, "idle", "hung up")
    return {
        "address": address_of(name),
        "answers": mode not in (None, "hung up"),
        "up": {None: False, "hung up": None}.get(mode, True),
        "mode": mode if serves else None,
        "version": "3.8.0" if serves else None,
        "zxid": "0x100000001" if serves else None,
        "connections": 1 if serves else None,
        "latency_ms": {"min": 0, "avg": 0.5, "max": 3} if serves else None,
        "znodes": 5 if serves else None,
        "sessions": ["0xff"] if serves else None,
        "watches": "wchp" if serves else "unknown",
        "note": None if serves else "a note",
        "closed": [],
    }


def session_of(name: str) -> str:
    return f"0x{name}"


def znode_of(name: str, number: int) -> str:
    return f"{name}guid-n_{number:010d}"


def member(name: str, number: int) -> dict[str, Any]:
    return {
        "znode": znode_of(name, number),
        "session": session_of(name),
        "czxid": 1000 + number,
        "ctime": 0,
        "data": "",
    }


def three() -> Script:
    """c1 leads, c2 and c3 wait."""
    script = Script()
    for number, name in enumerate(("c1", "c2", "c3"), start=1):
        script.joins(name, number)
    return script
