"""The shared lock's sentence: who reads, who writes, and for whom the others wait."""

from __future__ import annotations

from collections.abc import Sequence

from ...readmodels.document import Candidates, Entry
from ...readmodels.ensemble_story import cut_off, not_noticed, out_of_reach
from ...readmodels.guarded import holders
from ...readmodels.story_parts import DEED, at_once, count, in_words, named, several, tone_of, who
from ...readmodels.zookeeper import Story, Zookeeper
from .document import SharedLockState
from .line import READ

UNTOLD = ("joining", "waiting")


def tell(lock: SharedLockState, candidates: Candidates, zookeeper: Zookeeper) -> Story:
    """Tell the shared lock's story as it stands. zookeeper: that part of the state document."""
    alive = [name for name, one in candidates.items() if one["process"] != "exited"]
    if not lock["locking"]:
        return _without_lock(lock, alive, candidates)
    unaware = not_noticed(list(holders(candidates)), "its work")
    seen = _cut_off(lock["chain"], alive)
    gone = out_of_reach(zookeeper, "nobody gets the lock", unaware, seen, anybody=bool(alive))
    if gone:
        return gone
    if not lock["chain"]:
        return _nobody(alive)
    return [*_deluded(lock, candidates), *_those_in_front(lock), *_asked(lock), *_line(lock)]


def _cut_off(chain: Sequence[Entry], alive: Sequence[str]) -> Story:
    if not alive:
        return ["Nobody wants this lock."]
    stood = f"{count(len(chain), 'client')} stood in its line. " if chain else "nobody stood there."
    return ["Each holder has stopped its work. ", cut_off(len(alive)), stood.lower()]


def _nobody(alive: Sequence[str]) -> Story:
    if alive:
        return ["The lock is free: its clients are coming."]
    return [
        "Nobody wants this lock. Start three readers and a writer: see who reads together, and who "
        "waits for whom."
    ]


# -- with the lock ----------------------------------------------------------------------------


def _of_turn(lock: SharedLockState) -> list[Entry]:
    """Return those whose turn it is by the list: some readers, or one writer."""
    return [entry for entry in lock["chain"] if entry["truth"] == "holder"]


def _those_in_front(lock: SharedLockState) -> Story:
    front = _of_turn(lock)
    if not front:
        return ["Only clients of other programs have their turn, by rules of their own. "]
    absent = [entry for entry in front if _is_absent(entry)]
    able = [entry for entry in front if not _is_absent(entry)]
    untold = [entry for entry in able if entry["belief"] in UNTOLD]
    at_work = [entry for entry in able if entry not in untold]
    present = _present(lock, at_work) + _about_to(untold)
    return [*present, *(part for one in absent for part in _absent(one, bool(able)))]


def _present(lock: SharedLockState, front: Sequence[Entry]) -> Story:
    if not front:
        return []
    if front[0]["mode"] == READ:
        return _readers(front, anybody_waits=len(lock["chain"]) > len(_of_turn(lock)))
    task = lock["tasks"].get(front[0]["candidate"] or "")
    if task is None:
        return [who(front[0], "lead"), " has the lock alone, to write. "]
    doing = f" writes, alone: it has read {task['read']}, and will write {task['read'] + 1}. "
    return [who(front[0], "lead"), doing]


def _readers(front: Sequence[Entry], *, anybody_waits: bool) -> Story:
    """Tell who reads: others may join them until a writer waits."""
    names = [entry["name"] for entry in front]
    alone = " reads. " if anybody_waits else " reads: other readers may join it. "
    how = alone if len(names) == 1 else " read together. "
    return [*named(names, "lead"), how]


def _about_to(untold: Sequence[Entry]) -> Story:
    """Tell of those whose turn has come, and who have not said that they know it."""
    if not untold:
        return []
    has = "has its turn, and is" if len(untold) == 1 else "have their turn, and are"
    together = " together" if len(untold) > 1 else ""
    what = f"read{together}" if untold[0]["mode"] == READ else "write, alone"
    return [*named([entry["name"] for entry in untold], "new"), f" {has} about to {what}. "]


def _is_absent(entry: Entry) -> bool:
    """Tell whether its process cannot do its task: it is dead, frozen, or cut off."""
    is_still = entry["process"] in ("exited", "paused") and entry["fault"] in DEED
    return is_still or entry["belief"] == "suspended"


def _absent(entry: Entry, others: bool) -> Story:
    if entry["belief"] == "suspended":
        return [who(entry, "dead"), " cannot reach ZooKeeper, and has stopped its work. "]
    fault = entry["fault"]
    left: Story = [", in about ", {"left": entry["session_ends"]}] if entry["session_ends"] else []
    what = "keeps its place" if others else "holds the lock"
    until = f" and {what} until ZooKeeper ends its session"
    return [who(entry, tone_of(fault)), f" {DEED[fault or '']}", until, *left, ". "]


def _asked(lock: SharedLockState) -> Story:
    """Tell who is asked to give back; nobody but the owner deletes the znode."""
    asked = [entry for entry in lock["chain"] if entry["revoked"]]
    if not asked:
        return []
    names: Story = named([entry["name"] for entry in asked], "new")
    was = f" {'was' if len(asked) == 1 else 'were'} asked to give the lock back"
    if any(_is_absent(entry) for entry in asked):
        return [*names, f"{was}, but asking needs a process that can answer. "]
    does = "it leaves its task" if len(asked) == 1 else "they leave their tasks"
    return [*names, f"{was}: {does} undone. "]


def _line(lock: SharedLockState) -> Story:
    waiting = [entry for entry in lock["chain"] if entry["truth"] == "waiting"]
    if not waiting:
        return ["Nobody waits."]
    first, rest = waiting[0], waiting[1:]
    if first["mode"] == READ:
        return _readers_next(waiting)
    front = _of_turn(lock)
    for_whom = "until the last reader is gone" if len(front) > 1 else "until its turn comes"
    told: Story = [who(first, "wait"), f" wants to write, and waits {for_whom}"]
    return [*told, f"; {_behind(len(rest))} behind it."] if rest else [*told, "."]


def _readers_next(waiting: Sequence[Entry]) -> Story:
    """Tell which readers are woken when the writer goes: all up to the next writer."""
    readers = []
    for entry in waiting:
        if entry["mode"] != READ:
            break
        readers.append(entry["name"])
    rest = len(waiting) - len(readers)
    verb = (
        "waits for it to end" if len(readers) == 1 else "wait for it to end, and then read together"
    )
    told: Story = [*named(readers, "wait"), f" {verb}"]
    return [*told, f"; {_behind(rest)} behind."] if rest else [*told, "."]


def _behind(number: int) -> str:
    return "one more waits" if number == 1 else f"{in_words(number)} more wait"


def _deluded(lock: SharedLockState, candidates: Candidates) -> Story:
    """Tell of those that are frozen, whose session is over, and that do not know it."""
    standing = {entry["candidate"] for entry in lock["chain"]}
    names = [
        name
        for name, one in holders(candidates).items()
        if one["process"] == "paused" and name not in standing
    ]
    if not names:
        return []
    believes = " is frozen and still believes that it holds the lock; it is told before it writes. "
    if len(names) > 1:
        believes = (
            " are frozen and still believe that they hold the lock; they are told before they "
            "write. "
        )
    return [*named(names, "frozen"), believes]


# -- without it -------------------------------------------------------------------------------


def _without_lock(lock: SharedLockState, alive: Sequence[str], candidates: Candidates) -> Story:
    if not alive:
        return ["The lock is taken away, and nobody is there to do harm."]
    file = lock["file"]
    told: Story = [f"The lock is taken away. {at_once(candidates)}. "]
    if not file["finished"] and not file["reads"]:
        return [*told, "What they read may change while they read it."]
    return [
        *told,
        _harm(count(file["reads"], "read"), file["torn"], "torn"),
        "; ",
        _harm(several(file["finished"], "write"), file["lost"], "lost"),
        ".",
    ]


def _harm(done: str, harmed: int, how: str) -> str:
    return f"{done}, {in_words(harmed) if harmed else 'none'} {how}"
