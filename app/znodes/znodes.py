"""Look at znodes: one read now, a text searched for, and windows of the mirrored tree."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, TypedDict, cast

from ..actions.action import Action
from ..actions.fields import (
    BOOLEAN,
    COUNT,
    LIST,
    OPEN,
    TEXT,
    TEXTS,
    Path,
    nullable,
    object_of,
    within,
)
from ..actions.service import Context, Service
from ..actions.signature import FieldName
from ..readmodels.chain import by_session
from ..zookeeper.paths import check_path
from ..zookeeper.reader import ZnodeTold, is_short, read_znode
from .watchers import WatchedBy, Watchers
from .workbench.fields import Limit, Text, Where
from .workbench.searching import SearchMatches
from .workbench.workbench import Workbench

_ZNODE = object_of(
    path=TEXT,
    kind=TEXT,
    data=nullable(object_of(base64=TEXT, text=nullable(TEXT), length=COUNT)),
    stat=nullable(OPEN),
    acl=nullable(LIST),
    children=nullable(object_of(names=TEXTS, total=COUNT, offset=COUNT)),
)


class ReadZnode(ZnodeTold, WatchedBy):
    """A znode as it was read now. read_as: whose session has read it."""

    read_as: str


class TreeRow(TypedDict):
    """A row of the tree, as `windows.Row`. candidate: the owner's process, if it is one of ours."""

    name: str
    kind: str
    children: int | None
    session: str | None
    hidden: bool
    candidate: str | None


_From = TypedDict("_From", {"from": int})


class WindowTold(_From):
    """A window of a znode's children, as the `tree` message carries it."""

    path: str
    exists: bool
    total: int
    children: list[TreeRow]
    error: str | None


class Znodes(Service):
    """Reads what the workbench's session may read, and says who watches it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._workbench = context.service(Workbench)
        self._watchers = context.service(Watchers)

    @Action("GET", "/znodes", 200, "Read one znode now", _ZNODE)
    def read(
        self, path: Path = "/", offset: Annotated[int, within(0, 2**31)] = 0, limit: Limit = 200
    ) -> ReadZnode:
        """Read a znode's data, stat, ACL and a page of its children."""
        check_path(path)
        self._require_connection()
        client, whose = self._workbench.reader()
        znode = read_znode(client, path, offset, limit, self._mirror.names)
        read: ReadZnode = {**znode, "read_as": whose, **self._watchers.of(path)}
        stat, known = read["stat"], self._mirror.names(path, 0, 0)
        if stat is None:
            return read
        if known is not None and is_short(known[1], stat["numChildren"]):
            self._mirror.look_again(path)
        return {**read, "kind": self._workbench.kind_of(path, stat["czxid"], read["kind"])}

    @Action(
        "GET", "/znodes/search", 200, "Find znodes by a text in their name or data",
        object_of(matches=TEXTS, truncated=BOOLEAN),
    )  # fmt: skip
    def search(
        self,
        text: Annotated[Text, FieldName("q")] = "",
        under: Path = "/",
        limit: Limit = 200,
        where: Annotated[Where, FieldName("in")] = "name",
    ) -> SearchMatches:
        """Find znodes by name, as the mirrored tree has it, or by their data, as read now."""
        check_path(under, "under")
        if where != "name":
            return self._workbench.search(text, under, where, limit)
        found = self._mirror.windows.search(text, under, limit)
        return {"matches": list(found.paths), "truncated": found.truncated}

    def window(self, path: str, start: int, count: int) -> WindowTold:
        """Return a window of a znode's children."""
        window = self._mirror.windows.window(path, start, count)
        owners = by_session(self._state["candidates"])
        return {
            "path": path,
            "exists": window.exists,
            "total": window.total,
            "from": window.start,
            "children": [
                cast(TreeRow, {**asdict(row), "candidate": owners.get(row.session or "")})
                for row in window.rows
            ],
            "error": window.error,
        }
