"""Tell what is happening at a lock, in a sentence or two: text, and parts that the page draws
(`who`, and times, which it keeps running).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...readmodels.document import Candidates, Entry
from ...readmodels.ensemble_story import cut_off, not_noticed, out_of_reach
from ...readmodels.guarded import holders
from ...readmodels.story_parts import at_once, in_words, several, tone_of, who
from ...readmodels.zookeeper import Part, Story, Zookeeper
from .state import Ending, LockState

_DEED = {
    "kill": "was killed",
    "pause": "was frozen",
    "expire": "had its session ended by hand",
    "stop": "was asked to stop",
    "exit": "ended by itself",
}


def tell(lock: LockState, candidates: Candidates, zookeeper: Zookeeper) -> Story:
    """Tell the lock's story. zookeeper: that part of the state document."""
    chain, alive = lock["chain"], _alive(candidates)
    if not lock["locking"]:
        return _without_lock(lock, alive, candidates)
    unaware = not_noticed(list(holders(candidates)), "its work")
    seen = _cut_off(chain, alive)
    gone = out_of_reach(zookeeper, "nobody gets the lock", unaware, seen, anybody=bool(alive))
    if gone:
        return gone
    if not chain:
        return _nobody(lock, alive)
    return [*_deluded(chain, candidates), *_holder(lock, chain)]


def _alive(candidates: Candidates) -> list[str]:
    return [name for name, one in candidates.items() if one["process"] != "exited"]


def _cut_off(chain: Sequence[Entry], alive: Sequence[str]) -> Story:
    if not alive:
        return ["Nobody wants this lock."]
    if not chain:
        return [cut_off(len(alive)), "nobody had asked for the lock. "]
    place = "alone in the line" if len(chain) == 1 else f"first of {in_words(len(chain))}"
    first: Story = [who(chain[0], "wait"), f" was {place}. "]
    return ["The last holder of the lock has stopped its work. ", cut_off(len(alive)), *first]


def _nobody(lock: LockState, alive: Sequence[str]) -> Story:
    if not alive:
        return ["Nobody wants this lock. Start three clients, and see them take turns."]
    gave_up = sum(one["gave_up"] for one in lock["waits"].values())
    return ["Nobody holds the lock." if gave_up else "The lock is free: its clients are coming."]


# -- with the lock ----------------------------------------------------------------------------


def _holder(lock: LockState, chain: Sequence[Entry]) -> Story:
    holder, ending = chain[0], lock["ending"]
    if ending and ending["from"] == holder["candidate"] and ending["fault"] in _DEED:
        return _ending(ending, holder, chain[1:])
    if _is_absent(holder):
        return _held_up(holder, chain[1:])
    if holder["belief"] == "suspended":
        return [
            who(holder, "dead"),
            " owns the lowest znode, but cannot reach ZooKeeper: it has been told that the lock is "
            "lost, and writes nothing.",
        ]
    if holder["belief"] == "unknown":
        return [who(holder, "lead"), " has the lowest znode: it holds the lock. ", *_queue(chain)]
    if holder["belief"] != "holding":
        return [who(holder, "new"), " has the lowest znode and is about to hold the lock."]
    return [who(holder, "lead"), " holds the lock", *_at_work(lock, holder), *_queue(chain)]


def _at_work(lock: LockState, holder: Entry) -> Story:
    task = lock["tasks"].get(holder["candidate"] or "")
    if task is None:
        return [". "]
    return [
        f": it has read {task['read']} from the file, works, and will write {task['read'] + 1}. "
    ]


def _queue(chain: Sequence[Entry]) -> Story:
    waiting = chain[1:]
    if not waiting:
        return ["Nobody waits for it."]
    if _is_absent(waiting[0]):
        return [*_absent(waiting[0]), ", and is next: first its session has to end."]
    following: Part = who(waiting[0], "wait")
    if len(waiting) == 1:
        return [following, " waits, and watches it."]
    more = "one more waits" if len(waiting) == 2 else f"{len(waiting) - 1} more wait"
    return [following, f" is next; {more}, each watching the one before it."]


def _ending(ending: Ending, holder: Entry, waiting: Sequence[Entry]) -> Story:
    parts: Story = [
        who(holder, tone_of(ending["fault"])),
        f" {_DEED[ending['fault']]} in its task ",
        {"ago": ending["at"]},
    ]
    if ending["fault"] == "stop":
        return [*parts, ": it deletes its own znode, and nobody has to wait for its session."]
    if ending["fault"] == "expire":
        return [*parts, ": its znode goes with its session. ", *_then(waiting)]
    parts += ["; it holds the lock until ZooKeeper ends its session", *_left(holder), ". "]
    if ending["fault"] == "pause":
        parts.append("Woken after that, it is told before it writes. ")
    return [*parts, *_then(waiting)]


def _held_up(holder: Entry, waiting: Sequence[Entry]) -> Story:
    """Tell that it is the turn of a process that cannot take it."""
    until = "; now it is its turn, and nobody holds the lock until ZooKeeper ends its session"
    return [*_absent(holder), until, *_left(holder), ". ", *_then(waiting)]


def _is_absent(entry: Entry) -> bool:
    """Tell whether its process can do nothing: it is dead or frozen."""
    return entry["process"] in ("exited", "paused") and entry["fault"] in ("kill", "pause", "exit")


def _absent(entry: Entry) -> Story:
    fault = entry["fault"]
    return [who(entry, tone_of(fault)), f" {_DEED[fault or '']} while it waited"]


def _left(holder: Entry) -> Story:
    left = holder["session_ends"]
    return [", in about ", {"left": left}] if left is not None else []


def _then(waiting: Sequence[Entry]) -> Story:
    return ["Then ", who(waiting[0], "wait"), " is next."] if waiting else []


def _deluded(chain: Sequence[Entry], candidates: Candidates) -> Story:
    """Tell of a frozen process whose session is over, and that does not know it."""
    for name, one in holders(candidates).items():
        if one["process"] == "paused" and name != chain[0]["candidate"]:
            return [
                {"who": name, "tone": "frozen"},
                " is frozen and still believes that it holds the lock; when it wakes, it is told "
                "before it writes. ",
            ]
    return []


# -- without it -------------------------------------------------------------------------------


def _without_lock(lock: LockState, alive: Sequence[str], candidates: Candidates) -> Story:
    if not alive:
        return ["The lock is taken away, and no client is there to do harm."]
    file = lock["file"]
    parts: Story = [f"The lock is taken away. {at_once(candidates)}"]
    if not file["finished"]:
        return [*parts, ". Clients that read the same number write the same number plus one."]
    lost: Part = {"who": str(file["lost"]), "tone": "dead"} if file["lost"] else "no"
    return [
        *parts,
        f": {several(file['finished'], 'task')} finished, the file says {file['value']}, and ",
        lost,
        f" update{'' if file['lost'] == 1 else 's'} {'is' if file['lost'] == 1 else 'are'} lost.",
    ]
