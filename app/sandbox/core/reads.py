"""Answer the requests that only read, and set watches. Source: FinalRequestProcessor.java.

Paths are not checked here: an impossible one does not exist, as in Apache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...zookeeper.wire import records as r
from ...zookeeper.wire.capabilities import Capabilities
from ...zookeeper.wire.codes import AddMode, Code, EventType, Op, Permission
from ...zookeeper.wire.multi import Operation, Operations
from . import acl
from .refusals import Refused, Unintelligible
from .sessions import Link
from .tree import Tree, Znode
from .watches import Watches

Handler: TypeAlias = Callable[[Any, Link], Any]


class ReadHandlers:
    """The reading requests. `handlers`: what answers each op with a body, or raises Refused."""

    def __init__(self, tree: Tree, watches: Watches, can: Capabilities) -> None:
        self._tree, self._nodes, self._watches = tree, tree.nodes, watches
        self._exists_needs_read = can.exists_needs_read
        self.missed: list[tuple[EventType, str]] = []
        self.handlers: dict[int, Handler] = {
            Op.GET_DATA: self._get_data,
            Op.EXISTS: self._exists,
            Op.GET_CHILDREN: self._get_children,
            Op.GET_CHILDREN2: self._get_children2,
            Op.GET_ACL: self._get_acl,
            Op.SYNC: lambda body, by: body,  # one server knows everything
            Op.MULTI_READ: self._multi_read,
            Op.ADD_WATCH: self._add_watch,
            Op.CHECK_WATCHES: self._check_watches,
            Op.REMOVE_WATCHES: self._remove_watches,
            Op.GET_EPHEMERALS: self._get_ephemerals,
            Op.GET_ALL_CHILDREN_NUMBER: self._get_all_children_number,
            Op.WHO_AM_I: self._who_am_i,
            Op.SET_WATCHES: self._set_watches,
            Op.SET_WATCHES2: self._set_watches2,
        }

    def _get_data(self, body: r.PathWatch, by: Link) -> r.GetDataResponse:
        znode = self._readable(body.path, by)
        if body.watch:
            self._watches.data.add(body.path, by)
        return r.GetDataResponse(znode.data, znode.stat())

    def _exists(self, body: r.PathWatch, by: Link) -> r.StatOnly:
        """Set the watch even on a missing znode: it waits for the creation, also for a session that
        may not read the parent. It is not set where the znode may not be read.
        """
        if "\0" in body.path:
            raise Refused(Code.BAD_ARGUMENTS)
        if self._exists_needs_read and body.path in self._nodes:
            self._readable(body.path, by)
        if body.watch:
            self._watches.data.add(body.path, by)
        return r.StatOnly(self._tree.find(body.path).stat())

    def _get_children(self, body: r.PathWatch, by: Link) -> r.GetChildrenResponse:
        return r.GetChildrenResponse(list(self._watched_parent(body, by).children))

    def _get_children2(self, body: r.PathWatch, by: Link) -> r.GetChildren2Response:
        znode = self._watched_parent(body, by)
        return r.GetChildren2Response(list(znode.children), znode.stat())

    def _watched_parent(self, body: r.PathWatch, by: Link) -> Znode:
        znode = self._readable(body.path, by)
        if body.watch:
            self._watches.child.add(body.path, by)
        return znode

    def _get_acl(self, body: r.PathOnly, by: Link) -> r.GetAclResponse:
        """Return the ACL; a client that may not change it sees no hashed passwords."""
        znode = self._tree.find(body.path)
        acl.check(znode.acl, Permission.READ | Permission.ADMIN, by.identities)
        may_set = acl.permits(znode.acl, Permission.ADMIN, by.identities)
        return r.GetAclResponse(list(znode.acl) if may_set else acl.masked(znode.acl), znode.stat())

    def _multi_read(self, body: Operations, by: Link) -> Operations:
        """Answer each read by itself, without its watch flag: Apache's parts hold a path only."""
        return Operations([self._one_of_many(part, by) for part in body.operations])

    def _one_of_many(self, part: Operation, by: Link) -> Operation:
        unwatched = r.PathWatch(part.body.path, False)
        try:
            return Operation(part.op, self.handlers[part.op](unwatched, by))
        except Refused as refused:
            return Operation(Op.ERROR, r.Number(int(refused.code)))

    def _add_watch(self, body: r.AddWatchRequest, by: Link) -> r.Number:
        try:
            mode = AddMode(body.mode)
        except ValueError:
            raise Unintelligible(f"{body.mode} is not a watch mode") from None
        self._watches.add(body.path, by, mode)
        return r.Number(0)

    def _check_watches(self, body: r.PathType, by: Link) -> None:
        """Check for own watches; Apache before 3.9 also finds those of another session."""
        if not self._watches.has(body.path, by, self._kind(body)):
            raise Refused(Code.NO_WATCHER)

    def _remove_watches(self, body: r.PathType, by: Link) -> None:
        if not self._watches.remove(body.path, by, self._kind(body)):
            raise Refused(Code.NO_WATCHER)

    def _kind(self, body: r.PathType) -> int:
        if body.type not in self._watches.kinds:
            raise Unintelligible(f"{body.type} is not a watcher type")
        return body.type

    def _get_ephemerals(self, body: r.PathOnly, by: Link) -> r.GetChildrenResponse:
        owned = self._tree.ephemerals.get(by.session.id, ()) if by.session else ()
        every = body.path.strip() in {"", "/"}
        return r.GetChildrenResponse([one for one in owned if every or one.startswith(body.path)])

    def _get_all_children_number(self, body: r.PathOnly, by: Link) -> r.Number:
        self._readable(body.path, by)
        return r.Number(self._tree.below(body.path))

    def _who_am_i(self, body: None, by: Link) -> r.WhoAmIResponse:
        return r.WhoAmIResponse([r.ClientInfo(one.scheme, _user(one)) for one in by.identities])

    def _set_watches(self, body: r.SetWatches, by: Link) -> None:
        self._set_watches2(r.SetWatches2(*body, persistent=[], persistent_recursive=[]), by)

    def _set_watches2(self, body: r.SetWatches2, by: Link) -> None:
        """Set again what was lost with the connection. What has happened since the client's last
        zxid is `missed` and told now. Source: DataTree.setWatches.
        """
        self.missed = []
        for path in body.data:
            self._set_again(path, by, body.relative_zxid, children=False)
        for path in body.exist:
            self._await_creation(path, by)
        for path in body.child:
            self._set_again(path, by, body.relative_zxid, children=True)
        for path in body.persistent:
            self._watches.add(path, by, AddMode.PERSISTENT)
        for path in body.persistent_recursive:
            self._watches.add(path, by, AddMode.PERSISTENT_RECURSIVE)

    def _set_again(self, path: str, by: Link, seen: int, *, children: bool) -> None:
        znode = self._nodes.get(path)
        if znode is None:
            self.missed.append((EventType.DELETED, path))
        elif children and znode.pzxid > seen:
            self.missed.append((EventType.CHILDREN_CHANGED, path))
        elif not children and znode.mzxid > seen:
            self.missed.append((EventType.DATA_CHANGED, path))
        else:
            (self._watches.child if children else self._watches.data).add(path, by)

    def _await_creation(self, path: str, by: Link) -> None:
        if path in self._nodes:
            self.missed.append((EventType.CREATED, path))
        else:
            self._watches.data.add(path, by)

    def _readable(self, path: str, by: Link) -> Znode:
        znode = self._tree.find(path)
        acl.check(znode.acl, Permission.READ, by.identities)
        return znode


def _user(one: r.Id) -> str:
    """Return a digest's user, without the hashed password."""
    return one.id.partition(":")[0] if one.scheme == "digest" else one.id
