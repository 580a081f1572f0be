"""How each question of a console's commands is put to ZooKeeper."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import ZookeeperError
from kazoo.interfaces import IAsyncResult
from kazoo.security import ACL, Id

from app.console import asks
from app.console.asks import Entry, Refused, Stat, Unanswered
from app.console.complaints import CONNECTION_LOSS
from app.zookeeper import changes
from app.zookeeper.line_session import LineSession
from app.zookeeper.requests import ChildrenOf, multi_read
from app.zookeeper.wire.codes import AddMode, Op
from app.zookeeper.wire.records import AddWatchRequest, PathOnly, PathWatch

_CONFIG = "/zookeeper/config"


@singledispatch
def answer(ask: Any, session: LineSession) -> Any:
    """The answer, as asks.py says. Raises Refused, Unanswered."""
    raise NotImplementedError(f"{ask!r} is for whoever has the console")


# Reading.


@answer.register
def _get_data(ask: asks.GetData, session: LineSession) -> Any:
    found = session.read(Op.GET_DATA, *_read(ask, session))
    return found.data, Stat(*found.stat)


@answer.register
def _exists(ask: asks.Exists, session: LineSession) -> Any:
    found = session.read(Op.EXISTS, *_read(ask, session))
    return found and Stat(*found.stat)


@answer.register
def _children(ask: asks.Children, session: LineSession) -> Any:
    found = session.read(Op.GET_CHILDREN2, *_read(ask, session))
    return found.children, Stat(*found.stat)


@answer.register
def _config(ask: asks.Config, session: LineSession) -> Any:
    watch = "data" if ask.watch else None
    found = session.read(Op.GET_DATA, PathWatch(_CONFIG, ask.watch), _CONFIG, watch)
    return found.data, Stat(*found.stat)


@answer.register
def _several(ask: asks.Several, session: LineSession) -> Any:
    capabilities = session.errand.client.handler.capabilities
    if capabilities.multi_reads and not any(one.watch for one in ask.asks):
        with contextlib.suppress(Refused, Unanswered):  # by one that turns out to lack them
            return _at_once(ask.asks, session)
    return _one_by_one(ask.asks, session)


def _at_once(lists: Sequence[asks.Children], session: LineSession) -> list[Any]:
    reads = [ChildrenOf(one.path) for one in lists]
    found = session.ask(lambda client: multi_read(client, reads), lists[-1].path)
    return [_listed(names, one.path) for names, one in zip(found, lists, strict=True)]


def _one_by_one(lists: Sequence[asks.Children], session: LineSession) -> list[Any]:
    results: list[IAsyncResult] = []

    def send_all(client: KazooClient) -> IAsyncResult:
        for one in lists:
            results.append(session.send(client, Op.GET_CHILDREN, *_read(one, session)))
        return results[-1]

    try:
        session.ask(send_all, lists[-1].path)
    except Refused as refused:  # one of the answers, unless nothing was asked
        if refused.code == CONNECTION_LOSS:
            raise
    if not all(result.ready() for result in results):
        raise Unanswered("No answer came from ZooKeeper.")
    values = (result.exception or result.value.children for result in results)
    return [_listed(value, one.path) for value, one in zip(values, lists, strict=True)]


def _listed(names: Any, path: str) -> Any:
    """kazoo's error or list as the console's answer."""
    if not isinstance(names, BaseException):
        return names, None
    if isinstance(names, ZookeeperError):
        return Refused(names.code, path)
    raise Unanswered("No answer came from ZooKeeper.")


def _read(
    ask: asks.GetData | asks.Exists | asks.Children, session: LineSession
) -> tuple[PathWatch, str, str | None]:
    """Body, path, and the kind of the watch."""
    kind = "child" if isinstance(ask, asks.Children) else "data"
    body = PathWatch(session.rooted(ask.path), ask.watch)
    return body, ask.path, kind if ask.watch else None


@answer.register
def _get_acl(ask: asks.GetAcl, session: LineSession) -> Any:
    found = session.read(Op.GET_ACL, PathOnly(session.rooted(ask.path)), ask.path)
    entries = [Entry(one.id.scheme, one.id.id, one.permissions) for one in found.acl]
    return entries, Stat(*found.stat)


@answer.register
def _sync(ask: asks.Sync, session: LineSession) -> None:
    session.read(Op.SYNC, PathOnly(session.rooted(ask.path)), ask.path)


@answer.register
def _count_all(ask: asks.CountAll, session: LineSession) -> Any:
    request = PathOnly(session.rooted(ask.path))
    return session.read(Op.GET_ALL_CHILDREN_NUMBER, request, ask.path).number


@answer.register
def _ephemerals(ask: asks.Ephemerals, session: LineSession) -> Any:
    return session.change(changes.ephemerals(ask.prefix), ask.prefix)


@answer.register
def _who_am_i(ask: asks.WhoAmI, session: LineSession) -> Any:
    return [(one.scheme, one.user) for one in session.change(changes.who_am_i(), None)]


# Changing.


@answer.register
def _create(ask: asks.Create, session: LineSession) -> Any:
    path, data, acl, kind, ttl = ask
    create = session.errand.create
    return session.in_words(lambda: create(path, data, kind, _entries(acl or ()), ttl), path)


@answer.register
def _set_data(ask: asks.SetData, session: LineSession) -> Any:
    return Stat(*session.change(changes.set_data(*ask), ask.path))


@answer.register
def _set_acl(ask: asks.SetAcl, session: LineSession) -> Any:
    step = changes.set_acl(ask.path, _entries(ask.acl), ask.version)
    return Stat(*session.change(step, ask.path))


@answer.register
def _delete(ask: asks.Delete, session: LineSession) -> int:
    zxid: int = session.change(changes.delete(*ask), ask.path)
    return zxid


def _entries(acl: Iterable[Entry]) -> list[ACL]:
    return [ACL(entry.permissions, Id(entry.scheme, entry.id)) for entry in acl]


# The session.


@answer.register
def _authenticate(ask: asks.Authenticate, session: LineSession) -> None:
    session.authenticate(ask.scheme, ask.credential)


@answer.register
def _add_watch(ask: asks.AddWatch, session: LineSession) -> None:
    mode = AddMode.PERSISTENT_RECURSIVE if ask.recursive else AddMode.PERSISTENT
    kind = "recursive" if ask.recursive else "persistent"
    request = AddWatchRequest(session.rooted(ask.path), mode)
    session.read(Op.ADD_WATCH, request, ask.path, kind)


@answer.register
def _remove_watches(ask: asks.RemoveWatches, session: LineSession) -> None:
    session.remove_watches(ask.path, ask.kind)


@answer.register
def _alive(ask: asks.Alive, session: LineSession) -> bool:
    return session.is_alive


@answer.register
def _close(ask: asks.Close, session: LineSession) -> None:
    session.close()
