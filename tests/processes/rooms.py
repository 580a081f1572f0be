"""The rooms below the web, wired as the dashboard wires them, with questions a test asks.

What is asked of one recipe alone stands in the rooms of that recipe, `*_rooms.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from kazoo.client import KazooClient

from app.actions.servers import Servers
from app.actions.service import Context
from app.journal.checks import TimedChecks
from app.journal.journal import Journal
from app.journal.recorded import Recorded
from app.processes.sessions import end_session
from app.processes.supervisor import Supervisor
from app.processes.worker import Worker
from app.recipes.barrier.actions import Barriers
from app.recipes.bookshelf.actions import Bookshelves
from app.recipes.candidates import Candidates
from app.recipes.configuration.actions import Configurations
from app.recipes.election.actions import ElectionCandidates, Elections, WorkActions
from app.recipes.election.events import BESIDE
from app.recipes.lock.actions import Locks
from app.recipes.membership.actions import Groups
from app.recipes.naming.actions import NamesService
from app.recipes.queue.actions import Queues
from app.recipes.registry import MODELS, ROLES
from app.services import SERVICES
from app.settings import Settings
from app.zookeeper.mirror import OPEN_PATHS, RECURSIVE, Mirror
from tests.processes.verdicts import LATE, Verdicts
from tests.support.zookeeper import await_until

ELECTION = "/election"
TIMEOUT = 20.0
"""Of a session that is to last, whatever else the machine has to do."""
SHORT = 3.0
"""Of one that is to run out by its owner's own clock: the test waits for that."""
WITHIN = 30.0
MODES = (RECURSIVE, OPEN_PATHS)
"""Of a mirror that has loaded: on a new server and on an old one."""


class InvariantBroken(AssertionError):
    """Report invariants that were false when they had to hold: no second run forgives that."""


class Control:
    """What a person can do, by a short name each."""

    def __init__(self, context: Context) -> None:
        self.barriers = context.service(Barriers)
        self.bookshelves = context.service(Bookshelves)
        self.candidates = context.service(Candidates)
        self.configurations = context.service(Configurations)
        self.elections = context.service(Elections)
        self.groups = context.service(Groups)
        self.locks = context.service(Locks)
        self.names = context.service(NamesService)
        self.servers = context.service(Servers)
        self.queues = context.service(Queues)
        self.volunteers = context.service(ElectionCandidates)
        self.works = context.service(WorkActions)


class Rooms:
    """Journal, mirror, supervisor and control on one ZooKeeper, closed at the end of the block, if
    no invariant was broken meanwhile that the test has not allowed.

    `candidates_by` is another address of the same ZooKeeper, for the candidates alone.
    """

    def __init__(self, hosts: str, limit: int = 40, candidates_by: str | None = None) -> None:
        self.hosts = hosts
        self.journal = Journal(MODELS)
        self.verdicts = Verdicts()
        self.events: list[Recorded] = []
        self._workers: dict[str, Worker] = {}
        self.journal.subscribe(self._note)
        self.checks = TimedChecks(self.journal)
        self.mirror = Mirror(hosts, self.journal.append, beside=BESIDE)
        self.supervisor = Supervisor(
            candidates_by or hosts, self.journal, self.mirror.after_sync, ROLES, limit
        )
        context = Context(self.journal, self.mirror, self.supervisor, Settings(election=ELECTION))
        self.services = [context.service(kind) for kind in SERVICES]
        self.control = Control(context)
        self.mirror.start()
        for service in self.services:
            service.begin()
        await_until(lambda: self.state["zookeeper"]["mirror"] in MODES, WITHIN)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self.await_(lambda: not self.verdicts.unsettled, LATE)
        finally:
            self.close()
        if error is None and self.verdicts.broken:
            raise InvariantBroken(f"{self.verdicts.broken}\n{self.account()}")

    def close(self) -> None:
        for service in self.services:
            service.close()
        self.supervisor.close()
        for service in self.services:
            service.clean_up()
        self.mirror.stop()
        self.checks.close()

    def _note(self, event: Recorded) -> None:
        self.events.append(event)
        if event.kind == "candidate.connected" and event.subject in self.supervisor._workers:
            self._workers[event.subject] = self.supervisor._workers[event.subject]
        self.verdicts.note(event, self.state)

    # -- what is ------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.journal.state

    @property
    def election(self) -> Any:
        return self.state["elections"][ELECTION]

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

    def candidate_of(self, name: str) -> str:
        """Where processes run under other names, that of the candidate."""
        return name

    def told(self, kind: str, subject: str | None = None, **data: Any) -> list[Recorded]:
        """All events of a kind, about a subject if one is given, with such data."""
        return [
            event
            for event in list(self.events)
            if event.kind == kind
            and subject in (None, event.subject)
            and all(event.data.get(key) == value for key, value in data.items())
        ]

    def moments(self, kind: str, subject: str, **data: Any) -> list[float]:
        """When such events happened, by the clock of whoever saw them."""
        return [event.at for event in self.told(kind, subject, **data)]

    def count(self, kind: str, name: str, **data: Any) -> int:
        """How many such events there were of a candidate."""
        return len(self.told(f"candidate.{kind}", name, **data))

    def account(self) -> str:
        """What is, and the latest events, for whoever reads a failure."""
        keys = ("path", "process", "session", "znode", "belief", "step", "watches", "error")
        candidates = [
            f"{name}: { {key: one[key] for key in keys} }"
            for name, one in self.state["candidates"].items()
        ]
        shown = [f"unsettled: {self.verdicts.unsettled}"]
        with suppress(KeyError):
            shown += self.shown()
        events = [f"{e.at:.3f} {e.kind} {e.subject} {e.data}"[:400] for e in self.events[-80:]]
        return "\n".join([*candidates, *shown, *events])

    def shown(self) -> list[str]:
        """What a failure's account shows of the recipe; nothing where there is no such path yet."""
        keys = ("candidate", "belief", "watches", "truth", "process", "evidence")
        chain = [str({key: entry[key] for key in keys}) for entry in self.chain]
        return [*chain, str(self.election["acknowledged"])]

    # -- what is awaited ----------------------------------------------------------------------

    def await_(self, seen: Callable[[], Any], timeout: float = WITHIN) -> Any:
        """As `await_until`; a failure, also one of `seen`, gives the account."""
        try:
            return await_until(seen, timeout)
        except (AssertionError, LookupError, StopIteration) as error:
            raise AssertionError(f"it did not come: {error!r:.200}\n{self.account()}") from None

    def await_belief(self, name: str, belief: str) -> None:
        self.await_(lambda: self.candidate(name)["belief"] == belief)

    def await_exited(self, name: str) -> None:
        self.await_(lambda: self.candidate(name)["process"] == "exited")

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

    def await_chain(self, *names: str) -> None:
        self.await_(lambda: self.is_settled(list(names)))

    def await_all(self, *names: str) -> None:
        """Exactly these have their places, in whatever order."""
        self.await_(lambda: set(self.names) == set(names) and self.is_settled(list(self.names)))

    # -- what is allowed ----------------------------------------------------------------------

    def allow_overlap(self) -> None:
        """Where somebody deletes the leader's or the holder's znode, or ends its session by hand,
        the next one may be told first: for the time of one notification two believe, which only an
        epoch on every write, or a look before it, makes harmless. And two supervisors' reports do
        not wait for each other.
        """
        self.verdicts.allow("one_leader", "one_holder")

    # -- what is done -------------------------------------------------------------------------

    def start(self, count: int, timeout: float = TIMEOUT) -> list[str]:
        """Start some and wait until all have their places."""
        before = [name for name in self.names if name]
        names = self.control.volunteers.start(count, ELECTION, "predecessor", timeout, by="test")
        self.await_chain(*before, *names)
        return names

    def act(self, name: str, action: str) -> None:
        self.control.candidates.act(self.candidate_of(name), action, by="test")

    def kill(self, *names: str) -> None:
        """Kill these; then their sessions are over."""
        candidates = [self.candidate_of(name) for name in names]
        for candidate in candidates:
            self.act(candidate, "kill")
        for candidate in candidates:
            self.end_session(candidate)

    def end_session(self, candidate: str) -> None:
        """Of one that was killed: as if its time were up. So no session need be so short that a
        machine under load ends it while its owner lives.
        """
        worker = self._workers[candidate]
        assert worker.exited.wait(WITHIN)
        assert worker.identity is not None
        end_session(self.hosts, worker.identity, worker.timeout)


def deleted_at_once(operator: KazooClient, path: str) -> bool:
    """Delete `path` and all below it in one transaction; whether nothing has come in between."""
    transaction = operator.transaction()
    for one in reversed(_below(operator, path)):
        transaction.delete(one)
    return all(result is True for result in transaction.commit())


def _below(operator: KazooClient, path: str) -> list[str]:
    children = operator.get_children(path)
    return [path, *(one for name in children for one in _below(operator, f"{path}/{name}"))]
