"""Read a whole part of the tree from ZooKeeper in few round trips, on any thread but kazoo's.

This bounds the bytes on their way at a time as well as it can foresee them: nobody knows how long a
znode's data are before they are there, so the batches grow while the answers are small.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from kazoo.client import KazooClient
from kazoo.exceptions import (
    AuthFailedError,
    KazooException,
    NoAuthError,
    NoNodeError,
    ZookeeperError,
)
from kazoo.handlers.threading import KazooTimeoutError
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.serialization import GetACL
from kazoo.protocol.states import ZnodeStat
from kazoo.security import ACL, Id

from . import operations as o
from .credentials import introduce
from .extension import send
from .raw import RawConnection, hello, request_frame
from .refusals import in_words
from .requests import multi_read, read_one, rooted
from .tree import join
from .wire.codes import Code, Op
from .wire.jute import Malformed, decode
from .wire.records import GetAclResponse, PathOnly, ReplyHeader

FAILURES = (OSError, Malformed, AuthFailedError)
"""The errors that every method except `close` raises where a connection is no longer of use."""

WORTH_IT = 20
_SESSION_TIMEOUT, _TIMEOUT = 10.0, 5.0
_log = logging.getLogger(__name__)
_UNREADABLE = (Code.NO_AUTH, Code.NO_NODE)


class Acls:
    """A reader of ACLs. It reads many over a connection of its own; it reads few `by_kazoo`, and
    also where that connection fails (the server refuses further ones, or goes). ZooKeeper returns
    an ACL one znode at a time, and kazoo takes turns with its caller for each: for ten thousand of
    them kazoo takes five times as long as the server needs.
    """

    def __init__(
        self, client: KazooClient, by_kazoo: Callable[[Sequence[str]], list[list[ACL] | None]]
    ) -> None:
        self._client, self._by_kazoo = client, by_kazoo
        self._connection: AclConnection | None = None
        self._is_of_use = True

    def read(self, paths: Sequence[str]) -> list[list[ACL] | None]:
        """Return the ACL of each znode; None where nobody may read it, or it is gone."""
        if self._is_of_use and (self._connection or len(paths) >= WORTH_IT):
            try:
                self._connection = self._connection or AclConnection(self._client)
                return self._connection.read(paths)
            except FAILURES as error:
                _log.debug("no connection for ACLs: %r", error)
                self._is_of_use = False
                self.close()
        return self._by_kazoo(paths)

    def close(self) -> None:
        """End the connection's session, if one has begun."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class AclConnection:
    """A session of its own on the server that `client` is connected to, with the client's
    credentials, and not behind what it has seen.
    """

    def __init__(self, client: KazooClient) -> None:
        self._client = client
        handler = client.handler
        host, _, port = str(handler.server).rpartition(":")
        server = host.strip("[]"), int(port)
        self._raw = RawConnection.open(server, handler.security, _TIMEOUT, handler.name)
        try:
            self._begin()
        except BaseException:
            self._raw.close()
            raise

    def read(self, paths: Sequence[str]) -> list[list[ACL] | None]:
        """Return the ACL of each znode, in order; None where nobody may read one, or it is gone."""
        bodies = (PathOnly(rooted(self._client, path)) for path in paths)
        self._raw.send(*(request_frame(1, Op.GET_ACL, body) for body in bodies))
        return [self._answer() for _ in paths]

    def close(self) -> None:
        """End the session."""
        with contextlib.suppress(OSError):
            self._raw.send(request_frame(0, Op.CLOSE_SESSION))
        self._raw.close()

    def _begin(self) -> None:
        self._raw.send(hello(_SESSION_TIMEOUT, zxid=self._client.last_zxid))
        if self._raw.welcome().timeout <= 0:
            raise Malformed("no session")
        handler = self._client.handler
        introduce(self._raw.exchange, handler.security, tuple(self._client.auth_data))

    def _answer(self) -> list[ACL] | None:
        frame = self._raw.receive()
        header, offset = decode(ReplyHeader, frame)
        if header.error in _UNREADABLE:
            return None
        if header.error:
            raise Malformed(f"error {header.error}")
        entries = decode(GetAclResponse, frame, offset)[0].acl
        return [ACL(one.permissions, Id(one.id.scheme, one.id.id)) for one in entries]


LEAST_BATCH, MOST_BATCH = 10, 100
BATCH_BYTES = 1 << 20
TIMEOUT = 10.0
_DEPTH = 3
_SLICE = 0.1


@dataclass(slots=True)
class Found:
    """One znode. data, acl: None also where the ACL forbids to read them, or nobody requested them.

    names: its children, sorted; None where its ACL hides them. readable: whether the ACL allows to
    read its data. stat: None where its ACL hides that too (`Capabilities.exists_needs_read`).
    """

    path: str
    stat: ZnodeStat | None
    data: bytes | None
    names: list[str] | None
    readable: bool = True
    acl: list[ACL] | None = None


class Subtree:
    """A reader of the znode at a path and all below it, parents before children.

    without: paths below which it reads nothing. stop: called while it waits; what that raises ends
    the walk. It raises HandoffErrors, among them ZooKeeperUnavailable for an answer after `timeout`
    seconds.
    """

    def __init__(
        self,
        client: KazooClient,
        *,
        without: Callable[[str], bool] = lambda path: False,
        stop: Callable[[], None] = lambda: None,
        timeout: float = TIMEOUT,
    ) -> None:
        self._client = client
        self._without, self._stop, self._timeout = without, stop, timeout
        self._batch = LEAST_BATCH

    def walk(self, path: str, acl: bool = False) -> Iterator[Found]:
        """Yield all znodes but those that go meanwhile. Raise NotFound where there is no znode at
        `path`.
        """
        waiting = deque([path])
        for asked, found in self._look(waiting, acl):
            if found is not None:
                below = (join(asked, name) for name in found.names or ())
                waiting.extend(one for one in below if not self._without(one))
                yield found
            elif asked == path:
                raise in_words(NoNodeError(), path)

    def look(self, paths: Sequence[str], acl: bool = False) -> Iterator[Found | None]:
        """Return each of these znodes, in order, or None where there is none, and nothing below
        them.
        """
        return (found for _, found in self._look(deque(paths), acl))

    def acls(self, paths: Sequence[str]) -> Iterator[list[ACL] | None]:
        """Yield the ACL of each of these znodes, in order; None where nobody may read it."""
        with closing(Acls(self._client, self._acls_by_kazoo)) as reader:
            for start in range(0, len(paths), MOST_BATCH):
                self._stop()
                yield from reader.read(paths[start : start + MOST_BATCH])

    def _look(self, waiting: deque[str], acl: bool) -> Iterator[tuple[str, Found | None]]:
        """Look at each znode; the caller may add to `waiting` while it takes the answers."""
        under_way: deque[_Batch] = deque()
        with closing(Acls(self._client, self._acls_by_kazoo)) as reader:
            while waiting or under_way:
                while waiting and len(under_way) < _DEPTH:
                    paths = [waiting.popleft() for _ in range(min(self._batch, len(waiting)))]
                    under_way.append(self._ask(paths))
                batch = under_way.popleft()
                found = self._take(batch)
                if acl:
                    there = [one for one in found if one is not None]
                    acls = reader.read([one.path for one in there])
                    for one, entries in zip(there, acls, strict=True):
                        one.acl = entries
                yield from zip(batch.paths, found, strict=True)

    def _ask(self, paths: list[str]) -> _Batch:
        reads = [*map(o.Get, paths), *map(o.Names, paths)]
        is_together = self._client.handler.capabilities.multi_reads
        if is_together:
            answers = [multi_read(self._client, reads)]
        else:
            answers = [read_one(self._client, read) for read in reads]
        return _Batch(paths, answers, is_together)

    def _acls_by_kazoo(self, paths: Sequence[str]) -> list[list[ACL] | None]:
        client = self._client
        asked = [send(client, GetACL(rooted(client, path))) for path in paths]
        answers = self._all(asked, paths)
        return [None if isinstance(one, ZookeeperError) else list(one[0]) for one in answers]

    def _take(self, batch: _Batch) -> list[Found | None]:
        answers = self._answers(batch)
        count = len(batch.paths)
        data, names = answers[:count], answers[count:]
        self._adapt(data)
        return [self._found(*one) for one in zip(batch.paths, data, names, strict=True)]

    def _answers(self, batch: _Batch) -> list[Any]:
        if batch.is_together:
            answers: list[Any] = self._await(batch.answers[0], batch.paths[0])
            if isinstance(answers, ZookeeperError):
                raise in_words(answers, batch.paths[0])
            return answers
        return self._all(batch.answers, [*batch.paths, *batch.paths])

    def _all(self, results: Sequence[IAsyncResult], paths: Sequence[str]) -> list[Any]:
        """Return all answers; they come in order, so a wait for the last is a wait for all."""
        if results:
            self._await(results[-1], paths[-1])
        return [self._await(one, path) for one, path in zip(results, paths, strict=True)]

    def _found(self, path: str, data: Any, names: Any) -> Found | None:
        if isinstance(data, NoNodeError) or isinstance(names, NoNodeError):
            return None
        listed = None if isinstance(names, NoAuthError) else sorted(names)
        if isinstance(data, NoAuthError):
            return self._unreadable(path, listed)
        return Found(path, data[1], data[0], listed)

    def _unreadable(self, path: str, listed: list[str] | None) -> Found | None:
        """Return a znode whose data nobody may read; the ACL may forbid `exists` too."""
        stat = self._await(read_one(self._client, o.Exists(path)), path)
        if stat is None:
            return None
        is_hidden = isinstance(stat, ZookeeperError)
        return Found(path, None if is_hidden else stat, None, listed, readable=False)

    def _adapt(self, data: Sequence[Any]) -> None:
        size = sum(len(one[0] or b"") for one in data if not isinstance(one, ZookeeperError))
        fitting = BATCH_BYTES * max(len(data), 1) // max(size, 1)
        self._batch = max(1, min(fitting, 2 * self._batch, MOST_BATCH))

    def _await(self, result: IAsyncResult, path: str) -> Any:
        """Return the answer, or the error that the ACL forbids it, or that there is no such znode
        (now).
        """
        deadline = time.monotonic() + self._timeout
        while True:
            self._stop()
            try:
                return result.get(timeout=_SLICE)
            except (NoAuthError, NoNodeError) as error:
                return error
            except KazooTimeoutError:
                if time.monotonic() > deadline:
                    raise in_words(KazooTimeoutError(), path, within=self._timeout) from None
            except KazooException as error:
                raise in_words(error, path) from error


class _Batch(NamedTuple):
    """A batch of reads. is_together: whether one answer holds all of them."""

    paths: list[str]
    answers: list[IAsyncResult]
    is_together: bool
