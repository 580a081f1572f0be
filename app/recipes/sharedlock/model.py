"""A shared lock in the state document: what the facts about its znodes and clients make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from ...readmodels import chain as chains
from ...readmodels import guarded as files
from ...readmodels.document import Candidates, Data, Entry, without_key
from ...readmodels.event import Event
from ...readmodels.events import CandidateReported
from ...readmodels.guarded import GuardedModel, TaskAbandoned, TaskWritten, WaitGivenUp
from ...readmodels.model import CHAIN, LINES, by_kind, on
from ...readmodels.violations import SETTLE, slack
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .checks import INVARIANTS, MODES
from .document import Revoking, SharedAccount, SharedFile, SharedLockState, Torn, Turns
from .events import (
    ClientRevoked,
    FileRead,
    LockRevoking,
    LockUnrevoked,
    SharedLockOpened,
    SharedLockSwitched,
)
from .line import UNLOCK, blockers_of, is_of_recipe, mode_of
from .text import tell

# -- znodes -----------------------------------------------------------------------------------


def _entry(member: Data) -> Entry:
    """Return an entry with what its owner wants, by its name."""
    return {**chains.entry_of(member), "mode": mode_of(member["znode"])}


def _leaves(lock: SharedLockState, gone: Entry, at: float) -> SharedLockState:
    return {**lock, "revoking": without_key(lock["revoking"], gone["znode"])}


# -- clients ----------------------------------------------------------------------------------


def _gave_up(lock: SharedLockState, event: WaitGivenUp, at: float) -> SharedLockState:
    asks = without_key(lock["asks"], event.subject)
    return _counted({**lock, "asks": asks}, event, "gave_up")


def _reported(lock: SharedLockState, event: CandidateReported, at: float) -> SharedLockState:
    name, holds = event.subject, event.belief == "holding"
    if holds == (name in lock["holds"]):
        return lock
    if not holds:
        return {**lock, "holds": without_key(lock["holds"], name)}
    holding, asks = {**lock["holds"], name: at}, without_key(lock["asks"], name)
    return _counted({**lock, "holds": holding, "asks": asks}, event, "held")


def _written(lock: SharedLockState, event: TaskWritten, at: float) -> SharedLockState:
    file = files.written(lock["file"], event, at)
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


def _abandoned(lock: SharedLockState, event: TaskAbandoned, at: float) -> SharedLockState:
    return _done(lock, event, "abandoned")


def _revoked(lock: SharedLockState, event: ClientRevoked, at: float) -> SharedLockState:
    return _counted(lock, event, "gave_back")


def _done(lock: SharedLockState, event: Event, what: Deed) -> SharedLockState:
    tasks = without_key(lock["tasks"], event.subject)
    return _counted({**lock, "tasks": tasks}, event, what)


Deed = Literal["held", "finished", "abandoned", "gave_up", "gave_back"]

_NOTHING_YET: Turns = {"held": 0, "finished": 0, "abandoned": 0, "gave_up": 0, "gave_back": 0}


def _counted(lock: SharedLockState, event: Event, what: Deed) -> SharedLockState:
    turns = lock["turns"].get(event.subject, _NOTHING_YET).copy()
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
        "file": _file(event.file),
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


def _file(name: str | None) -> SharedFile:
    """Return a fresh file, which says 0 and has not been read."""
    return {**files.new_file(name), "reads": 0, "torn": 0, "last_torn": None}


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


class SharedLockModel(GuardedModel[SharedLockState]):
    """The read model of shared locks."""

    section = "shared_locks"
    thing = "shared lock"
    recipes = tuple(MODES)
    families = ("shared_lock",)
    invariants = INVARIANTS
    lists: ClassVar = {
        "": ZnodeList.in_order("chain", _entry, ordered=chains.ordered, leaves=_leaves)
    }
    lines: ClassVar = {**LINES, **CHAIN, "holders": ()}
    folds: ClassVar = {
        **GuardedModel.folds,
        **by_kind(
            *(on(kind, files.stood_still) for kind in files.STANDS_STILL),
            on(CandidateReported, _reported),
            on(WaitGivenUp, _gave_up),
            on(TaskWritten, _written),
            on(FileRead, _read),
            on(TaskAbandoned, _abandoned),
            on(ClientRevoked, _revoked),
            on(SharedLockOpened, _with_file),
            on(SharedLockSwitched, _with_file),
            on(LockRevoking, _revoking),
            on(LockUnrevoked, _unrevoked),
        ),
    }
    story = staticmethod(tell)

    def new(self, path: str, recipe: str = "reader") -> SharedLockState:
        """Return a shared lock that nobody wants yet."""
        return {
            "path": path,
            "recipe": recipe,
            "locking": True,
            "chain": [],
            "listed": None,
            "holders": [],
            "asks": {},
            "holds": {},
            "tasks": {},
            "turns": {},
            "revoking": {},
            "file": _file(None),
            "before": None,
            "violations": [],
            "doubts": [],
            "invariants": self.verdicts([], 0.0),
            "story": [],
            "reason": [],
        }

    def link(
        self, lock: SharedLockState, own: Candidates, zookeeper: Zookeeper, at: float
    ) -> SharedLockState:
        """Work out for whom each one waits, who holds it by the list, and who is asked for it."""
        settle, stands = SETTLE + slack(zookeeper), _stands(lock["chain"])
        linked = chains.link(
            lock["chain"], own, lock["listed"], at=at, settle=settle, stands=stands
        )
        chain = [_marked(entry, stands[entry["znode"]][0], lock["revoking"]) for entry in linked]
        return {
            **lock,
            "chain": chain,
            "holders": [entry["znode"] for entry in chain if entry["truth"] == "holder"],
            "tasks": files.left(lock["tasks"], own, chain),
            "turns": {name: one for name, one in lock["turns"].items() if name in own},
        }
