"""Put each question of a console's commands to ZooKeeper."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import ZookeeperError
from kazoo.interfaces import IAsyncResult
from kazoo.security import ACL, Id

from ..zookeeper import changes
from ..zookeeper.requests import ChildrenOf, multi_read
from ..zookeeper.wire.codes import AddMode, Code, Op
from ..zookeeper.wire.records import REQUESTS, Acl, AddWatchRequest, PathOnly, PathWatch
from .console import requests as asks
from .console.requests import ConsoleRefused, ConsoleUnanswered, Stat
from .console_client import ConsoleClient

_CONFIG = "/zookeeper/config"


def answer(ask: asks.Ask, session: ConsoleClient) -> Any:
    """Return the answer, as console/requests.py says. Raise ConsoleRefused, ConsoleUnanswered."""
    return _ANSWERS[type(ask)](ask, session)


def _read(ask: asks.ConsoleRead, session: ConsoleClient) -> Any:
    path = session.rooted(ask.path)
    body = PathWatch(path, ask.watch) if REQUESTS[ask.op] is PathWatch else PathOnly(path)
    kind = "child" if ask.op == Op.GET_CHILDREN2 else "data"
    return session.read(ask.op, body, ask.path, kind if ask.watch else None)


def _config(ask: asks.Config, session: ConsoleClient) -> Any:
    watch = "data" if ask.watch else None
    return session.read(Op.GET_DATA, PathWatch(_CONFIG, ask.watch), _CONFIG, watch)


def _several(ask: asks.Several, session: ConsoleClient) -> Any:
    capabilities = session.client_session.client.handler.capabilities
    if capabilities.multi_reads and not any(one.watch for one in ask.asks):
        with contextlib.suppress(ConsoleRefused, ConsoleUnanswered):  # by a server that lacks them
            return _at_once(ask.asks, session)
    return _one_by_one(ask.asks, session)


def _at_once(lists: Sequence[asks.ConsoleRead], session: ConsoleClient) -> list[Any]:
    reads = [ChildrenOf(one.path) for one in lists]
    found = session.ask(lambda client: multi_read(client, reads), lists[-1].path)
    return [_listed(names, one.path) for names, one in zip(found, lists, strict=True)]


def _one_by_one(lists: Sequence[asks.ConsoleRead], session: ConsoleClient) -> list[Any]:
    results: list[IAsyncResult] = []

    def send_all(client: KazooClient) -> IAsyncResult:
        for one in lists:
            body = PathWatch(session.rooted(one.path), one.watch)
            watch = "child" if one.watch else None
            results.append(session.send(client, Op.GET_CHILDREN, body, one.path, watch))
        return results[-1]

    try:
        session.ask(send_all, lists[-1].path)
    except ConsoleRefused as refused:  # one of the answers, unless nothing was asked
        if refused.code == Code.CONNECTION_LOSS:
            raise
    if not all(result.ready() for result in results):
        raise ConsoleUnanswered("ZooKeeper did not answer.")
    values = (result.exception or result.value.children for result in results)
    return [_listed(value, one.path) for value, one in zip(values, lists, strict=True)]


def _listed(names: Any, path: str) -> Any:
    """Return kazoo's error or list as the console's answer."""
    if not isinstance(names, BaseException):
        return names
    if isinstance(names, ZookeeperError):
        return ConsoleRefused(names.code, path)
    raise ConsoleUnanswered("ZooKeeper did not answer.")


def _create(ask: asks.ConsoleCreate, session: ConsoleClient) -> Any:
    path, data, acl, kind, ttl = ask
    return session.change(changes.create(path, data, kind, _entries(acl or ()), ttl), path)


def _set_acl(ask: asks.SetAcl, session: ConsoleClient) -> Any:
    step = changes.set_acl(ask.path, _entries(ask.acl), ask.version)
    return Stat(*session.change(step, ask.path))


def _entries(acl: Iterable[Acl]) -> list[ACL]:
    return [ACL(entry.permissions, Id(*entry.id)) for entry in acl]


def _add_watch(ask: asks.AddWatch, session: ConsoleClient) -> None:
    mode = AddMode.PERSISTENT_RECURSIVE if ask.recursive else AddMode.PERSISTENT
    kind = "recursive" if ask.recursive else "persistent"
    request = AddWatchRequest(session.rooted(ask.path), mode)
    session.read(Op.ADD_WATCH, request, ask.path, kind)


_ANSWERS: dict[type[asks.Ask], Callable[[Any, ConsoleClient], Any]] = {
    asks.ConsoleRead: _read,
    asks.Config: _config,
    asks.Several: _several,
    asks.Ephemerals: lambda ask, session: session.change(changes.ephemerals(*ask), ask.prefix),
    asks.WhoAmI: lambda ask, session: session.change(changes.who_am_i(), None),
    asks.ConsoleCreate: _create,
    asks.SetData: lambda ask, session: Stat(*session.change(changes.set_data(*ask), ask.path)),
    asks.SetAcl: _set_acl,
    asks.ConsoleDelete: lambda ask, session: session.change(changes.delete(*ask), ask.path),
    asks.Authenticate: lambda ask, session: session.authenticate(*ask),
    asks.AddWatch: _add_watch,
    asks.RemoveWatches: lambda ask, session: session.remove_watches(*ask),
    asks.Alive: lambda ask, session: session.is_alive,
    asks.ConsoleClose: lambda ask, session: session.close(),
}
"""The console itself answers the commands that are missing here."""
