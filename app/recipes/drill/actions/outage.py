"""Find out, while ZooKeeper servers are struck, when no quorum served and when nobody led."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from ....actions.service import Context
from ....journal.recorded import Recorded
from ....readmodels.document import State
from ....readmodels.event import CandidateEvent
from ....zookeeper.addresses import split_hosts
from ....zookeeper.fourletter import FourLetterError, ask
from ....zookeeper.words import parse_srvr

_EVERY = 0.02
_ANSWERS_WITHIN = 0.3
"""Seconds after which a server counts as silent."""
_LEADS = ("leader", "standalone")
_LEADING = ("leading", "holding")


class Away:
    """The time in which something was not there. first, last: its moments, None where it always
    was; is_there: whether it is now.
    """

    def __init__(self) -> None:
        self.is_there = True
        self.first: float | None = None
        self.last: float | None = None

    def note(self, is_there: bool, began: float, ended: float) -> None:
        """Take in whether it was there between two moments."""
        if not is_there:
            self.first, self.last = (began if self.first is None else self.first), ended
        elif not self.is_there:
            self.last = ended
        self.is_there = is_there

    @property
    def ms(self) -> float | None:
        """Return how many milliseconds it was away; None where it always was there."""
        if self.first is None or self.last is None:
            return None
        return round((self.last - self.first) * 1000, 3)


class OutageSeen:
    """What a fault of servers takes away. quorum: a server that says that it leads the others, or
    stands alone; leader: a candidate at `path` that believes that it leads, or holds.
    """

    def __init__(self, context: Context, path: str) -> None:
        self.quorum, self.leader = Away(), Away()
        self._context, self._journal, self._path = context, context.journal, path
        self._leads: dict[str, bool] = {}
        self._lock, self._over = threading.Lock(), threading.Event()

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Look for as long as the block lasts."""
        servers = self._journal.state["zookeeper"]["servers"]
        self._leads = {one["address"]: one["mode"] in _LEADS for one in servers}
        threads = [
            threading.Thread(target=self._ask, args=(address,), name="asking", daemon=True)
            for address in self._leads
        ]
        unsubscribe = self._journal.subscribe(lambda one: self._note(one, self._journal.state))
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            unsubscribe()
            self._over.set()
            for thread in threads:
                thread.join()

    def _note(self, recorded: Recorded, state: State) -> None:
        if isinstance(recorded.event, CandidateEvent):
            everybody = state["candidates"].values()
            leads = any(
                one["belief"] in _LEADING and one["path"] == self._path for one in everybody
            )
            self.leader.note(leads, recorded.at, recorded.at)

    def _ask(self, address: str) -> None:
        """Ask one server again and again whether it leads the quorum."""
        ((host, port), *_), _ = split_hosts(address)
        while not self._over.wait(_EVERY):
            began, leads = self._journal.clock(), False
            with contextlib.suppress(FourLetterError):
                told = ask(host, port, "srvr", _ANSWERS_WITHIN, self._context.security)
                leads = parse_srvr(told).mode in _LEADS
            with self._lock:
                self._leads[address] = leads
                self.quorum.note(any(self._leads.values()), began, self._journal.clock())
