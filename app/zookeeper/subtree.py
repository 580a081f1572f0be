"""Read a part of the tree from ZooKeeper, whole, in few round trips; for any thread but kazoo's.

The bytes on their way at a time are bounded as well as they can be foreseen: nobody knows how
long a znode's data is before it is there, so the batches grow while the answers are small.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, NoAuthError, NoNodeError, ZookeeperError
from kazoo.handlers.threading import KazooTimeoutError
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.serialization import GetACL
from kazoo.protocol.states import ZnodeStat
from kazoo.security import ACL

from .acl_connection import Acls
from .extension import send
from .refusals import in_words
from .requests import ChildrenOf, DataOf, ProtocolRead, StatOf, multi_read, read_one, rooted
from .tree import join

LEAST_BATCH, MOST_BATCH = 10, 100
BATCH_BYTES = 1 << 20
TIMEOUT = 10.0
_DEPTH = 3
_SLICE = 0.1


@dataclass(slots=True)
class Found:
    """One znode. data, acl: None also where they may not be read, or were not requested.

    names: its children, sorted; None where its ACL hides them. readable: whether its data may be
    read. stat: None where its ACL hides that too (`Capabilities.exists_needs_read`).
    """

    path: str
    stat: ZnodeStat | None
    data: bytes | None
    names: list[str] | None
    readable: bool = True
    acl: list[ACL] | None = None


class Subtree:
    """Reads the znode at a path and all below it, parents before children.

    without: paths below which nothing is read. stop: called while it waits; what it raises ends the
    walk. Raises HandoffErrors: ZooKeeperUnavailable for an answer after `timeout` seconds.
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
        """Yield all but what goes meanwhile. Raise NotFound where there is no znode at `path`."""
        waiting = deque([path])
        for asked, found in self._look(waiting, acl):
            if found is not None:
                below = (join(asked, name) for name in found.names or ())
                waiting.extend(one for one in below if not self._without(one))
                yield found
            elif asked == path:
                raise in_words(NoNodeError(), path)

    def look(self, paths: Sequence[str], acl: bool = False) -> Iterator[Found | None]:
        """Return each of these, in order, or None where there is none; nothing below them."""
        return (found for _, found in self._look(deque(paths), acl))

    def acls(self, paths: Sequence[str]) -> Iterator[list[ACL] | None]:
        """Yield the ACL of each of these, in order; None where it may not be read."""
        with closing(Acls(self._client, self._acls_by_kazoo)) as reader:
            for start in range(0, len(paths), MOST_BATCH):
                self._stop()
                yield from reader.read(paths[start : start + MOST_BATCH])

    def _look(self, waiting: deque[str], acl: bool) -> Iterator[tuple[str, Found | None]]:
        """Look at each; the caller may add to what is `waiting` while it takes the answers."""
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
        reads: list[ProtocolRead] = [DataOf(path) for path in paths]
        reads += [ChildrenOf(path) for path in paths]
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
        """Return all answers; they come in order: to wait for the last is to wait for all."""
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
        """Return a znode whose data may not be read; `exists` may be forbidden with it."""
        stat = self._await(read_one(self._client, StatOf(path)), path)
        if stat is None:
            return None
        is_hidden = isinstance(stat, ZookeeperError)
        return Found(path, None if is_hidden else stat, None, listed, readable=False)

    def _adapt(self, data: Sequence[Any]) -> None:
        size = sum(len(one[0] or b"") for one in data if not isinstance(one, ZookeeperError))
        fitting = BATCH_BYTES * max(len(data), 1) // max(size, 1)
        self._batch = max(1, min(fitting, 2 * self._batch, MOST_BATCH))

    def _await(self, result: IAsyncResult, path: str) -> Any:
        """Return the answer, or what the ACL forbids, or that there is no such znode (now)."""
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
    """A batch. is_together: one answer holds all reads."""

    paths: list[str]
    answers: list[IAsyncResult]
    is_together: bool
