"""The rooms below the web, wired as the dashboard wires them, with questions a test asks."""

from __future__ import annotations

from typing import Any

from app.control import Control
from app.journal.checks import TimedChecks
from app.journal.event import Event
from app.journal.journal import Journal
from app.journal.sections import SECTIONS
from app.workers.supervisor import Supervisor
from app.zookeeper.mirror import Mirror
from tests.support.zookeeper import await_until

ELECTION = "/election"
TIMEOUT = 1.2
SETTLED = ("waiting", "leading")


class Rooms:
    """Journal, mirror, supervisor and control on one ZooKeeper.

    `candidates_by` is another address of the same ZooKeeper, for the candidates alone.
    `broken` collects what invariants were ever false, with the event that made them so.
    """

    def __init__(self, hosts: str, limit: int = 40, candidates_by: str | None = None) -> None:
        self.journal = Journal()
        self.broken: list[str] = []
        self.events: list[Event] = []
        self.journal.subscribe(self._note)
        self.checks = TimedChecks(self.journal)
        self.mirror = Mirror(hosts, self.journal.append)
        self.supervisor = Supervisor(
            candidates_by or hosts, self.journal, self.mirror.barrier, limit
        )
        self.control = Control(self.journal, self.mirror, self.supervisor)
        self.control.begin(ELECTION)
        await_until(lambda: self.state["zookeeper"]["mirror"] == "recursive")

    def close(self) -> None:
        self.control.close()
        self.supervisor.close()
        self.mirror.stop()
        self.checks.close()

    def _note(self, event: Event) -> None:
        self.events.append(event)
        for section in SECTIONS:
            for path, one in (event.patch.get(section) or {}).items():
                for name, holds in ((one or {}).get("invariants") or {}).items():
                    if holds is False:
                        why = self.state[section][path]["violations"]
                        self.broken.append(f"{name} after {event.kind} {event.subject}: {why}")

    # -- what is ------------------------------------------------------------------------------

    @property
    def state(self) -> dict[str, Any]:
        return self.journal.snapshot()[1]

    @property
    def election(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["elections"][ELECTION]
        return found

    @property
    def chain(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.election["chain"]
        return found

    @property
    def names(self) -> list[str]:
        return [entry["candidate"] for entry in self.chain]

    def candidate(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.state["candidates"][name]
        return found

    def moments(self, kind: str, subject: str, **data: Any) -> list[float]:
        """When such events happened, by the clock of whoever saw them."""
        return [
            event.at
            for event in list(self.events)
            if event.kind == kind
            and event.subject == subject
            and all(event.data.get(key) == value for key, value in data.items())
        ]

    # -- what is awaited ----------------------------------------------------------------------

    def is_settled(self, names: list[str]) -> bool:
        """The chain is exactly `names`, the first leads and is acknowledged, the others wait,
        and no handoff is under way.
        """
        chain = self.chain
        if self.names != names or not names:
            return self.names == names
        beliefs = [entry["belief"] for entry in chain]
        written = self.election["acknowledged"]
        return (
            self.election["handoff"] is None
            and beliefs == ["leading"] + ["waiting"] * (len(names) - 1)
            and written is not None
            and written["znode"] == chain[0]["znode"]
            and [entry["watches"] for entry in chain[1:]] == [e["znode"] for e in chain[:-1]]
        )

    def await_chain(self, *names: str, timeout: float = 15) -> None:
        try:
            await_until(lambda: self.is_settled(list(names)), timeout)
        except AssertionError:
            raise AssertionError(f"{names} did not settle\n{self.account()}") from None

    def account(self) -> str:
        """The chain and the latest events, for whoever reads a failure."""
        keys = ("candidate", "belief", "watches", "truth", "process", "evidence")
        chain = [str({key: entry[key] for key in keys}) for entry in self.chain]
        events = [f"{e.at:.3f} {e.kind} {e.subject} {e.data}" for e in self.events[-40:]]
        return "\n".join([*chain, str(self.election["acknowledged"]), *events])

    def await_all(self, *names: str, timeout: float = 15) -> None:
        """Exactly these have their places, in whatever order."""
        await_until(
            lambda: set(self.names) == set(names) and self.is_settled(list(self.names)), timeout
        )

    def allow_overlap(self) -> None:
        """Where somebody deletes the leader's znode or ends its session, its successor may be told
        first: for the time of one notification two believe, which only an epoch on every write
        makes harmless. And two supervisors' reports do not wait for each other.
        """
        self.broken = [one for one in self.broken if not one.startswith("one_leader")]

    # -- what is done -------------------------------------------------------------------------

    def start(self, count: int, timeout: float = TIMEOUT) -> list[str]:
        """Start some and wait until all have their places."""
        before = [name for name in self.names if name]
        names = self.control.start_candidates(count, ELECTION, "predecessor", timeout, "test")
        self.await_chain(*before, *names)
        return names

    def act(self, name: str, action: str) -> None:
        self.control.act(name, action, "test")
