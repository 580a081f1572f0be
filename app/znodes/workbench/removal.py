"""Count what is at and below a znode, for a person is told before any of it goes; and delete it:
exactly what was counted, and nothing that has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from ...errors import Conflict, Forbidden, HandoffError, NotFound
from ...zookeeper import operations as o
from ...zookeeper.client import session_hex
from ...zookeeper.client_session import ClientSession
from ...zookeeper.requests import batches
from ...zookeeper.subtree import Found, Subtree
from ...zookeeper.tree import session_of
from .jobs import Job
from .sight import (
    HIDDEN,
    SHOWN,
    Seen,
    SightTold,
    digest_of,
    showing_changes,
    sight_in,
    still_there,
)

AT_ONCE = 1_000
"""The most znodes in one transaction: so many go all or not at all."""

_BATCH_BYTES = 512 << 10
_TIMEOUT = 10.0


class Newer(TypedDict):
    path: str
    now: SightTold | None


class Counted(TypedDict):
    """The answer of `GET znodes/count`. seen: a digest of all that were counted."""

    path: str
    znodes: int
    ephemerals: int
    others_ephemerals: int
    owners: dict[str, int]
    version: int | None
    zxid: int
    denied: int
    seen: str


@dataclass
class Census:
    """A count. znodes: each as it was seen, parents before children; `HIDDEN` where its ACL hides
    it. owners: sessions of ephemerals, in hex, and how many each has. zxid: the latest change of
    any of them that may be read. denied: how many hide their children.
    """

    znodes: list[Seen] = field(default_factory=list)
    owners: dict[str, int] = field(default_factory=dict)
    zxid: int = 0
    denied: int = 0

    def newer_than(self, zxid: int) -> list[Newer]:
        """Return the first `SHOWN` of those that were created or written since, for an answer."""
        newer = [(path, sight) for path, sight in self.znodes if sight.mzxid > zxid]
        return [{"path": path, "now": sight.as_json()} for path, sight in newer[:SHOWN]]

    def as_json(self, own_session: str | None) -> Counted:
        """Return the count for an answer. own_session: that of who asks, if there is one."""
        path, top = self.znodes[0]
        others = {session: count for session, count in self.owners.items()
                  if session != own_session}  # fmt: skip
        return {
            "path": path,
            "znodes": len(self.znodes),
            "ephemerals": sum(self.owners.values()),
            "others_ephemerals": sum(others.values()),
            "owners": self.owners,
            "version": None if top == HIDDEN else top.version,
            "zxid": self.zxid,
            "denied": self.denied,
            "seen": digest_of(self.znodes),
        }


def census(walk: Iterable[Found]) -> Census:
    """Return the census of all that a walk finds."""
    taken = Census()
    for found in walk:
        stat = found.stat
        taken.denied += found.names is None or stat is None
        taken.znodes.append((found.path, sight_in(found)))
        if stat is None:
            continue
        owner = session_hex(session_of(stat.ephemeralOwner))
        if owner is not None:
            taken.owners[owner] = taken.owners.get(owner, 0) + 1
        taken.zxid = max(taken.zxid, stat.czxid, stat.mzxid, stat.pzxid)
    return taken


def remove(
    job: Job, session: ClientSession, path: str, expect: int, zxid: int | None, seen: str | None
) -> int:
    """Delete a znode and all below it: a job's work; return how many went. Raise Conflict, having
    deleted nothing, where the count or what it saw differs from what was believed; and, at its
    transaction, for a change meanwhile.

    expect: how many znodes there are, as the caller believes; zxid: the latest change among them,
    seen: all that the count saw of them; None: nobody says.
    """
    found = census(Subtree(session.client, stop=job.check).walk(path))
    is_newer = zxid is not None and found.zxid > zxid
    is_other = is_newer or seen not in (None, digest_of(found.znodes))
    if len(found.znodes) != expect or is_other:
        newer = [] if zxid is None else found.newer_than(zxid)
        raise Conflict(
            f"There are {len(found.znodes)} znodes at and below {path} now"
            f"{', and some have changed' if is_other else ''}; {expect} were expected."
            " Nothing was deleted.",
            code="changed",
            field="expect",
            beside={"count": found.as_json(session.session), "changed": newer},
        )
    if found.denied:
        raise Forbidden(
            f"The ACL of {found.denied} of these znodes hides what is below them."
            " Nothing was deleted.",
            code="no_permission",
            field="path",
        )
    job.progress(0, len(found.znodes))
    for batch in batches_of(found.znodes[::-1]):
        job.check()
        try:
            delete_as_seen(session, batch)
        except HandoffError as refusal:
            refusal.message += f" {job.done} of {job.of} were deleted before that."
            raise
        job.progress(job.done + len(batch))
    return job.done


def delete_as_seen(session: ClientSession, batch: Sequence[Seen]) -> None:
    """Delete these in one transaction, without those that are gone already: ephemerals and
    containers go by themselves, and there may be many. Raise Conflict, with what has changed.
    """
    with showing_changes(session.client, batch):
        left = still_there(session.client, batch)
        while left:
            try:
                session.change(tuple(o.Delete(path, was.version) for path, was in left), _TIMEOUT)
                return
            except NotFound:
                still = still_there(session.client, left)
                if len(still) == len(left):
                    raise
                left = still


def batches_of(znodes: Iterable[Seen]) -> Iterator[list[Seen]]:
    """Yield batches of at most `AT_ONCE`, well below the limit of a request."""
    return batches(znodes, lambda one: len(one[0].encode()) + 32, AT_ONCE, _BATCH_BYTES)
