"""Declare the part of the state document about ZooKeeper itself, and the parts of a story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict


class Who(TypedDict):
    who: str
    tone: str


class Ago(TypedDict):
    ago: float


class Left(TypedDict):
    left: float


class Ms(TypedDict):
    ms: float


Part = str | Who | Ago | Left | Ms
Story = list[Part]


class Telling(NamedTuple):
    """The sentence that says what happens now, in one line, and the reason behind it in a second,
    smaller one.
    """

    sentence: Story
    reason: Story

    def __bool__(self) -> bool:
        return bool(self.sentence)


class LatencyState(TypedDict):
    min: float
    avg: float
    max: float


class ServerTold(TypedDict):
    """The report of a server about itself."""

    address: str
    version: str | None
    answers: bool
    up: bool | None
    mode: str | None
    zxid: str | None
    connections: int | None
    latency_ms: LatencyState | None
    round_trip_ms: float | None
    znodes: int | None
    sessions: Sequence[str] | None
    watches: str
    closed: Sequence[str]
    note: str | None


class Server(ServerTold):
    id: str | None
    place: NotRequired[float]
    process: str | None
    pid: int | None
    since: float
    busy: str | None
    allowed: Sequence[str]
    error: str | None
    advice: str | None


class Quorum(TypedDict):
    """The quorum: whether enough servers serve, and since when. regained: whether it is back after
    it was lost.
    """

    since: float
    regained: bool
    serving: int
    answering: int
    down: int
    of: int
    needed: int
    leader: str | None
    lost: bool


class Freeze(TypedDict):
    server: str
    at: float
    woke: float | None
    awake: bool
    sessions: Mapping[str, str]
    ended: Sequence[str]
    story: Story


class Credential(TypedDict):
    scheme: str
    id: str


class SessionTold(TypedDict):
    """A session in which a person's requests run. connection: closed|connecting|connected|
    suspended|lost; reason: why it is not connected. ephemerals: the first of `ephemeral_count`.
    """

    session: str | None
    connection: str
    timeout_ms: int | None
    reason: str | None
    ephemerals: Sequence[str]
    ephemeral_count: int
    credentials: Sequence[Credential]


class Behind(TypedDict):
    """The delay of the dashboard: how many milliseconds the latest event had waited, and when that
    was.
    """

    ms: int
    at: float


class Zookeeper(TypedDict):
    source: str
    hosts: str
    chroot: str
    version: str | None
    state: str
    silent: float | None
    since: float | None
    reason: str | None
    session: str | None
    timeout_ms: int | None
    round_trip_ms: float | None
    servers: Sequence[Server]
    quorum: Quorum | None
    freeze: Freeze | None
    actions: bool
    keeps: str | None
    znodes: int
    mirror: str
    lacks: Sequence[str]
    bounded: int | None
    behind: Behind | None


def new_zookeeper() -> Zookeeper:
    """Return a ZooKeeper about which nothing is known yet."""
    return {
        "source": "external",
        "hosts": "",
        "chroot": "",
        "version": None,
        "state": "connecting",
        "silent": None,
        "since": None,
        "reason": None,
        "session": None,
        "timeout_ms": None,
        "round_trip_ms": None,
        "servers": [],
        "quorum": None,
        "freeze": None,
        "actions": False,
        "keeps": None,
        "znodes": 0,
        "mirror": "loading",
        "lacks": [],
        "bounded": None,
        "behind": None,
    }
