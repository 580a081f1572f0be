"""A shared lock in the state document: what the facts about its znodes and clients make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar, Literal

from ...readmodels import chain as chains
from ...readmodels import guarded as files
from ...readmodels.document import Candidates, Data, Entry, without_key
from ...readmodels.guarded import Asked, GuardedModel
from ...readmodels.model import CHAIN, LINES
from ...readmodels.violations import SETTLE, slack
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .checks import INVARIANTS, MODES
from .document import Revoking, SharedAccount, SharedFile, SharedLockState, Torn, Turns
from .line import UNLOCK, blockers_of, is_of_recipe, mode_of
from .text import tell
from .words import TONES, WORDS

STANDS_STILL = ("killed", "paused", "exited")

# -- znodes -----------------------------------------------------------------------------------


def _entry(member: Data) -> Entry:
    """Return an entry with what its owner wants, by its name."""
    return {**chains.entry_of(member), "mode": mode_of(member["znode"])}


def _leaves(lock: SharedLockState, gone: Entry, at: float) -> SharedLockState:
    return {**lock, "revoking": without_key(lock["revoking"], gone["znode"])}


# -- clients ----------------------------------------------------------------------------------


def _stopped(
    kind: str, lock: SharedLockState, candidate: str, data: Data, at: float
) -> SharedLockState:
    """Stop its task; forget what it asks for and holds once its process has ended."""
    lock = {**lock, "tasks": files.stopped(lock["tasks"], candidate, at)}
    if kind != "exited":
        return lock
    asks, holds = without_key(lock["asks"], candidate), without_key(lock["holds"], candidate)
    return {**lock, "asks": asks, "holds": holds}


def _resumed(lock: SharedLockState, candidate: str, data: Data, at: float) -> SharedLockState:
    return {**lock, "tasks": files.going_on(lock["tasks"], candidate, at)}


def _asking(lock: SharedLockState, candidate: str, data: Data, at: float) -> SharedLockState:
    asked: Asked = {"at": at, "until": data.get("until")}
    return {**lock, "asks": {**lock["asks"], candidate: asked}}


def _gave_up(lock: SharedLockState, candidate: str, data: Data, at: float) -> SharedLockState:
    return _counted({**lock, "asks": without_key(lock["asks"], candidate)}, candidate, "gave_up")


def _reported(lock: SharedLockState, candidate: str, data: Data, at: float) -> SharedLockState:
    holds, known = data.get("belief") == "holding", candidate in lock["holds"]
    if holds == known:
        return lock
    if not holds:
        return {**lock, "holds": without_key(lock["holds"], candidate)}
    holding = {**lock["holds"], candidate: at}
    lock = {**lock, "holds": holding, "asks": without_key(lock["asks"], candidate)}
    return _counted(lock, candidate, "held")


def _working(lock: SharedLockState, candidate: str, data: Data, at: float) -> SharedLockState:
    return {**lock, "tasks": files.with_task(lock["tasks"], candidate, data)}


def _written(lock: SharedLockState, candidate: str, data: Data, at: float) -> SharedLockState:
    file: SharedFile = {**lock["file"], **files.written(lock["file"], data, at)}
    lock = {**lock, "file": file}
    return _done(lock, candidate, "finished")


def _read(lock: SharedLockState, candidate: str, data: Data, at: float) -> SharedLockState:
    """Count what was read, unless it was in a file that nobody uses any more."""
    file = lock["file"]
    if data["file"] == file["name"]:
        first, last = data["first"], data["last"]
        if first != last:
            torn: Torn = {"by": candidate, "at": at, "first": first, "last": last}
            file = {**file, "torn": file["torn"] + 1, "last_torn": torn}
        lock = {**lock, "file": {**file, "reads": file["reads"] + 1}}
    return _done(lock, candidate, "finished")


def _abandoned(lock: SharedLockState, candidate: str, data: Data, at: float) -> SharedLockState:
    return _done(lock, candidate, "abandoned")


def _revoked(lock: SharedLockState, candidate: str, data: Data, at: float) -> SharedLockState:
    return _counted(lock, candidate, "gave_back")


def _done(lock: SharedLockState, candidate: str, what: Deed) -> SharedLockState:
    return _counted({**lock, "tasks": without_key(lock["tasks"], candidate)}, candidate, what)


Deed = Literal["held", "finished", "abandoned", "gave_up", "gave_back"]

_NOTHING_YET: Turns = {"held": 0, "finished": 0, "abandoned": 0, "gave_up": 0, "gave_back": 0}


def _counted(lock: SharedLockState, candidate: str, what: Deed) -> SharedLockState:
    turns = lock["turns"].get(candidate, _NOTHING_YET).copy()
    turns[what] += 1
    return {**lock, "turns": {**lock["turns"], candidate: turns}}


_FOLDS = {
    "resumed": _resumed,
    "asking": _asking,
    "gave_up": _gave_up,
    "reported": _reported,
    "working": _working,
    "written": _written,
    "read": _read,
    "abandoned": _abandoned,
    "revoked": _revoked,
}


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
    words = WORDS
    tones = TONES
    invariants = INVARIANTS
    lists: ClassVar = {
        "": ZnodeList.in_order("chain", _entry, ordered=chains.ordered, leaves=_leaves)
    }
    lines: ClassVar = {**LINES, **CHAIN, "holders": ()}
    folds: ClassVar = {**_FOLDS, **{kind: partial(_stopped, kind) for kind in STANDS_STILL}}
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

    def with_event(
        self, lock: SharedLockState, what: str, data: Data, at: float
    ) -> SharedLockState:
        """Fold `shared_lock.opened` or `.switched` {on, file}: a file of its own begins, and what
        is counted by it. `.revoking` {znode, by}: a person asks its owner to give back;
        `.unrevoked`: that could not be written.
        """
        if what == "revoking":
            asked: Revoking = {"at": at, "by": data["by"]}
            return {**lock, "revoking": {**lock["revoking"], data["znode"]: asked}}
        if what == "unrevoked":
            return {**lock, "revoking": without_key(lock["revoking"], data["znode"])}
        if what not in ("opened", "switched"):
            return lock
        return {
            **lock,
            "locking": data["on"],
            "file": _file(data["file"]),
            "before": _account(lock["file"], lock["locking"]) if what == "switched" else None,
            "tasks": {},
            "asks": {},
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
