"""A recipe's machine on a ZooKeeper session: what it says of itself, and the time."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol

from ..errors import ZooKeeperUnavailable
from ..participation import commands as c
from ..participation import inputs as i
from ..participation.naming import in_order
from ..participation.participant import Participant
from ..participation.phases import Phase
from ..processes.channel import WorkerOrder, WorkerTask, own_data
from ..processes.runtime import LINGER, Runtime
from ..processes.work import Host, Work
from ..zookeeper.client import close, session_hex
from ..zookeeper.security import Security

FIRST_WARNING, LONGEST_PATIENCE = 5.0, 300.0
"""Seconds without ZooKeeper until the log says so; each time, twice as long until the next."""

LEAVES_WITHIN = 5.0
"""Seconds that leaving may take; after that its session takes away what is left."""

Tell = Callable[[str, dict[str, Any]], None]
log = logging.getLogger(__name__)


class Owner(Host, Protocol):
    """The process as its work sees it, and what that says to the user."""

    is_leaving: bool

    def path_of(self, name: str) -> str:
        """Return the path of a znode of the recipe's."""
        ...

    def tell(self, kind: str, data: dict[str, Any], /) -> None:
        """Take news; from any thread."""

    def leave_if_asked(self) -> None:
        """Begin to leave where that was asked for and the work lets it."""


class UserWork(Work):
    """The work of a process in a user's program: it hands on what the machine gives."""

    def __init__(self, host: Owner) -> None:
        super().__init__(host)
        self.owner = host

    def negotiated(self, timeout: float) -> None:
        """Note that a session stands, which ends after so many seconds of silence."""

    def may_leave(self) -> bool:
        """Tell whether it may leave now; from any thread."""
        return True


class StandingProcedure(NamedTuple):
    """The procedure of a process. name: what its znode says that it is. machine: what runs, with
    these settings; work: makes the work for what the machine gives.
    """

    name: str
    machine: type[Participant]
    work: Callable[[Owner], UserWork]
    settings: Mapping[str, Any] = {}


class ClientSetting(NamedTuple):
    """The arguments that a process was made with; `RecipeClient` says what each means."""

    hosts: str
    path: str
    identity: str
    procedure: StandingProcedure
    session_timeout: float
    connect_within: float | None
    security: Security


class StandingRuntime(Runtime):
    """A candidate from joining to leaving. `tell` takes the news, from any thread."""

    def __init__(self, setting: ClientSetting, tell: Tell, client: Any = None) -> None:
        self.tell = tell
        self._bell: SimpleQueue[None] = SimpleQueue()
        self._setting = setting
        self._asked_to_stop = self.is_leaving = self._is_unwelcome = False
        self._told: dict[str, Any] = {}
        self._who = f"{setting.identity} in {setting.path}"
        self._be_patient()
        self._connect_by = self._leave_by = float("inf")
        follows = setting.procedure
        task = WorkerTask(
            setting.identity, setting.hosts, setting.path, setting.session_timeout,
            follows.name, follows.settings, security=setting.security, makes_chroot=True,
        )  # fmt: skip
        data = own_data(setting.identity, follows.name)
        super().__init__(task, data, follows.machine, self._make_work, client)
        if client is None:
            self._client.handler.on_reason = self._explained

    def _make_work(self, host: Host) -> UserWork:
        self._work: UserWork = self._setting.procedure.work(self)
        return self._work

    def path_of(self, name: str) -> str:
        """Return the path of a znode of the recipe's."""
        return self.place.of(name)

    # -- the thread that runs it ----------------------------------------------------------------

    def run(self) -> None:
        """Stand until told to stop. Raise ZooKeeperUnavailable where there is none in time."""
        within = self._setting.connect_within
        self._connect_by = float("inf") if within is None else time.monotonic() + within
        self._may_join = True
        try:
            self._start()
            self._listen()
        except BaseException:
            self.stop()
            self._listen()
            raise
        finally:
            self._end()

    def stop(self) -> None:
        """Leave; from any thread, and from a signal handler, which must take no lock."""
        self._asked_to_stop = True
        self._rouse()

    def _rouse(self) -> None:
        """Wake the thread that runs it; from any thread, and from a signal handler."""
        self._bell.put(None)

    def _listen(self) -> None:
        while not self._left and time.monotonic() < self._leave_by:
            self.leave_if_asked()
            self._require_welcome()
            self._look_at_the_silence()
            self._keep_time()
            warn_at = float("inf") if self._is_connected else self._warn_at
            until = min(self._next(), self._connect_by, self._leave_by, warn_at)
            with suppress(Empty):
                self._bell.get(timeout=max(until - time.monotonic(), 0))

    def leave_if_asked(self) -> None:
        """Begin to leave where that was asked for and the work lets it; from any thread."""
        if not self._asked_to_stop or self.is_leaving or not self._work.may_leave():
            return
        self.is_leaving = True
        self._connect_by = float("inf")
        self._leave_by = time.monotonic() + LEAVES_WITHIN
        self.tell("stopping", {})
        self._take_leave()

    def _take_leave(self) -> None:
        self.obey(WorkerOrder("stop"))

    def _require_welcome(self) -> None:
        """Raise ZooKeeperUnavailable where the first connection was refused, for it would be
        refused again, or has not come in time.
        """
        if self._is_unwelcome:
            self._is_unwelcome = False
            raise ZooKeeperUnavailable(
                f"ZooKeeper refuses the credentials: {self._client.handler.reason}", field="auth"
            )
        if time.monotonic() >= self._connect_by:
            self._connect_by = float("inf")
            raise ZooKeeperUnavailable(
                f"no ZooKeeper at {self._setting.hosts} within {self._setting.connect_within:g} s: "
                f"{self._client.handler.reason or 'no answer'}",
                field="hosts",
            )

    def _be_patient(self) -> None:
        self._patience = FIRST_WARNING
        self._warn_at = time.monotonic() + self._patience

    def _look_at_the_silence(self) -> None:
        """Log, less and less often, that there is no connection."""
        now = time.monotonic()
        if self._is_connected or now < self._warn_at:
            return
        self._patience = min(2 * self._patience, LONGEST_PATIENCE)
        self._warn_at = now + self._patience
        reason = self._client.handler.reason or "no answer"
        log.warning(
            "%s does not reach ZooKeeper at %s: %s; it keeps trying",
            self._who, self._setting.hosts, reason,
        )  # fmt: skip

    def _end(self) -> None:
        """Close the session, and wait for that no longer than a second."""
        self._work.close()
        if self._has_led:
            time.sleep(LINGER)
        close(self._client)
        self.tell("left", {"clean": self.recipe.phase is Phase.LEFT})

    # -- in-order thread: news ------------------------------------------------------------------

    def _connected_as(self, session: int, password: bytes, timeout_ms: int) -> None:
        self._connect_by = float("inf")
        self._told.pop("reason", None)
        self._work.negotiated(timeout_ms / 1000)
        server = self._client.handler.server
        told = {"session": session_hex(session), "timeout": timeout_ms / 1000, "server": server}
        self.tell("connected", told)
        log.info("%s is connected to ZooKeeper at %s", self._who, server)

    def _explained(self, reason: str) -> None:
        """Note why there is no connection; while there is one, note nothing."""
        if self._client.handler.was_refused:
            self._is_unwelcome = True
            self._rouse()
        if not self._is_connected and self._is_new("reason", reason):
            self.tell("unreachable", {"reason": reason})

    def _before(self, given: i.Input) -> None:
        if isinstance(given, i.Suspended):
            reason = self._client.handler.reason or "the connection is lost"
            self._told["reason"] = reason
            self._be_patient()
            self.tell("disconnected", {"reason": reason})
        elif isinstance(given, i.SessionLost):
            self.tell("expired", {})
        elif isinstance(given, i.WatchFired) and self.recipe.hears(given.name):
            self._told.pop("children", None)
            told = {"znode": self._place(given.name), "event": given.event, "zxid": given.zxid}
            self.tell("notified", told)
        elif isinstance(given, i.Children) and given.names is not None:
            self._tell_children(given.names)

    def _after(self, commands: list[c.Command], given: i.Input) -> None:
        recipe = self.recipe
        if self.is_leaving and recipe.phase is Phase.BACKING_OFF:
            self._leave_by = time.monotonic()
            self._rouse()
        if self._is_new("created", recipe.name) and recipe.name:
            self._told.pop("children", None)
            self.tell("created", {"znode": self.path_of(recipe.name)})
        if self._is_new("watched", recipe.watched) and recipe.watched:
            self.tell("watching", {"znode": self._place(recipe.watched)})
        if self._is_new("failed", recipe.error) and recipe.error:
            self.tell("failed", {"reason": recipe.error})
            log.warning("%s: %s; it tries again", self._who, recipe.error)

    def _tell_children(self, names: Iterable[str]) -> None:
        ordered = in_order(names)
        children = ordered + sorted(set(names) - set(ordered))
        if self._is_new("children", children):
            self.tell("children", {"children": children, "own": self.recipe.name})

    def _place(self, name: str) -> str:
        return self.task.path if name == i.PARENT else self.path_of(name)

    def _is_new(self, what: str, value: Any) -> bool:
        was = self._told.get(what)
        self._told[what] = value
        return bool(value != was)
