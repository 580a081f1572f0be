"""Export a part of the tree as a document: the work of a job, and how it is written out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from ...errors import Conflict
from ...zookeeper.subtree import Found, Subtree
from .document import LeftOut, ZnodeEntry, ZnodesDocument, document_of, entry_of, why_left_out
from .jobs import Job
from .kinds import Kinds

MOST_BYTES = 48 << 20
"""The most bytes of data: an export is put together in memory, so that it is whole or refused, and
the result can be imported again.
"""

_AT_ONCE = 500


class Export:
    """The work of a job: its result is the document, with all that the session may read."""

    def __init__(self, path: str, subtree: Callable[[Job], Subtree], made: Kinds) -> None:
        self._path, self._subtree, self._made = path, subtree, made
        self._bytes = 0

    def __call__(self, job: Job) -> ZnodesDocument:
        entries: list[ZnodeEntry] = []
        left_out: list[LeftOut] = []
        for found in self._subtree(job).walk(self._path, acl=True):
            self._measure(found)
            why = why_left_out(found)
            if why is None:
                entries.append(entry_of(found, self._path, self._made))
            if why is not None or found.names is None:
                hidden = why or "its ACL does not allow listing its children"
                left_out.append({"path": found.path, "why": hidden})
            job.progress(job.done + 1)
        return document_of(self._path, entries, left_out)

    def _measure(self, found: Found) -> None:
        self._bytes += len(found.data or b"")
        if self._bytes > MOST_BYTES:
            raise Conflict(
                f"There are more than {MOST_BYTES >> 20} MB of data below {self._path}:"
                " export it in parts.",
                code="too_large",
                field="path",
            )


def written(document: ZnodesDocument) -> Iterator[str]:
    """Yield the document as JSON in pieces, one line a znode, so that diff can compare two."""
    head = {key: value for key, value in document.items() if key != "znodes"}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "znodes": ['
    entries = document["znodes"]
    for start in range(0, len(entries), _AT_ONCE):
        lines = (json.dumps(one, ensure_ascii=False) for one in entries[start : start + _AT_ONCE])
        yield ("\n" if start == 0 else ",\n") + ",\n".join(lines)
    yield "\n]}\n"
