"""Ask one server about itself: by `srvr`, `cons` and `wchp`, or the AdminServer in their place."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from ..readmodels.zookeeper import ServerTold
from ..system.threads import Tell
from .addresses import Address
from .admin_server import (
    AdminError,
    AdminRefusal,
    Document,
    ask_admin,
    parse_connections,
    parse_server_stats,
    parse_watches_by_path,
)
from .fourletter import FourLetterError, HungUp, NobodyListens, WordClosed, ask
from .security import OPEN, Security
from .timer import Timer
from .words import (
    NOT_SERVING,
    ConnectedClient,
    Statistics,
    WatchList,
    lists_children,
    parse_cons,
    parse_srvr,
    parse_wchp,
)

_TIMEOUT = 1.0
# We ask an AdminServer that was off again after so many seconds: behind a firewall that drops
# packets, each attempt takes the whole timeout.
_ADMIN_AGAIN = 30.0
_UNTOLD = ("watch_list", "lists_children", "clients", "asked_at", "answered_at")
_ROUND_TRIPS = 5
_HUNG_UP_AGAIN = 0.1
_NEVER_EMPTY = ("srvr", "cons")
_QUESTIONS: dict[str, tuple[Callable[[str], Any], str, Callable[[Document], Any]]] = {
    "srvr": (parse_srvr, "server_stats", parse_server_stats),
    "cons": (parse_cons, "connections", parse_connections),
    "wchp": (
        lambda answer: (parse_wchp(answer), lists_children(answer)),
        "watches_by_path",
        lambda document: (parse_watches_by_path(document), False),
    ),
}
"""A word -> its parser, the AdminServer's command in its place, and the parser of that."""
_WITHOUT_QUORUM = "it answers, but does not serve clients: it is not in a quorum"


@dataclass(frozen=True, slots=True)
class ServerReport:
    """One server's report of itself; `mode`, `zxid` and so on are as in `words.Statistics`.

    up: whether it runs; False where nobody listens at its address, None where nothing shows it.
    sessions: those on the server, in hex; None where it does not list them. clients: the
    connections of all of these. watches: `wchp` or `admin` (where the list comes from), `closed`,
    or `unknown` (not asked, or no answer). closed: the words it refuses and for which no
    AdminServer stands in. watch_list: path (with chroot) -> sessions; None where it was not asked
    or does not list them. lists_children: whether it has the watches on lists of children too.
    asked_at, answered_at: when the questions began, and when the last answer was there, on the
    monotonic clock. round_trip_ms: the longest of the last few round trips of a word and its
    answer.
    """

    address: str
    answers: bool = False
    up: bool | None = None
    mode: str | None = None
    version: str | None = None
    zxid: str | None = None
    connections: int | None = None
    latency_ms: dict[str, float] | None = None
    round_trip_ms: float | None = field(default=None, compare=False)
    znodes: int | None = None
    sessions: list[str] | None = None
    watches: str = "unknown"
    note: str | None = None
    closed: tuple[str, ...] = ()
    watch_list: WatchList | None = None
    lists_children: bool = False
    clients: dict[str, ConnectedClient] | None = None
    asked_at: float = float("-inf")
    answered_at: float = float("-inf")

    def as_json(self) -> ServerTold:
        """Return all that the server reports of itself."""
        told = {name: getattr(self, name) for name in self.__slots__ if name not in _UNTOLD}
        return cast(ServerTold, {**told, "closed": list(self.closed)})


class ServerInfo:
    """A questioner of one server, not thread-safe; it blocks for some seconds at most."""

    def __init__(self, address: Address, admin_port: int = 8080, security: Security = OPEN) -> None:
        self.address, self._admin_port, self._security = address, admin_port, security
        self._admin_off_until = 0.0
        self._watches = "unknown"
        self._round_trips: deque[float] = deque(maxlen=_ROUND_TRIPS)

    def ask(self, with_watches: bool = True) -> ServerReport:
        """Return everything that the server says; never raise where it does not answer."""
        try:
            return self._ask_twice(with_watches)
        except _NotServing:
            return ServerReport(str(self.address), answers=True, up=True, note=_WITHOUT_QUORUM)
        except FourLetterError as error:
            up = False if isinstance(error, NobodyListens) else None
            return ServerReport(str(self.address), up=up, note=f"no answer: {error}")

    def _ask_twice(self, with_watches: bool) -> ServerReport:
        """Ask twice: a server that leaves its quorum hangs up on everybody for a moment."""
        try:
            return self._ask(with_watches, [])
        except HungUp:
            time.sleep(_HUNG_UP_AGAIN)
            return self._ask(with_watches, [])

    def _ask(self, with_watches: bool, closed: list[str]) -> ServerReport:
        said, _ = self._tell("srvr", closed)
        clients, _ = self._tell("cons", closed)
        told = None
        if with_watches:
            told, self._watches = self._tell("wchp", closed)
        watch_list, children = told or (None, False)
        if self._watches == "closed" and "wchp" not in closed:
            closed.append("wchp")
        known = (said or Statistics())._asdict()
        if clients is not None:
            known |= {"connections": len(clients), "sessions": list(clients)}
        return ServerReport(
            str(self.address),
            answers=True,
            up=True,
            **known,
            round_trip_ms=max(self._round_trips, default=None),
            clients=clients,
            watches=self._watches,
            note=_how_to_open(closed) if closed else None,
            closed=tuple(closed),
            watch_list=watch_list,
            lists_children=children,
        )

    def _tell(self, word: str, closed: list[str]) -> tuple[Any, str]:
        """Return the answer to a word or to the AdminServer's command in its place, and say to
        which.

        Add an unanswered word to `closed`. Raise FourLetterError or _NotServing.
        """
        parse, command, parse_admin = _QUESTIONS[word]
        try:
            answer = self._say(word)
        except WordClosed:
            told = self._tell_by_admin(command, parse_admin)
            if told is None:
                closed.append(word)
            return told, "closed" if told is None else "admin"
        if answer.startswith(NOT_SERVING):
            raise _NotServing
        if word in _NEVER_EMPTY and not answer:
            raise HungUp("it closed the connection without an answer")
        return parse(answer), word

    def _say(self, word: str) -> str:
        """Return the server's answer to a word. Raise FourLetterError.

        `srvr` is short, and every question has it: the time of its answer, even of a refusal, is
        that of a round trip.
        """
        began = time.monotonic()
        try:
            return ask(*self.address, word, _TIMEOUT, self._security)
        finally:
            if word == "srvr":
                self._round_trips.append(round((time.monotonic() - began) * 1000, 1))

    def _tell_by_admin(self, command: str, parse: Callable[[Document], Any]) -> Any:
        if time.monotonic() < self._admin_off_until:
            return None
        try:
            return parse(ask_admin(self.address.host, self._admin_port, command, _TIMEOUT))
        except AdminRefusal as refusal:
            if NOT_SERVING in str(refusal):
                raise _NotServing from None
            return None
        except AdminError:
            self._admin_off_until = time.monotonic() + _ADMIN_AGAIN
            return None


class _NotServing(Exception):
    """The server runs, and has no quorum to serve in."""


def _how_to_open(closed: list[str]) -> str:
    words = ",".join(["srvr", *(word for word in closed if word != "srvr")])
    are = "is" if len(closed) == 1 else "are"
    return (
        f"{', '.join(closed)} {are} disabled: set 4lw.commands.whitelist={words} in zoo.cfg"
        " (or admin.enableServer=true)"
    )


_AGAIN_AFTER_SILENCE = 1.0
_BACK_OFF = 5
_log = logging.getLogger(__name__)


class ServerPoller(Timer):
    """A thread that asks one server, one question at a time, when somebody wants it. `report` is
    the last answer, `listed` the last answer with a list of watches: None where the server was
    asked for one since and did not answer.

    It leaves a server that took long to answer alone for five times as long.
    """

    def __init__(self, info: ServerInfo, tell: Tell) -> None:
        self._info = info
        name, does = f"poller {info.address}", "asks this server who it is"
        super().__init__(name, does, 0.0, self._answer, tell)
        self._done = threading.Event()
        self._done.set()
        self._with_watches = self._owes_watches = False
        self._is_excused = False
        self._rest_until = 0.0
        self.report = ServerReport(str(info.address))
        self.listed: ServerReport | None = None

    def ask(self, with_watches: bool) -> bool:
        """Ask now; return False if a question is under way or the server has earned a rest: then
        the next question asks for the watches.
        """
        self._owes_watches |= with_watches
        if not self._done.is_set() or time.monotonic() < self._rest_until:
            return False
        self._with_watches, self._owes_watches = self._owes_watches, False
        self._done.clear()
        self.set()
        return True

    def excuse(self) -> None:
        """Forget the server's past slowness, and that of a question under way: something has
        happened there.
        """
        self._is_excused = True
        self._rest_until = 0.0

    def wait(self, deadline: float) -> bool:
        """Wait for the answer until this moment; return True when it is there."""
        return self._done.wait(max(0.0, deadline - time.monotonic()))

    def _answer(self) -> None:
        try:
            self._ask()
        finally:
            self._done.set()

    def _ask(self) -> None:
        began = time.monotonic()
        self._is_excused = False
        try:
            report = self._info.ask(self._with_watches)
        except Exception as error:
            _log.exception("asking %s failed", self._info.address)
            report = ServerReport(str(self._info.address), note=repr(error))
        now = time.monotonic()
        self.report = replace(report, asked_at=began, answered_at=now)
        if self._with_watches or not report.answers:
            self.listed = self.report if report.watch_list is not None else None
        pause = _BACK_OFF * (now - began) if self.report.answers else _AGAIN_AFTER_SILENCE
        self._rest_until = now if self._is_excused else now + pause
