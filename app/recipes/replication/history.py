"""Which history of ZooKeeper a disk belongs to, by `in_sync` as its node has read it last.

Where ZooKeeper was set up anew, or restored, its numbers begin again below those that disks have
seen; where a disk comes from elsewhere, they mean nothing. Nobody can tell then which of two has
every acknowledged book (rule 12 of docs/bookshelf.md).
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class History(NamedTuple):
    """`begun`: what it was called by the person, or the serving leader, who has begun it; "" for
    the first of a shelf. czxid and mzxid are those of `in_sync`; czxid is 0 where they were never
    noted. past: what earlier ones of this disk were called.
    """

    begun: str = ""
    czxid: int = 0
    mzxid: int = 0
    past: tuple[str, ...] = ()

    @classmethod
    def of(cls, noted: History, seen: int) -> History:
        """That of a disk which has seen this epoch. One of before there were histories has noted
        none; but the leader of that epoch has changed `in_sync` since.
        """
        return noted if noted.czxid else cls(mzxid=seen)

    def in_words(self) -> str:
        """Of `in_sync`, for people."""
        name = f"“{self.begun}”, " if self.begun else ""
        made = f"created at 0x{self.czxid:x} and " if self.czxid else ""
        return f"{name}{made}changed at 0x{self.mzxid:x}"


def compared(disk: History, found: History) -> Literal["same", "begun", "other"]:
    """What the history of `in_sync`, as found, is to a disk. One that was begun, and of which the
    disk has never heard, is to be taken up; only what is known already can be an earlier state.
    """
    if found.begun and found.begun not in (disk.begun, *disk.past):
        return "begun"
    is_same = disk.czxid in (0, found.czxid) and disk.mzxid <= found.mzxid
    return "same" if is_same and found.begun == disk.begun else "other"


def taken_up(disk: History, found: History) -> History:
    """What a disk keeps that belongs to the history found from now on."""
    past = disk.past if disk.begun == found.begun else (*disk.past, disk.begun)
    return found._replace(past=past)
