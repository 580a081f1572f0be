"""Carry out what recipes ask of ZooKeeper: requests go in, answers come out.

Everything here runs on the in-order thread, and nothing blocks. The requests of one call leave in
one flight and in their order, over the connection for which they were meant: a create that is sent
again over the next one, in the same session, would be a second znode (see
`app.zookeeper.extension`). Errors are judged here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import (
    BadVersionError,
    ConnectionClosedError,
    ConnectionLoss,
    NodeExistsError,
    NoNodeError,
    NotEmptyError,
    OperationTimeoutError,
    RolledBackError,
    RuntimeInconsistency,
    SessionExpiredError,
    UnimplementedError,
)
from kazoo.protocol import serialization as s
from kazoo.protocol.states import EventType
from kazoo.security import OPEN_ACL_UNSAFE

from ..zookeeper import operations as q
from ..zookeeper import requests as z
from ..zookeeper.extension import hang_up, send
from ..zookeeper.refusals import brief_words
from ..zookeeper.watching import Watcher, WatchEvent

UNANSWERED = (ConnectionLoss, ConnectionClosedError, SessionExpiredError, OperationTimeoutError)
REFUSALS: dict[type[Exception], q.Why] = {
    NoNodeError: "no node",
    NodeExistsError: "exists",
    BadVersionError: "version",
    NotEmptyError: "not empty",
}
_CONSEQUENCES = (RolledBackError, RuntimeInconsistency)
_EVENTS = {
    EventType.CREATED: "created",
    EventType.DELETED: "deleted",
    EventType.CHANGED: "changed",
    EventType.CHILD: "children",
}
_VERBS = {q.Get: "read", q.Exists: "read", q.Names: "list", q.Create: "create", q.Set: "write",
          q.Delete: "delete", q.Check: "check"}  # fmt: skip

MOST_WATCHERS = 200
"""How many are remembered: a recipe has few at a time, and asks for others as time goes on."""

Hear = Callable[[tuple[q.Answer, ...]], None]
Fired = Callable[[str, Any, "int | None"], None]
_Then = Callable[[Any], None]


class Executor:
    """An executor of the requests of one client's recipe. makes_chroot: whether the client's chroot
    is one of the parents that it makes.

    reads, writes: requests so far; failed: creates of znodes that existed already.
    """

    def __init__(self, client: KazooClient, makes_chroot: bool = False) -> None:
        self._client, self._makes_chroot = client, makes_chroot
        self._watchers: dict[tuple[Hashable, str], Watcher] = {}
        self.reads = self.writes = self.failed = 0

    @property
    def counters(self) -> dict[str, int]:
        """Return what it has done so far."""
        return {"reads": self.reads, "writes": self.writes, "failed": self.failed}

    def carry_out(
        self,
        requests: Sequence[q.Operation],
        connection: int,
        hear: Hear,
        fired: Fired,
        asked: Hashable = None,
        counts: bool = True,
    ) -> None:
        """Send these over `connection`, and give `hear` the answers, one each, when all are there.
        fired: called with a watch's path, event and zxid; once, if the same is `asked` again
        before. counts: whether the counters include it.
        """
        if counts:
            self._count(requests)
        watcher = partial(self._watcher, asked, fired)
        flight = _Flight(self._client, connection, watcher, self._conflict, self._makes_chroot)
        answered = _together(len(requests), lambda answers: hear(tuple(answers)))
        for place, request in enumerate(requests):
            _SENDING[type(request)](flight, request, partial(answered, place))

    def _count(self, requests: Sequence[q.Operation]) -> None:
        for request in requests:
            if isinstance(request, q.Reads):
                self.reads += 1 if request.atomic else len(request.reads)
            elif isinstance(request, q.Parents):
                self.writes += len(request.paths)
            elif isinstance(request, tuple):
                self.writes += 1

    def _conflict(self) -> None:
        self.failed += 1

    def _watcher(self, asked: Hashable, fired: Fired, path: str) -> Watcher:
        """Return the same watcher for the same watch: kazoo keeps each until the watch fires."""
        if len(self._watchers) >= MOST_WATCHERS:
            self._watchers.clear()
        return self._watchers.setdefault((asked, path), _watcher_of(path, fired))


def _together(count: int, then: Callable[[list[Any]], None]) -> Callable[[int, Any], None]:
    """Return what takes the result of each place; `then` gets all of them, in order. While the
    client is stopped, kazoo delivers an answer that has just come before one in the queue.
    """
    results: dict[int, Any] = {}

    def take(place: int, result: Any) -> None:
        results[place] = result
        if len(results) == count:
            then([results[at] for at in range(count)])

    return take


@dataclass(slots=True)
class _Flight:
    """Requests that leave together, over one connection."""

    client: KazooClient
    connection: int
    watcher: Callable[[str], Watcher]
    conflict: Callable[[], None]
    makes_chroot: bool

    def _send(self, request: Any, then: _Then) -> None:
        send(self.client, request, then, self.connection)

    def _rooted(self, path: str) -> str:
        return z.rooted(self.client, path)

    def _gather(self, requests: Sequence[Any], then: Callable[[list[Any]], None]) -> None:
        """Send these; `then` gets their results, in their order."""
        take = _together(len(requests), then)
        for place, request in enumerate(requests):
            self._send(request, partial(take, place))

    # -- reads --------------------------------------------------------------------------------

    def read(self, request: q.Reads, answered: Callable[[q.Answer], None]) -> None:
        """Read in one MultiRead where that is asked for and known, else one after the other."""
        reads = request.reads
        if request.atomic and len(reads) > 1 and self.client.handler.capabilities.multi_reads:
            self._read_at_once(request, answered)
            return
        self._gather(
            [self._as_read(one) for one in reads],
            lambda results: answered(self._values(reads, [_outcome(one) for one in results])),
        )

    def _read_at_once(self, request: q.Reads, answered: Callable[[q.Answer], None]) -> None:
        wanted = [
            z.ChildrenOf(one.path) if isinstance(one, q.Names) else z.DataOf(one.path)
            for one in request.reads
        ]

        def done(result: Any) -> None:
            if isinstance(result.exception, UnimplementedError):
                self.read(request, answered)
            else:
                failed = result.exception and [result.exception] * len(request.reads)
                answered(self._values(request.reads, failed or result.value))

        z.multi_read(self.client, wanted, done, self.connection)

    def _as_read(self, read: q.Read) -> Any:
        watcher = self.watcher(read.path) if read.watch else None
        return _READS[type(read)](self._rooted(read.path), watcher)

    def _values(self, reads: Sequence[q.Read], outcomes: Sequence[Any]) -> q.Answer:
        """Return the values. The first error decides; for reads, NoNode is not an error."""
        grave = None
        for read, outcome in zip(reads, outcomes, strict=True):
            if isinstance(outcome, Exception) and not isinstance(outcome, NoNodeError):
                grave = grave or self._trouble(outcome, _VERBS[type(read)], read.path)
        if grave is not None:
            return grave
        return q.Values(tuple(map(_value, reads, outcomes)))

    # -- writes -------------------------------------------------------------------------------

    def write(self, writes: tuple[q.Write, ...], answered: Callable[[q.Answer], None]) -> None:
        """Write. A lone check is a transaction too: there is no plain operation for it."""
        operations = [self._as_write(one) for one in writes]
        alone = len(writes) == 1 and not isinstance(writes[0], q.Check)

        def done(result: Any) -> None:
            outcome = _outcome(result)
            if alone or isinstance(outcome, Exception):
                outcome = [outcome]
            answered(self._committed(writes, outcome))

        self._send(operations[0] if alone else s.Transaction(operations), done)

    def _as_write(self, write: q.Write) -> Any:
        path = self._rooted(write.path)
        if isinstance(write, q.Create):
            acl = self.client.default_acl or OPEN_ACL_UNSAFE
            return s.Create(path, write.data, acl, write.ephemeral | write.sequence << 1)
        if isinstance(write, q.Set):
            return s.SetData(path, write.data, write.version)
        kind = s.Delete if isinstance(write, q.Delete) else s.CheckVersion
        return kind(path, write.version)

    def _committed(self, writes: Sequence[q.Write], outcomes: Sequence[Any]) -> q.Answer:
        """Return the results of a transaction; of its errors all but one are consequences."""
        for index, outcome in enumerate(outcomes):
            if isinstance(outcome, Exception) and not isinstance(outcome, _CONSEQUENCES):
                return self._not_written(writes, index, outcome)
        return q.Committed(tuple(outcomes))

    def _not_written(self, writes: Sequence[q.Write], index: int, error: Exception) -> q.Answer:
        write, why = writes[index], REFUSALS.get(type(error))
        if why is None:
            return self._trouble(error, _VERBS[type(write)], write.path)
        if why == "exists" and isinstance(write, q.Create) and write.ephemeral:
            self.conflict()
        return q.RequestRefused(index, why)

    def sync(self, request: q.Sync, answered: Callable[[q.Answer], None]) -> None:
        """Sync the whole tree, whatever its path."""

        def done(result: Any) -> None:
            error = result.exception
            answered(self._trouble(error, "sync", "/") if error else q.Values())

        self._send(s.Sync(self._rooted("/")), done)

    def make_parents(self, request: q.Parents, answered: Callable[[q.Answer], None]) -> None:
        """Create the parents from the top. If a parent exists, we may not be allowed to create it:
        whether it is there decides.
        """
        acl = self.client.default_acl or OPEN_ACL_UNSAFE
        ways = {path: self._way_to(path) for path in request.paths}
        sent = {
            path: [*(s.Create(part, b"", acl, 0) for part in down), s.Exists(down[-1], None)]
            for path, down in ways.items()
        }

        def done(results: list[Any]) -> None:
            left = iter(results)
            made = [self._made(path, [next(left) for _ in sent[path]]) for path in sent]
            grave = [one for one in made if one is not None]
            answered(grave[0] if grave else q.Committed())

        self._gather([one for some in sent.values() for one in some], done)

    def _way_to(self, path: str) -> list[str]:
        if self.makes_chroot:
            return z.downwards(self._rooted(path))
        return [self._rooted(part) for part in z.downwards(path)]

    def _made(self, path: str, results: Sequence[Any]) -> q.Answer | None:
        *created, seen = results
        errors = [one.exception for one in created]
        if seen.value is not None or errors[-1] is None or isinstance(errors[-1], NodeExistsError):
            return None
        lost = [one for one in errors if isinstance(one, UNANSWERED)]
        grave = [one for one in errors if one and not isinstance(one, NodeExistsError)]
        return self._trouble((lost or grave)[0], "create", path)

    # -- trouble ------------------------------------------------------------------------------

    def _trouble(self, error: Exception, verb: str, path: str) -> q.Answer:
        if isinstance(error, SessionExpiredError):
            hang_up(self.client, self.connection)
        if isinstance(error, UNANSWERED):
            return q.Unanswered()
        return q.RequestFailed(f"cannot {verb} {path}: {brief_words(error)}")


_READS: dict[type[q.Read], Any] = {q.Get: s.GetData, q.Exists: s.Exists, q.Names: s.GetChildren}
_SENDING: dict[type[Any], Callable[..., None]] = {
    q.Reads: _Flight.read,
    tuple: _Flight.write,
    q.Sync: _Flight.sync,
    q.Parents: _Flight.make_parents,
}


def _watcher_of(path: str, fired: Fired) -> Watcher:
    def heard(event: WatchEvent) -> None:
        what = _EVENTS.get(event.type)
        if what is not None:
            fired(path, what, event.zxid)

    return heard


def _outcome(result: Any) -> Any:
    return result.exception or result.value


def _value(read: q.Read, outcome: Any) -> Any:
    if isinstance(outcome, Exception):
        return None
    if isinstance(read, q.Get):
        return q.Node(outcome[0] or b"", outcome[1])
    return tuple(outcome) if isinstance(read, q.Names) else outcome
