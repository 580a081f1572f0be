"""Declare what a document keeps of a list of znodes as they come, are read, and go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..participation.naming import in_order, parse_sequence
from .document import Data, without_key
from .events import ZnodeDeleted
from .lines import placed

Kept = TypeVar("Kept")
"""The document of a path."""

Znode = Mapping[str, Any]
"""An entry of a line: it has a `znode`, which is its name."""


def _unchanged(document: Any, *_: Any) -> Any:
    return document


@dataclass(frozen=True)
class ZnodeList(Generic[Kept]):
    """A list of a model. By default its znodes change nothing.

    read: takes a child as read, with its owner and its data. removed: removes a child. known:
    returns the names of the children that the document has. created: notes a child that was
    created, and may be gone before it is read: {znode, czxid, unread}, the czxid where the server
    tells it. whole: `(before, after)` -> the document once the whole list was read. ended: notes
    details of a child's end, after its removal. is_followed: whether the mirror reads the list once
    somebody opens the path.
    """

    read: Callable[[Kept, Data, float], Kept] = _unchanged
    removed: Callable[[Kept, str, float], Kept] = _unchanged
    known: Callable[[Kept], Iterable[str]] = lambda _: ()
    created: Callable[[Kept, Data, float], Kept] = _unchanged
    whole: Callable[[Kept, Kept], Kept] = lambda _, after: after
    ended: Callable[[Kept, str, ZnodeDeleted], Kept] = _unchanged
    is_followed: bool = True

    @classmethod
    def by_name(
        cls,
        key: str,
        read: Callable[[Kept, Data, float], Kept],
        created: Callable[[Kept, Data, float], Kept] = _unchanged,
    ) -> ZnodeList[Kept]:
        """Declare a map at a key, of the children by name: the first reading of each counts."""

        def first_read(document: Any, member: Data, at: float) -> Any:
            return document if member["znode"] in document[key] else read(document, member, at)

        def removed(document: Any, name: str, at: float) -> Any:
            if name not in document[key]:
                return document
            return {**document, key: without_key(document[key], name)}

        def known(document: Any) -> list[str]:
            return [*document[key]]

        return cls(first_read, removed, known, created)

    @classmethod
    def in_order(
        cls,
        key: str,
        entry_of: Callable[[Data], Znode],
        *,
        ordered: Callable[[Iterable[Any]], Sequence[Znode]] | None = None,
        leaves: Callable[[Kept, Any, float], Kept] = _unchanged,
        counts_unread: bool = False,
    ) -> ZnodeList[Kept]:
        """Declare a line of the children at a key.

        ordered: sorts the entries, by default by their numbers. leaves: folds that an entry goes,
        while it is still in the line. counts_unread: whether a child with a number is in the line
        from its creation on.
        """
        sort = ordered or _by_number

        def read(document: Any, member: Data, at: float) -> Any:
            return {**document, key: sort([*others(document, member["znode"]), entry_of(member)])}

        def removed(document: Any, name: str, at: float) -> Any:
            gone = next((entry for entry in document[key] if entry["znode"] == name), None)
            if gone is None:
                return document
            document = leaves(document, gone, at)
            return {**document, key: others(document, name)}

        def others(document: Any, name: str) -> list[Znode]:
            return [entry for entry in document[key] if entry["znode"] != name]

        def known(document: Any) -> list[str]:
            return [entry["znode"] for entry in document[key]]

        def created(document: Any, member: Data, at: float) -> Any:
            name = member["znode"]
            is_new = parse_sequence(name) is not None and name not in known(document)
            return read(document, member, at) if is_new else document

        return cls(read, removed, known, created if counts_unread else _unchanged)

    def with_created(self, document: Kept, member: Data, at: float) -> Kept:
        """Return the document once an event has told that a child was created."""
        return self.created(document, member, at)

    def with_read(self, document: Kept, members: Sequence[Data], at: float) -> Kept:
        """Return the document with children that were read together."""
        for member in members:
            document = self.read(document, member, at)
        return document

    def with_all(self, document: Kept, members: Sequence[Data], at: float) -> Kept:
        """Return the document with the whole list as read: what the list lacks is gone."""
        there, changed = {member["znode"] for member in members}, document
        for name in [name for name in self.known(document) if name not in there]:
            changed = self.removed(changed, name, at)
        for member in members:
            take = self.created if member.get("unread") else self.read
            changed = take(changed, member, at)
        return self.whole(document, changed)

    def without(self, document: Kept, gone: Mapping[str, ZnodeDeleted], at: float) -> Kept:
        """Return the document without children that have gone in one change.

        gone: name -> the event of its end.
        """
        for name in gone:
            document = self.removed(document, name, at)
        for name, event in gone.items():
            document = self.ended(document, name, event)
        return document


def _by_number(entries: Iterable[Znode]) -> list[Any]:
    by_name = {entry["znode"]: entry for entry in entries}
    return placed([by_name[name] for name in in_order(by_name)])


NOT_READ: ZnodeList[Any] = ZnodeList(is_followed=False)
"""The list of a path whose children nobody reads."""
