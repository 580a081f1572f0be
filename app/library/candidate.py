"""A candidate in a leader election."""

from __future__ import annotations

from collections.abc import Sequence

from kazoo.security import ACL

from ..recipes.election.machine import ELECTIONS
from ..zookeeper.security import Tls
from .arguments import check_functions, require
from .client import OnNews, RecipeClient
from .leadership import Leadership, OnDeposed, OnElected
from .standing import LEAVES_WITHIN, Owner, StandingProcedure
from .term import Term


class Candidate(RecipeClient):
    """One volunteer in a leader election, by the same code as the dashboard's own. `RecipeClient`
    says what the arguments mean that all classes of the library take.

    on_elected(term): it leads. Called on a thread of its own, may block for as long as it likes,
    and should look at `term.is_over` (or `term.wait`) before each step. Returning does *not* give
    leadership up: `term.resign()` does, and so does an exception, which is logged. on_deposed(term,
    reason): leadership is over or may be: the connection is lost, the session ran out by its own
    clock, the znode was deleted, a later epoch was seen, it resigned or was stopped. Called at
    once, on another thread, also while `on_elected` is still busy; once for each `on_elected`. The
    next `on_elected` waits until both have returned.

    strategy: predecessor, herd or single, the same for all in an election.
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
        require(strategy in ELECTIONS, f"strategy must be one of {', '.join(ELECTIONS)}")
        super().__init__(
            hosts, path, identity,
            StandingProcedure(strategy, ELECTIONS[strategy], self._make_leadership),
            session_timeout=session_timeout, connect_within=connect_within, auth=auth, acl=acl,
            sasl=sasl, tls=tls, on_news=on_news,
        )  # fmt: skip
        functions = {"on_elected": on_elected, "on_deposed": on_deposed}
        check_functions(**functions)
        hearing = {**functions, "on_news": on_news}
        require(
            any(one is not None for one in hearing.values()),
            f"nobody would learn that it leads: give one of {', '.join(hearing)} (without ())",
        )
        self._on_elected, self._on_deposed = on_elected, on_deposed
        self._leadership: Leadership | None = None

    @property
    def term(self) -> Term | None:
        """Return the present term; None while it does not lead."""
        term = None if self._leadership is None else self._leadership.term
        return None if term is None or term.is_over else term

    def __enter__(self) -> Candidate:
        self.start()
        return self

    def _make_leadership(self, owner: Owner) -> Leadership:
        self._leadership = Leadership(
            owner, self._setting.identity, self._on_elected, self._on_deposed
        )
        return self._leadership

    def _finish(self) -> None:
        if self._leadership is not None:
            self._leadership.callbacks.finish(LEAVES_WITHIN)
