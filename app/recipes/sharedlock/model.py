"""A shared lock in the state document: what the facts about its znodes and clients make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from ...readmodels import chain as chains
from ...readmodels import guarded
from ...readmodels.document import Candidates, Data, Entry, without_key
from ...readmodels.event import Event
from ...readmodels.events import CandidateReported
from ...readmodels.model import CHAIN, LINES, Found, Invariant, by_kind, on
from ...readmodels.violations import SETTLE, in_session, slack
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .events import (
    ClientRevoked,
    FileRead,
    LockRevoking,
    LockUnrevoked,
    SharedLockOpened,
    SharedLockSwitched,
)
from .state import (
    Revoking,
    SharedAccount,
    SharedFile,
    SharedLockState,
    Torn,
    new_shared_file,
    new_shared_lock,
    new_turns,
)
from .text import tell
from .znodes import READ, UNLOCK, blockers_of, is_of_recipe, mode_of

# -- znodes -----------------------------------------------------------------------------------


def _entry(member: Data) -> Entry:
    """Return an entry with what its owner wants, by its name."""
    return chains.entry_of(member, mode=mode_of(member["znode"]))


def _leaves(lock: SharedLockState, gone: Entry, at: float) -> SharedLockState:
    lock = guarded.turn_is_freed(lock, gone, at)
    return {**lock, "revoking": without_key(lock["revoking"], gone["znode"])}


# -- clients ----------------------------------------------------------------------------------


def _gave_up(lock: SharedLockState, event: guarded.WaitGivenUp, at: float) -> SharedLockState:
    asks = without_key(lock["asks"], event.subject)
    return _counted({**lock, "asks": asks}, event, "gave_up")


def _reported(lock: SharedLockState, event: CandidateReported, at: float) -> SharedLockState:
    name, holds = event.subject, event.belief == "holding"
    if holds == (name in lock["holds"]):
        return lock
    if not holds:
        lock = {**lock, "holds": without_key(lock["holds"], name)}
        return guarded.turn_ends(lock, name, at)
    asked = lock["asks"].get(name, {"at": at})["at"]
    lock = guarded.turn_begins(lock, name, asked, at)
    holding, asks = {**lock["holds"], name: at}, without_key(lock["asks"], name)
    return _counted({**lock, "holds": holding, "asks": asks}, event, "held")


def _written(lock: SharedLockState, event: guarded.TaskWritten, at: float) -> SharedLockState:
    file = guarded.written(lock["file"], event, at)
    return _done({**lock, "file": file}, event, "finished")


def _read(lock: SharedLockState, event: FileRead, at: float) -> SharedLockState:
    """Count what was read, unless it was in a file that nobody uses any more."""
    file = lock["file"]
    if event.file == file["name"]:
        if event.first != event.last:
            torn: Torn = {"by": event.subject, "at": at, "first": event.first, "last": event.last}
            file = {**file, "torn": file["torn"] + 1, "last_torn": torn}
        lock = {**lock, "file": {**file, "reads": file["reads"] + 1}}
    return _done(lock, event, "finished")


def _abandoned(lock: SharedLockState, event: guarded.TaskAbandoned, at: float) -> SharedLockState:
    return _done(lock, event, "abandoned")


def _revoked(lock: SharedLockState, event: ClientRevoked, at: float) -> SharedLockState:
    return _counted(lock, event, "gave_back")


def _done(lock: SharedLockState, event: Event, what: Counted) -> SharedLockState:
    tasks = without_key(lock["tasks"], event.subject)
    return _counted({**lock, "tasks": tasks}, event, what)


Counted = Literal["held", "finished", "abandoned", "gave_up", "gave_back"]


def _counted(lock: SharedLockState, event: Event, what: Counted) -> SharedLockState:
    turns = lock["turns"].get(event.subject, new_turns()).copy()
    turns[what] += 1
    return {**lock, "turns": {**lock["turns"], event.subject: turns}}


# -- the lock ---------------------------------------------------------------------------------


def _with_file(
    lock: SharedLockState, event: SharedLockOpened | SharedLockSwitched, at: float
) -> SharedLockState:
    """Begin a fresh file, and what is counted by it."""
    is_switched = isinstance(event, SharedLockSwitched)
    return {
        **lock,
        "locking": event.on,
        "file": new_shared_file(event.file),
        "before": _account(lock["file"], lock["locking"]) if is_switched else None,
        "tasks": {},
        "asks": {},
    }


def _revoking(lock: SharedLockState, event: LockRevoking, at: float) -> SharedLockState:
    asked: Revoking = {"at": at, "by": event.by}
    return {**lock, "revoking": {**lock["revoking"], event.znode: asked}}


def _unrevoked(lock: SharedLockState, event: LockUnrevoked, at: float) -> SharedLockState:
    return {**lock, "revoking": without_key(lock["revoking"], event.znode)}


# -- what follows -----------------------------------------------------------------------------


def _stands(chain: Sequence[Entry]) -> dict[str, tuple[str | None, str | None]]:
    """Return znode -> what its owner watches by the recipe, and the truth about it. Of names that
    another library makes, only that library knows for whom they wait.
    """
    stands: dict[str, tuple[str | None, str | None]] = {}
    for name, blocker in blockers_of(entry["znode"] for entry in chain).items():
        stood = (blocker, "waiting" if blocker else "holder")
        stands[name] = stood if is_of_recipe(name) else (None, None)
    return stands


def _marked(entry: Entry, blocker: str | None, revoking: Mapping[str, Revoking]) -> Entry:
    """Return the entry with the znode that it waits for, and whether its owner is asked to give
    back: its znode says so, or it was written and not read yet. One that stays is the same object.
    """
    revoked = entry["about"] == UNLOCK.decode() or entry["znode"] in revoking
    if entry.get("waits_for", "") == blocker and entry.get("revoked") == revoked:
        return entry
    return {**entry, "waits_for": blocker, "revoked": revoked}


def _account(file: SharedFile, locking: bool) -> SharedAccount | None:
    """Return what is left to say of a file that is no longer used; None where nothing was done."""
    if not file["finished"] and not file["reads"]:
        return None
    return {
        "locking": locking,
        "value": file["value"],
        "finished": file["finished"],
        "lost": file["lost"],
        "reads": file["reads"],
        "torn": file["torn"],
    }


# -- the invariants ----------------------------------------------------------------------------


def _not_alone(lock: SharedLockState, own: Candidates, at: float) -> Iterator[Found]:
    names = in_session(guarded.holders(own), at)
    for writer in (name for name in names if own[name]["recipe"] == "writer"):
        others = [name for name in names if name != writer]
        if others:
            detail = f"{writer} writes, and {' and '.join(others)} hold the lock at the same time"
            yield " ".join([writer, *others]), detail


def _kept_waiting(lock: SharedLockState, own: Candidates, at: float) -> Iterator[Found]:
    for entry in _waiting(lock):
        if entry["mode"] == READ and entry["waits_for"] is None:
            name = entry["candidate"] or ""
            yield name, f"{name} waits to read, although no writer is before it"


def _watches_another(lock: SharedLockState, own: Candidates, at: float) -> Iterator[Found]:
    for entry in _waiting(lock):
        name, right = entry["candidate"] or "", entry["waits_for"]
        if right is not None and entry["watches"] != right:
            detail = f"{name} watches {entry['watches'] or 'nothing'}, and waits for {right}"
            yield name, detail


def _waiting(lock: SharedLockState) -> Iterator[Entry]:
    """Return our clients that run and have said that they wait in their place."""
    for entry in lock["chain"]:
        if entry["belief"] == "waiting" and entry["process"] == "running":
            yield entry


def _torn(lock: SharedLockState, own: Candidates, at: float) -> Iterator[Found]:
    file = lock["file"]
    if file["torn"]:
        yield "file", f"{file['torn']} of {file['reads']} reads are torn: somebody wrote meanwhile"


def _lost_updates(lock: SharedLockState, own: Candidates, at: float) -> Iterator[Found]:
    file = lock["file"]
    if file["lost"]:
        detail = (
            f"{file['finished']} writes are finished, and the file says {file['value']}: "
            f"{file['lost']} of them are lost"
        )
        yield "file", detail


INVARIANTS = (
    Invariant("writer_alone", 0.0, _not_alone),
    Invariant("readers_together", SETTLE, _kept_waiting, needs_seen=True),
    Invariant("watches_the_right_one", SETTLE, _watches_another, needs_seen=True),
    Invariant("no_torn_read", 0.0, _torn),
    Invariant("no_lost_update", 0.0, _lost_updates),
)
"""The invariants, checked on every event.

- writer_alone: no writer believes it holds the lock while anybody else does, among those whose
  session lasts by their own clock.
- readers_together: a reader before whom no writer stands holds the lock, and does not wait.
- watches_the_right_one: a reader that waits watches the next writer before it, a writer that waits
  the next one of any kind, and each of them nothing else.
- no_torn_read: what a reader has read at the end is of the text whose beginning it has read.
- no_lost_update: the file has grown by as many as writes were finished.

ZooKeeper shows the znodes of other programs, and nothing more is known of them: they stand in the
line, and none of these rules judges them.
"""


# -- the model ---------------------------------------------------------------------------------


class SharedLockModel(guarded.GuardedModel[SharedLockState]):
    """The read model of shared locks."""

    section = "shared_locks"
    thing = "shared lock"
    recipes = ("reader", "writer")
    families = ("shared_lock",)
    invariants = INVARIANTS
    lists: ClassVar = {
        "": ZnodeList.in_order("chain", _entry, ordered=chains.ordered, leaves=_leaves)
    }
    lines: ClassVar = {**LINES, **CHAIN, "holders": ()}
    folds: ClassVar = {
        **guarded.GuardedModel.folds,
        **by_kind(
            *(on(kind, guarded.stood_still) for kind in guarded.STANDS_STILL),
            on(CandidateReported, _reported),
            on(guarded.WaitGivenUp, _gave_up),
            on(guarded.TaskWritten, _written),
            on(FileRead, _read),
            on(guarded.TaskAbandoned, _abandoned),
            on(ClientRevoked, _revoked),
            on(SharedLockOpened, _with_file),
            on(SharedLockSwitched, _with_file),
            on(LockRevoking, _revoking),
            on(LockUnrevoked, _unrevoked),
        ),
    }
    new = staticmethod(new_shared_lock)
    story = staticmethod(tell)

    def link(
        self, lock: SharedLockState, own: Candidates, zookeeper: Zookeeper, at: float
    ) -> SharedLockState:
        """Work out for whom each one waits, who holds it by the list, and who is asked for it."""
        settle, stands = SETTLE + slack(zookeeper["round_trip_ms"]), _stands(lock["chain"])
        linked = chains.link(
            lock["chain"], own, lock["listed"], at=at, settle=settle, stands=stands
        )
        chain = [_marked(entry, stands[entry["znode"]][0], lock["revoking"]) for entry in linked]
        return {
            **lock,
            "chain": chain,
            "holders": [entry["znode"] for entry in chain if entry["truth"] == "holder"],
            "tasks": guarded.left(lock["tasks"], own, chain),
            "turns": {name: one for name, one in lock["turns"].items() if name in own},
        }
