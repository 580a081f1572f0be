"""The library's one class."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from kazoo.security import ACL

from app.arguments import as_hosts
from app.candidate.callbacks import OnDeposed, OnElected, Worker
from app.candidate.news import News
from app.candidate.standing import LEAVES_WITHIN, Setting, Standing
from app.candidate.term import Term
from app.errors import HandoffError
from app.recipes.kinds import STRATEGIES
from app.security import Security, Tls
from app.zookeeper.addresses import split_hosts
from app.zookeeper.paths import check_path

log = logging.getLogger("app.candidate")

OnNews = Callable[[News], object]


class Candidate:
    """One volunteer in a leader election, by the same code as the dashboard's own.

    hosts: ZooKeeper, `host:2181,host:2181[/chroot]`. path: of the election, which is made where
    it is missing. identity: what it is called on the page, in its znode and in its threads' names.

    on_elected(term): it leads. Called on a thread of its own, may block for as long as it likes,
    and should look at `term.is_over` (or `term.wait`) before each step. Returning does *not* give
    leadership up: `term.resign()` does, and so does an exception, which is logged.
    on_deposed(term, reason): leadership is over or may be: the connection is lost, the session ran
    out by its own clock, the znode was deleted, a later epoch was seen, it resigned or was stopped.
    Called at once, on another thread, also while `on_elected` is still busy; once for each
    `on_elected`. The next `on_elected` waits until both have returned.

    strategy: predecessor, herd or single, the same for all in an election. session_timeout:
    seconds, which the server may change. connect_within: seconds to wait for the first connection;
    None goes on trying. auth: `(scheme, credential)` pairs, acl: kazoo's, for all that it creates.
    sasl: user and password (DIGEST-MD5); tls: a `Tls`, for an ensemble that is reached by TLS.
    on_news(news): everything it does, for a log; on one more thread.

    Raises ValueError for arguments that make no sense. Safe to use from any thread; not across a
    fork: there, a `term` says that it is over. One object stands once.
    """

    def __init__(
        self,
        hosts: str,
        path: str,
        identity: str,
        on_elected: OnElected | None = None,
        on_deposed: OnDeposed | None = None,
        *,
        strategy: str = "predecessor",
        session_timeout: float = 10.0,
        connect_within: float | None = None,
        auth: Sequence[tuple[str, str]] = (),
        acl: Sequence[ACL] | None = None,
        sasl: tuple[str, str] | None = None,
        tls: Tls | None = None,
        on_news: OnNews | None = None,
    ) -> None:
        _check_hosts(hosts)
        _check_path(path)
        _check_name("identity", identity)
        _check_functions(on_elected=on_elected, on_deposed=on_deposed, on_news=on_news)
        _check_auth(auth)
        _check_acl(acl)
        _check_sasl(sasl)
        _check_tls(tls)
        _require(strategy in STRATEGIES, f"strategy must be one of {', '.join(STRATEGIES)}")
        _check_seconds("session_timeout", session_timeout)
        if connect_within is not None:
            _check_seconds("connect_within", connect_within)
        self._setting = Setting(
            hosts, path, identity, on_elected, on_deposed, strategy, session_timeout,
            connect_within, Security(tls, tuple(auth), sasl, tuple(acl) if acl else None),
        )  # fmt: skip
        self._on_news = on_news
        self._news = Worker(f"candidate {identity}: on_news")
        self._standing: Standing | None = None
        self._stopped = False
        self._begun = threading.Lock()
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None

    @property
    def term(self) -> Term | None:
        """The term that it is in, while it leads."""
        term = None if self._standing is None else self._standing.leadership.term
        return None if term is None or term.is_over else term

    def run(self) -> None:
        """Stand until `stop()`, or an exception such as KeyboardInterrupt; then leave cleanly, and
        wait some seconds for `on_elected` and `on_deposed` to return.

        Raises ZooKeeperUnavailable where none answers within `connect_within` or where it refuses
        what is in `auth`, and RuntimeError the second time.
        """
        if not self._begun.acquire(blocking=False):
            raise RuntimeError("this Candidate has stood already: make another one to stand again")
        standing = self._standing = Standing(self._setting, self._tell)
        if self._stopped:
            standing.stop()
        self._tell_start()
        try:
            standing.run()
        finally:
            standing.leadership.callbacks.finish(LEAVES_WITHIN)
            self._news.await_idle(LEAVES_WITHIN)
            self._news.close()

    def start(self) -> None:
        """`run` on a thread of its own; `join` waits for its end."""
        if self._thread is not None:
            raise RuntimeError("start() was called already")
        name = f"candidate {self._setting.identity}"
        self._thread = threading.Thread(target=self._run_apart, name=name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Leave the election: leadership is over at once, and `run` returns when the znode is gone.

        From any thread, from the callbacks, and from a signal handler. Does not wait.
        """
        self._stopped = True
        if self._standing is not None:
            self._standing.stop()

    def join(self, timeout: float | None = None) -> bool:
        """Wait for the end of what `start` began; whether it has come. Raises what `run` raised."""
        if self._thread is None:
            raise RuntimeError("start() was not called; run() returns by itself")
        self._thread.join(timeout)
        if self._error is not None:
            raise self._error
        return not self._thread.is_alive()

    def __enter__(self) -> Candidate:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """What the block raised is raised on; that of `run`, where there is one too, is logged."""
        self.stop()
        try:
            self.join()
        except Exception:
            if error is None:
                raise
            log.exception("the candidate had failed when its block raised %r", error)

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
                "strategy": setting.strategy,
                "session_timeout": setting.session_timeout,
            },
        )

    def _tell(self, kind: str, data: dict[str, Any]) -> None:
        on_news = self._on_news
        if on_news is not None:
            news = News(kind, time.time(), data)
            self._news.do(lambda: on_news(news))


def _require(holds: bool, words: str) -> None:
    if not holds:
        raise ValueError(words)


def _check_hosts(hosts: str) -> None:
    _require(isinstance(hosts, str), "hosts must be a string like 'host:2181,host:2181/chroot'")
    try:
        split_hosts(as_hosts(hosts))
    except ValueError as error:
        raise ValueError(f"hosts {hosts!r} is no connection string: {error}") from None


def _check_path(path: str) -> None:
    try:
        check_path(path)
    except HandoffError as error:
        raise ValueError(f"{error.message}: {path!r}; an election's is like '/election'") from None
    _require(path != "/", "path must be that of a znode below the root, like '/election'")


def _check_name(what: str, name: str) -> None:
    _require(
        isinstance(name, str) and bool(name.strip()) and name.isprintable(),
        f"{what} must be a string of printable characters, not {name!r}",
    )


def _check_functions(**functions: object) -> None:
    for name, function in functions.items():
        _require(
            function is None or callable(function),
            f"{name} must be a function, not {function!r}: give it without ()",
        )
    _require(
        any(function is not None for function in functions.values()),
        f"nobody would hear that it leads: give one of {', '.join(functions)} (without ())",
    )


def _check_auth(auth: Sequence[tuple[str, str]]) -> None:
    _require(
        isinstance(auth, (list, tuple, set, frozenset)) and all(map(_is_credential, auth)),
        "auth must be a list of pairs of strings like [('digest', 'ada:secret')]",
    )


def _is_credential(pair: object) -> bool:
    return isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(one, str) for one in pair)


def _check_sasl(sasl: tuple[str, str] | None) -> None:
    _require(
        sasl is None or _is_credential(sasl), "sasl must be a pair of strings: ('ada', 'secret')"
    )


def _check_tls(tls: Tls | None) -> None:
    _require(tls is None or isinstance(tls, Tls), f"tls must be a Tls, not {tls!r}")
    if tls is not None:
        tls.check()


def _check_acl(acl: Sequence[ACL] | None) -> None:
    """A single ACL is a tuple too."""
    is_list = isinstance(acl, (list, tuple)) and not isinstance(acl, ACL)
    _require(
        acl is None or (is_list and bool(acl) and all(isinstance(one, ACL) for one in acl)),
        "acl must be a list of kazoo's ACLs like [make_digest_acl('ada', 'secret', all=True)]",
    )


def _check_seconds(what: str, seconds: float) -> None:
    is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    _require(
        is_number and 0 < seconds < 1e6, f"{what} must be a number of seconds, not {seconds!r}"
    )
