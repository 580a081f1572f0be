"""Send everybody's operations to ZooKeeper, and bring back the answers: this is the one way.

What is sent together leaves in one flight and in its order, over the connection for which it was
meant: a create that somebody sent again over the next one, in the same session, would make a second
znode (see `extension.py`). What has not left when that connection breaks, or when nobody waits for
it any longer, never will.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from kazoo.client import KazooClient
from kazoo.exceptions import (
    EXCEPTIONS,
    KazooException,
    NodeExistsError,
    NoNodeError,
    RolledBackError,
    RuntimeInconsistency,
    SessionExpiredError,
    UnimplementedError,
    ZookeeperError,
)
from kazoo.handlers.threading import KazooTimeoutError
from kazoo.interfaces import IAsyncResult
from kazoo.protocol import serialization as s
from kazoo.protocol.states import ZnodeStat
from kazoo.security import OPEN_ACL_UNSAFE

from ..errors import BadRequest, Conflict, NotFound, ZooKeeperUnavailable
from . import operations as o
from .extension import hang_up, send
from .refusals import UNANSWERED, answer_of, refusal_of
from .requests import (
    ProtocolRequest,
    decode_record,
    multi_read_request,
    plain,
    read_request,
    rooted,
)
from .wire.codes import LARGEST_FRAME, AddMode, CreateMode, Op, WatcherType
from .wire.jute import encode
from .wire.multi import decode_results, encode_operations
from .wire.records import (
    AddWatchRequest,
    CreateRequest,
    CreateTtlRequest,
    PathOnly,
    PathType,
    PathVersion,
    SetAclRequest,
    SetDataRequest,
)

ANSWER_TIMEOUT = 2.0
"""The seconds that a caller waits for an answer, unless it says otherwise."""

_CONSEQUENCES = (RolledBackError, RuntimeInconsistency)

Watching = Callable[[str], o.Watcher]
"""A function that makes the watcher of a path."""


class _Plan(NamedTuple):
    """The requests of an operation, and what their outcomes mean: values, or kazoo's errors.

    instead: the operation for a server that does not know this one.
    """

    requests: Sequence[Any]
    judge: Callable[[Sequence[Any]], o.Answer]
    instead: o.Operation | None = None

    def withdraw(self) -> bool:
        """Withdraw its changes; tell whether none was sent, and none ever will be. Nobody can
        withdraw credentials: kazoo's own request holds them.
        """
        changes = [one for one in self.requests if isinstance(one, ProtocolRequest | s.Auth)]
        withdrawn = [isinstance(one, ProtocolRequest) and one.withdraw() for one in changes]
        return all(withdrawn)


class Lane:
    """A way to ZooKeeper by one client. makes_chroot: whether it makes the client's chroot with the
    parents.
    """

    def __init__(self, client: KazooClient, makes_chroot: bool = False) -> None:
        self.client, self._makes_chroot = client, makes_chroot

    # -- without waiting ------------------------------------------------------------------------

    def send(
        self,
        operations: Sequence[o.Operation],
        then: Callable[[tuple[o.Answer, ...]], object],
        over: int,
        watching: Watching | None = None,
    ) -> None:
        """Send these operations in one flight over the connection of this number; when all answers
        are there, `then` gets them, one for each, in order among the events.
        """
        take = _together(len(operations), lambda answers: then(tuple(answers)))
        for place, operation in enumerate(operations):
            self._send(operation, partial(take, place), over, watching)

    def _send(
        self,
        operation: o.Operation,
        then: Callable[[o.Answer], object],
        over: int,
        watching: Watching | None,
    ) -> None:
        plan = self._plan(operation, watching)

        def done(results: Sequence[IAsyncResult]) -> None:
            outcomes = [one.exception or one.value for one in results]
            if self._is_unknown(plan, outcomes):
                assert plan.instead is not None
                self._send(plan.instead, then, over, watching)
            else:
                then(self._judged(plan, outcomes, over))

        self._take_off(plan, over, done)

    def _take_off(
        self, plan: _Plan, over: int, then: Callable[[list[IAsyncResult]], object] | None
    ) -> list[IAsyncResult]:
        """Send the requests; `then`, if any, gets the results."""
        take = then and _together(len(plan.requests), then)
        return [
            send(self.client, request, take and partial(take, place), over)
            for place, request in enumerate(plan.requests)
        ]

    # -- waiting --------------------------------------------------------------------------------

    def ask(self, operation: o.Operation, within: float = ANSWER_TIMEOUT) -> Any:
        """Return the value of a read, the result of a write, or all of several; wait this many
        seconds. Raise HandoffErrors, among them OutcomeUnknown for a change that was sent and not
        answered.
        """
        (answer,) = self.answers((operation,), within)
        return value_of(operation, answer)

    def read(self, operation: o.Operation, within: float = ANSWER_TIMEOUT) -> Any:
        """Return what `ask` does. Raise NotFound for a znode that is missing."""
        found = self.ask(operation, within)
        if found is None:
            path = getattr(operation, "path", None)
            raise refusal_of(o.RequestRefused(0, "no node"), path)
        return found

    def make(self, create: o.Create, within: float = ANSWER_TIMEOUT) -> Any:
        """Create a znode, and the parents that it lacks; return what `ask` does."""
        try:
            return self.ask(create, within)
        except NotFound:
            parents = o.Parents((create.path.rpartition("/")[0] or "/",))
            made, answer = self.answers((parents, create), within)
            value_of(parents, made)
            return value_of(create, answer)

    def answers(
        self,
        operations: Sequence[o.Operation],
        within: float = ANSWER_TIMEOUT,
        then: Callable[[o.Operation, o.Answer], object] | None = None,
        watching: Watching | None = None,
    ) -> list[o.Answer]:
        """Send these operations in one flight, and return the answers that come within this many
        seconds. then: called with each answer, in order among the events.

        Raise before anything is sent: ZooKeeperUnavailable without a connection, Conflict for what
        the server does not know, BadRequest for more than it takes.
        """
        over = self._connection()
        plans = [self._plan(one, watching) for one in operations]
        self._require_possible(operations, plans)
        deadline = time.monotonic() + within
        sent = [self._take_off(plan, over, self._told(one, plan, over, then))
                for one, plan in zip(operations, plans, strict=True)]  # fmt: skip
        found: list[o.Answer] = []
        for plan, results in zip(plans, sent, strict=True):
            outcomes = [_awaited(one, deadline) for one in results]
            if self._is_unknown(plan, outcomes):
                assert plan.instead is not None
                found += self.answers((plan.instead,), deadline - time.monotonic(), then)
            else:
                found.append(self._judged(plan, outcomes, over, within))
        return found

    def _told(
        self,
        operation: o.Operation,
        plan: _Plan,
        over: int,
        then: Callable[[o.Operation, o.Answer], object] | None,
    ) -> Callable[[Sequence[IAsyncResult]], object] | None:
        if then is None:
            return None

        def told(results: Sequence[IAsyncResult]) -> None:
            then(operation, self._judged(plan, [r.exception or r.value for r in results], over))

        return told

    def _connection(self) -> int:
        """Return the number of the present connection. Raise ZooKeeperUnavailable without one."""
        handler = self.client.handler
        over: int = handler.connection
        if not self.client.connected:
            raise ZooKeeperUnavailable(
                f"ZooKeeper does not answer: {handler.reason or 'there is no connection'}."
            )
        return over

    def _require_possible(self, operations: Sequence[o.Operation], plans: Sequence[_Plan]) -> None:
        handler = self.client.handler
        for operation in operations:
            for one in operation if isinstance(operation, tuple) else (operation,):
                needed = _needed(one)
                if needed is not None and not getattr(handler.capabilities, needed):
                    words = f"ZooKeeper {handler.version or 'of this version'} cannot do that yet."
                    refusal = Conflict(words, code="unsupported", field="kind")
                    raise refusal from UnimplementedError()
        for plan in plans:
            for request in plan.requests:
                size = request.size if isinstance(request, ProtocolRequest) else 0
                if size > LARGEST_FRAME:
                    raise BadRequest(
                        f"The request has {size:,} bytes, but ZooKeeper takes {LARGEST_FRAME:,}"
                        " (the default of its jute.maxbuffer), including path and ACL.",
                        code="too_large",
                        field="data",
                    )

    # -- answers --------------------------------------------------------------------------------

    def _is_unknown(self, plan: _Plan, outcomes: Sequence[Any]) -> bool:
        """Tell whether the server does not know such a request, and remember that."""
        if plan.instead is None or not isinstance(outcomes[0], UnimplementedError):
            return False
        self.client.handler.lacks("multi_reads")
        return True

    def _judged(
        self, plan: _Plan, outcomes: Sequence[Any], over: int, within: float | None = None
    ) -> o.Answer:
        """Return the answer. A session that has expired over there may not have heard of that."""
        if any(isinstance(one, SessionExpiredError) for one in outcomes):
            hang_up(self.client, over)
        answer = plan.judge(outcomes)
        if not isinstance(answer, o.Unanswered):
            return answer
        is_late = any(isinstance(one, KazooTimeoutError) for one in outcomes)
        reason = f"no answer within {within:g} s" if is_late and within else answer.reason
        return replace(answer, reason=reason, was_sent=not plan.withdraw())

    # -- requests -------------------------------------------------------------------------------

    def _plan(self, operation: o.Operation, watching: Watching | None = None) -> _Plan:
        if isinstance(operation, tuple):
            return self._writing(operation)
        if isinstance(operation, o.Read):
            return self._reading((operation,), watching)
        if isinstance(operation, o.Reads):
            is_at_once = operation.atomic and len(operation.reads) > 1
            if is_at_once and self.client.handler.capabilities.multi_reads:
                return self._reading_at_once(operation)
            return self._reading(operation.reads, watching)
        if isinstance(operation, o.Parents):
            return self._making_parents(operation)
        if isinstance(operation, o.Write):
            return self._writing((operation,))
        return self._asking(operation)

    def _reading(self, reads: Sequence[o.Read], watching: Watching | None) -> _Plan:
        """Read these one after the other."""
        requests = [
            read_request(self.client, one, watching(one.path) if watching and one.watch else None)
            for one in reads
        ]
        return _Plan(requests, partial(self._values, reads))

    def _reading_at_once(self, operation: o.Reads) -> _Plan:
        """Read these in one MultiRead, which a server before 3.6 does not know."""
        reads = operation.reads

        def judge(outcomes: Sequence[Any]) -> o.Answer:
            (outcome,) = outcomes
            failed = isinstance(outcome, Exception)
            return self._values(reads, [outcome] * len(reads) if failed else outcome)

        return _Plan(
            [multi_read_request(self.client, reads)], judge, replace(operation, atomic=False)
        )

    def _values(self, reads: Sequence[o.Read], outcomes: Sequence[Any]) -> o.Answer:
        """Return the values, or the first error; NoNode is not an error of a read."""
        for read, outcome in zip(reads, outcomes, strict=True):
            if isinstance(outcome, Exception) and not isinstance(outcome, NoNodeError):
                return answer_of(outcome, read)
        return o.Values(tuple(map(_value, reads, outcomes)))

    def _writing(self, writes: Sequence[o.Write]) -> _Plan:
        """Write these. A lone check is a transaction too: there is no plain operation for it."""
        bodies = [self._written(one) for one in writes]
        if len(writes) == 1 and not isinstance(writes[0], o.Check):
            op, body = bodies[0]
            request = ProtocolRequest(op, encode(body), partial(self._result, op))
        else:
            request = ProtocolRequest(Op.MULTI, encode_operations(bodies), _results)

        def judge(outcomes: Sequence[Any]) -> o.Answer:
            """Return the answer to several requests: the first error that is no consequence of
            another one decides.
            """
            (outcome,) = outcomes
            several = outcome if request.op is Op.MULTI and isinstance(outcome, list) else outcomes
            for index, one in enumerate(several):
                if isinstance(one, Exception) and not isinstance(one, _CONSEQUENCES):
                    return answer_of(one, writes[index], index)
            return o.Committed(tuple(several))

        return _Plan([request], judge)

    def _written(self, write: o.Write) -> tuple[Op, Any]:
        """Return a write as the protocol has it."""
        path = rooted(self.client, write.path)
        if isinstance(write, o.Create):
            return self._creation(write, path)
        if isinstance(write, o.Set):
            return Op.SET_DATA, SetDataRequest(path, write.data, write.version)
        if isinstance(write, o.SetAcl):
            acl: Any = [*write.acl]
            return Op.SET_ACL, SetAclRequest(path, acl, write.version)
        return _OPS[type(write)], PathVersion(path, write.version)

    def _creation(self, create: o.Create, path: str) -> tuple[Op, Any]:
        acl: Any = [*create.acl] or self.client.default_acl or OPEN_ACL_UNSAFE
        if create.ttl_ms is not None:
            mode = CreateMode(CreateMode.PERSISTENT_TTL + create.sequence)
            return Op.CREATE_TTL, CreateTtlRequest(path, create.data, acl, mode, create.ttl_ms)
        if create.container:
            container = CreateRequest(path, create.data, acl, CreateMode.CONTAINER)
            return Op.CREATE_CONTAINER, container
        mode = CreateMode(create.ephemeral | create.sequence << 1)
        op = Op.CREATE2 if create.tells_stat else Op.CREATE
        return op, CreateRequest(path, create.data, acl, mode)

    def _result(self, op: Op, buffer: bytes, offset: int) -> Any:
        """Decode the answer to a write, on the connection thread."""
        if op == Op.DELETE:
            return self.client.last_zxid  # that of this very answer: kazoo has just noted it
        body = decode_record(op, buffer, offset)
        if op in (Op.SET_DATA, Op.SET_ACL):
            return ZnodeStat(*body.stat)
        path = self.client.unchroot(body.path)
        return (path, ZnodeStat(*body.stat)) if op == Op.CREATE2 else path

    def _asking(self, operation: o.Sync | o.OfSession) -> _Plan:
        """Ask in one request of another kind; a sync covers the whole tree, whatever its path."""
        path = rooted(self.client, getattr(operation, "path", "/"))

        def judge(outcomes: Sequence[Any]) -> o.Answer:
            (outcome,) = outcomes
            if isinstance(outcome, Exception):
                return answer_of(outcome, operation, failed=True)
            if isinstance(operation, o.Ephemerals):
                return o.Values((tuple(map(self.client.unchroot, outcome.children)),))
            if isinstance(operation, o.WhoAmI):
                return o.Values((tuple(outcome.clients),))
            if isinstance(operation, o.Authenticate):  # kazoo shows them again after a reconnect
                self.client.auth_data.add((operation.scheme, operation.credential))
            return o.Values() if isinstance(operation, o.Sync) else o.Committed()

        return _Plan([_OTHERS[type(operation)](operation, path)], judge)

    def _making_parents(self, operation: o.Parents) -> _Plan:
        """Create the parents from the top. The server may forbid us to create a parent that exists:
        whether it is there decides.
        """
        ways = {path: self._way_to(path) for path in operation.paths}
        requests: list[Any] = []
        for down in ways.values():
            for part in down:
                op, body = self._creation(o.Create(part, b""), part)
                requests.append(ProtocolRequest(op, encode(body), partial(self._result, op)))
            requests.append(s.Exists(down[-1], None))

        def judge(outcomes: Sequence[Any]) -> o.Answer:
            left = iter(outcomes)
            made = [_made(path, [next(left) for _ in (*down, path)]) for path, down in ways.items()]
            grave = [one for one in made if one is not None]
            return grave[0] if grave else o.Committed()

        return _Plan(requests, judge)

    def _way_to(self, path: str) -> list[str]:
        if self._makes_chroot:
            return downwards(rooted(self.client, path))
        return [rooted(self.client, part) for part in downwards(path)]


_OPS: dict[type[Any], Op] = {o.Delete: Op.DELETE, o.Check: Op.CHECK}
_WATCHERS = {"children": WatcherType.CHILDREN, "data": WatcherType.DATA, "any": WatcherType.ANY}
_OTHERS: dict[type[Any], Callable[[Any, str], Any]] = {
    o.Sync: lambda one, path: s.Sync(path),
    o.Ephemerals: lambda one, path: plain(Op.GET_EPHEMERALS, PathOnly(path)),
    o.WhoAmI: lambda one, path: plain(Op.WHO_AM_I, None),
    o.AddWatch: lambda one, path: plain(
        Op.ADD_WATCH, AddWatchRequest(path, AddMode(one.recursive))
    ),
    o.RemoveWatches: lambda one, path: plain(
        Op.REMOVE_WATCHES, PathType(path, _WATCHERS[one.kind])
    ),
    o.Authenticate: lambda one, path: s.Auth(0, one.scheme, one.credential),
}
_NEEDED: dict[type[Any], str] = {
    o.Ephemerals: "lists_ephemerals",
    o.WhoAmI: "tells_credentials",
    o.AddWatch: "recursive_watches",
    o.CountBelow: "counts_all_below",
    o.RemoveWatches: "removes_watches",
}


def downwards(path: str) -> list[str]:
    """Return /a, /a/b, /a/b/c for /a/b/c."""
    names = path.strip("/").split("/")
    return ["/" + "/".join(names[: count + 1]) for count in range(len(names))]


def value_of(operation: o.Operation, answer: o.Answer) -> Any:
    """Return what an answer says: one value, or all values of a transaction or of several reads.
    Raise HandoffErrors.
    """
    if isinstance(answer, o.Values):
        return answer.values if isinstance(operation, o.Reads) else next(iter(answer.values), None)
    if isinstance(answer, o.Committed):
        is_one = not isinstance(operation, tuple)
        return next(iter(answer.results), None) if is_one else answer.results
    raise refusal_of(answer, operation)


def _together(count: int, then: Callable[[list[Any]], object]) -> Callable[[int, Any], None]:
    """Return a function that takes the result of each place; `then` gets all of them, in order.
    While the client is stopped, kazoo delivers an answer that has just come before one in the
    queue.
    """
    results: dict[int, Any] = {}

    def take(place: int, result: Any) -> None:
        results[place] = result
        if len(results) == count:
            then([results[at] for at in range(count)])

    return take


def _awaited(result: IAsyncResult, deadline: float) -> Any:
    """Return the value that comes in time, or kazoo's error."""
    try:
        return result.get(timeout=max(deadline - time.monotonic(), 0.001))
    except (KazooException, KazooTimeoutError) as error:
        return error


def _needed(operation: Any) -> str | None:
    """Return the capability that a server needs for this."""
    if isinstance(operation, o.Create):
        if operation.ttl_ms is not None:
            return "ttl"
        return "containers" if operation.container else None
    return _NEEDED.get(type(operation))


def _value(read: o.Read, outcome: Any) -> Any:
    if isinstance(outcome, Exception) or outcome is None:
        return None
    if isinstance(read, o.Get):
        return o.Node(outcome[0] or b"", outcome[1], outcome[0] is None)
    if isinstance(read, o.CountBelow):
        return outcome.number
    return tuple(outcome) if isinstance(read, o.Names) else outcome


def _results(buffer: bytes, offset: int) -> list[Any]:
    """Return the results, or errors: one write of a refused transaction has its own error, and
    those after it have RUNTIMEINCONSISTENCY. Paths still have the chroot, which kazoo removes.
    """
    return [_plain(*one) for one in decode_results(bytes(buffer), offset)]


def _plain(op: int, body: Any) -> Any:
    if op == Op.ERROR:
        error = EXCEPTIONS.get(body.number, ZookeeperError)
        return RolledBackError() if body.number == 0 else error()
    if op == Op.SET_DATA:
        return ZnodeStat(*body.stat)
    return None if op in (Op.DELETE, Op.CHECK) else body.path


def _made(path: str, outcomes: Sequence[Any]) -> o.Answer | None:
    """Return why there is no parent; None for one that is there."""
    *created, seen = outcomes
    errors = [one for one in created if isinstance(one, Exception)]
    is_there = seen is not None and not isinstance(seen, Exception)
    is_last = not isinstance(created[-1], Exception) or isinstance(created[-1], NodeExistsError)
    if is_there or is_last:
        return None
    lost = [one for one in errors if isinstance(one, UNANSWERED)]
    grave = [one for one in errors if not isinstance(one, NodeExistsError)]
    return answer_of((lost or grave)[0], o.Create(path, b""), failed=True)
