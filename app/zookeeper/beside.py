"""The znodes beside an election: `PATH-acknowledged` and `PATH-version`, read and told.

What they say is told after the membership has been, and then whenever it changes. All methods
belong to the in-order thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kazoo.protocol.states import EventType

from app.zookeeper.frames import Answer, DataStat
from app.zookeeper.members import Membership, as_acknowledgement, as_version
from app.zookeeper.reads import Reads
from app.zookeeper.requests import DataOf
from app.zookeeper.teller import Append
from app.zookeeper.watching import Event

ACKNOWLEDGED, VERSION = "-acknowledged", "-version"
_AS_DATA: Mapping[str, Callable[..., dict[str, Any]]] = {
    ACKNOWLEDGED: as_acknowledgement,
    VERSION: as_version,
}
_KINDS = {ACKNOWLEDGED: "acknowledgement.read", VERSION: "version.read"}


class Beside:
    """Reads what stands beside an election; `needs_watches`: with a watch on each such znode.

    reread: is called with the path of one that has changed, on a server that needs watches.
    """

    def __init__(self, reads: Reads, append: Append, reread: Callable[[str], None]) -> None:
        self._reads, self._append, self._reread = reads, append, reread
        self.needs_watches = False

    def read_all(self, membership: Membership, then: Callable[[], None]) -> None:
        """Read all that stands beside the election, then call `then`."""
        self._read(membership, tuple(_AS_DATA), then)

    def read(self, membership: Membership, suffix: str) -> None:
        """Read one of them again."""
        self._read(membership, (suffix,), None)

    def gone(self, membership: Membership, suffix: str) -> None:
        """One of them was deleted."""
        self._learn(membership, suffix, _AS_DATA[suffix](None))

    def gone_alone(self, election: str, suffix: str) -> None:
        """One was deleted whose election is followed, and does not exist."""
        self._append(_KINDS[suffix], election, _AS_DATA[suffix](None))

    def tell_all(self, membership: Membership) -> None:
        """The membership has been told: now what stands beside it, unless there is nothing yet."""
        for suffix, found in membership.beside.items():
            if suffix in membership.told or any(found.values()):
                self._tell(membership, suffix, is_found=True)

    def _read(
        self, membership: Membership, suffixes: tuple[str, ...], then: Callable[[], None] | None
    ) -> None:
        watcher = self._fired if self.needs_watches else None

        def take(answers: list[Answer]) -> None:
            for suffix, answer in zip(suffixes, answers, strict=True):
                read = answer if isinstance(answer, DataStat) else None
                told = (read.data, read.stat.mzxid) if read else (None, 0)
                membership.written[suffix] = read.stat.mtime if read else None
                self._learn(membership, suffix, _AS_DATA[suffix](*told))
            if then is not None:
                then()

        reads = [DataOf(membership.path + suffix, watcher) for suffix in suffixes]
        self._reads.many(reads, take)

    def _fired(self, event: Event) -> None:
        if event.type == EventType.CHANGED:
            self._reread(event.path)

    def _learn(self, membership: Membership, suffix: str, found: dict[str, Any]) -> None:
        before = membership.told.get(suffix, _AS_DATA[suffix](None))
        membership.beside[suffix] = found
        if membership.is_read and found != before:
            self._tell(membership, suffix)

    def _tell(self, membership: Membership, suffix: str, is_found: bool = False) -> None:
        membership.told[suffix] = said = membership.beside[suffix]
        marks = {"mtime": membership.written.get(suffix), **({"found": True} if is_found else {})}
        data = {**said, **marks} if any(said.values()) else dict(said)
        self._append(_KINDS[suffix], membership.path, data)


def election_of(path: str) -> tuple[str, str]:
    """The election that a znode stands beside, and its suffix; ("", "") for no such znode."""
    for suffix in _AS_DATA:
        if path.endswith(suffix):
            return path.removesuffix(suffix), suffix
    return "", ""
