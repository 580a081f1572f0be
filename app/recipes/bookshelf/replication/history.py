"""Tell which history of ZooKeeper a disk belongs to, by `in_sync` as its node last read it.

Where ZooKeeper was set up again or restored, its numbers restart below those that disks have seen;
on a disk from elsewhere they mean nothing. Nobody can then tell which of two disks has every
acknowledged book (rule 12 of docs/bookshelf.md).
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class ShelfHistory(NamedTuple):
    """A history. `begun`: the name that the person or the serving leader who began it gave it; ""
    for the first one of a shelf. czxid and mzxid are those of `in_sync`; czxid is 0 if it was never
    noted. past: the names of this disk's earlier histories.
    """

    begun: str = ""
    czxid: int = 0
    mzxid: int = 0
    past: tuple[str, ...] = ()

    @classmethod
    def of(cls, noted: ShelfHistory, seen: int) -> ShelfHistory:
        """Return the history of a disk that has seen this epoch. A disk older than histories has
        noted none; but the leader of that epoch has changed `in_sync` since.
        """
        return noted if noted.czxid else cls(mzxid=seen)

    def in_words(self) -> str:
        """Describe the state of `in_sync`, for people."""
        name = f"“{self.begun}”, " if self.begun else ""
        made = f"created at 0x{self.czxid:x} and " if self.czxid else ""
        return f"{name}{made}changed at 0x{self.mzxid:x}"


def compared(disk: ShelfHistory, found: ShelfHistory) -> Literal["same", "begun", "other"]:
    """Compare the history found in `in_sync` with this one. The disk takes up a new history of
    which it has never heard; only a history that it knows can be an earlier state.
    """
    if found.begun and found.begun not in (disk.begun, *disk.past):
        return "begun"
    is_same = disk.czxid in (0, found.czxid) and disk.mzxid <= found.mzxid
    return "same" if is_same and found.begun == disk.begun else "other"


def taken_up(disk: ShelfHistory, found: ShelfHistory) -> ShelfHistory:
    """Return what a disk keeps that belongs to the history found from now on."""
    past = disk.past if disk.begun == found.begun else (*disk.past, disk.begun)
    return found._replace(past=past)
