"""The settings, in one frozen value that every room may read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from .zookeeper.security import OPEN, Security

LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
_BASE_PATH = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~@:+=%-]+)*/?")


@dataclass(frozen=True)
class Settings:
    """The dashboard's settings.

    zookeeper: connection string with optional chroot (`a:2181,b:2181/chroot`). ensemble: start this
    many Apache servers. Without either, and without zookeeper_home, the embedded ZooKeeper is
    started. data: where the history goes, and where what is started keeps its data; None keeps the
    data no longer than it runs, and the history in the user's own folder. history: whether it
    outlives the dashboard, for at most so many days and megabytes.
    print_events: whether every event is a line of JSON on standard output. port 0 takes a free one.
    names_election: whether somebody has said which election to show.
    open: whether everybody may act who reaches the dashboard, also from other machines.
    audience_code: what lets somebody look on, where a token lets them act; None makes one up.
    allowed_hosts: further addresses to answer at, `NAME` or `NAME:PORT`.
    base_path: the path below which a reverse proxy serves the dashboard, as an address has it and
    without a slash at the end; "" for none.
    trusted_proxies: the proxies, addresses or networks, whose X-Forwarded-… is believed.
    security: of all our connections to ZooKeeper.
    relay: the address of another dashboard, which is shown in place of a ZooKeeper, with the token
    in it, or relay_token.
    """

    host: str = "127.0.0.1"
    port: int = 5050
    zookeeper: str | None = None
    ensemble: int | None = None
    zookeeper_home: Path | None = None
    election: str = "/election"
    names_election: bool = field(default=False, compare=False)
    read_only: bool = False
    token: str | None = None
    open: bool = False
    audience_code: str | None = None
    data: Path | None = None
    history: bool = True
    history_days: int = 30
    history_megabytes: int = 512
    print_events: bool = False
    candidate_limit: int = 256
    open_browser: bool = True
    allowed_hosts: tuple[str, ...] = ()
    base_path: str = ""
    trusted_proxies: tuple[str, ...] = ()
    security: Security = OPEN
    relay: str | None = None
    relay_token: str | None = None

    @property
    def on_loopback(self) -> bool:
        """Tell whether only this machine can reach the dashboard."""
        return self.host in LOOPBACK_HOSTS

    @property
    def source(self) -> str:
        """Return where ZooKeeper comes from: `external`, `apache` or `embedded`."""
        if self.zookeeper is not None:
            return "external"
        return "embedded" if self.ensemble is None else "apache"


def base_path_of(text: str) -> str | None:
    """Return the base path that a text names, "" for the root; None where it names none."""
    return text.rstrip("/") if text and _BASE_PATH.fullmatch(text) else None
