"""Take part in a recipe, on a session of its own: the base of every class of the library."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from kazoo.security import ACL

from ..zookeeper.security import Tls
from .arguments import check_options, check_place
from .callbacks import CallbackThread
from .news import News
from .standing import LEAVES_WITHIN, ClientSetting, StandingProcedure, StandingRuntime

if TYPE_CHECKING:
    from .shared_session import SharedRuntime, SharedSession

log = logging.getLogger(__package__)

OnNews = Callable[[News], object]


class RecipeClient:
    """Takes part in a recipe until it is stopped.

    hosts: ZooKeeper, `host:2181,host:2181[/chroot]`. path: of the recipe's znode, which is made
    where it is missing, as the chroot is. identity: what it is called on the page, in its znode and
    in its threads' names.

    session_timeout: seconds, which the server may change. connect_within: seconds to wait for the
    first connection; None keeps trying. auth: `(scheme, credential)` pairs, acl: kazoo's, for all
    that it creates. sasl: user and password (DIGEST-MD5); tls: a `Tls`, for an ensemble that is
    reached by TLS. on_news(news): everything it does, for a log; on one more thread.

    Raises ValueError for arguments that make no sense. Safe to use from any thread; not across a
    fork: there, whatever it had is over. One object takes part once.
    """

    def __init__(
        self,
        hosts: str,
        path: str,
        identity: str,
        procedure: StandingProcedure,
        *,
        session_timeout: float = 10.0,
        connect_within: float | None = None,
        auth: Sequence[tuple[str, str]] = (),
        acl: Sequence[ACL] | None = None,
        sasl: tuple[str, str] | None = None,
        tls: Tls | None = None,
        on_news: OnNews | None = None,
        shared: SharedSession | None = None,
    ) -> None:
        check_place(hosts, path, identity)
        security = check_options(session_timeout, connect_within, auth, acl, sasl, tls, on_news)
        self._setting = ClientSetting(
            hosts, path, identity, procedure, session_timeout, connect_within, security
        )
        self._name = f"{type(self).__name__} {identity}"
        self._on_news = on_news
        self._shared = shared
        self._news = shared.news if shared else CallbackThread(f"{self._name}: on_news")
        self._standing: StandingRuntime | None = None
        self._stopped = False
        self._begun = threading.Lock()
        self._thread: threading.Thread | SharedRuntime | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Take part until `stop()`, or an exception such as KeyboardInterrupt; then leave cleanly,
        and wait some seconds for the user's functions to return.

        Raise ZooKeeperUnavailable where none answers within `connect_within` or where it refuses
        what is in `auth`, and RuntimeError the second time.
        """
        if self._shared is not None:
            self._run_on_the_shared_session()
            return
        if not self._begun.acquire(blocking=False):
            raise self._has_already("run")
        standing = self._standing = StandingRuntime(self._setting, self._tell)
        if self._stopped:
            standing.stop()
        self._tell_start()
        try:
            standing.run()
        except BaseException as error:
            self._error = error
            raise
        finally:
            self._finish()
            self._news.await_idle(LEAVES_WITHIN)
            self._news.close()

    def start(self) -> None:
        """Call `run` on a thread of its own; `join` waits for its end."""
        if self._thread is not None:
            raise self._has_already("begun")
        if self._shared is not None:
            standing = self._standing = self._shared.made(self._setting, self._tell, self._finish)
            if self._stopped:
                standing.stop()
            self._tell_start()
            self._shared.take(standing)
            self._thread = standing
            return
        self._thread = threading.Thread(target=self._run_apart, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Leave: what it has is over at once, and `run` returns when its znode is gone.

        From any thread, from the user's functions, and from a signal handler. Does not wait.
        """
        self._stopped = True
        if self._standing is not None:
            self._standing.stop()

    def join(self, timeout: float | None = None) -> bool:
        """Wait for the end of what `start` began; tell whether it has come. Raise what `run`
        raised.
        """
        if self._thread is None:
            raise RuntimeError("start() was not called; run() returns by itself")
        self._thread.join(timeout)
        if self._error is not None:
            raise self._error
        return not self._thread.is_alive()

    def __enter__(self) -> Any:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop. What the block raised is raised on; what `run` raised too is logged then."""
        self.stop()
        try:
            self.join()
        except Exception:
            if error is None:
                raise
            log.exception("%s had failed when its block raised %r", self._name, error)

    def _finish(self) -> None:
        """Wait for the user's functions; it has left."""

    def _run_on_the_shared_session(self) -> None:
        if self._thread is not None:
            raise self._has_already("run")
        self.start()
        try:
            self.join()
        except BaseException:
            self.stop()
            self.join()
            raise

    def _has_already(self, done: str) -> RuntimeError:
        who = type(self).__name__
        return RuntimeError(f"this {who} has already {done}: create another one to begin again")

    def _run_apart(self) -> None:
        try:
            self.run()
        except BaseException as error:
            self._error = error

    def _tell_start(self) -> None:
        setting = self._setting
        self._tell(
            "started",
            {
                "identity": setting.identity,
                "pid": os.getpid(),
                "host": socket.gethostname(),
                "hosts": setting.hosts,
                "path": setting.path,
                "strategy": setting.procedure.name,
                "session_timeout": setting.session_timeout,
            },
        )

    def _tell(self, kind: str, data: dict[str, Any]) -> None:
        on_news = self._on_news
        if on_news is not None:
            news = News(kind, time.time(), data)
            self._news.do(lambda: on_news(news))
