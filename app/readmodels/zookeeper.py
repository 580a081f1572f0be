"""The part of the state document about ZooKeeper itself, and the parts of a story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict


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
    """What happens now, in one line, and the reason behind it in a second, smaller one."""

    sentence: Story
    reason: Story

    def __bool__(self) -> bool:
        return bool(self.sentence)


class LatencyState(TypedDict):
    min: float
    avg: float
    max: float


class Server(TypedDict, total=False):
    id: str | None
    address: str
    place: float
    version: str | None
    process: str | None
    pid: int | None
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
    since: float
    busy: str | None
    allowed: Sequence[str]
    error: str | None
    advice: str | None


class Since(TypedDict):
    since: float
    regained: bool


class Quorum(Since):
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
    """How long the event had waited that was reported last, in milliseconds, and when that was."""

    ms: int
    at: float


class Zookeeper(TypedDict, total=False):
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
