"""Every sentence about a shared lock: who reads, who writes, and for whom the others wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...participation.step import Step
from ...readmodels.document import Candidates, Entry
from ...readmodels.ensemble_story import cut_off, not_noticed, out_of_reach
from ...readmodels.guarded import holders
from ...readmodels.scenes import (
    DEED,
    People,
    Places,
    Scenes,
    at_once,
    count,
    in_words,
    joined,
    several,
    tone_of,
    who,
)
from ...readmodels.zookeeper import Story, Telling, Zookeeper
from .state import SharedLockState
from .znodes import READ

WITHOUT, CUT_OFF, STORY, FRONT, ABOUT_TO, ABSENT, ASKED, LINE = (Scenes() for _ in range(8))
UNTOLD = ("joining", "waiting")


class SharedLockSeen(NamedTuple):
    """What a scene looks at. alive: its processes that have not ended."""

    lock: SharedLockState
    candidates: Candidates
    alive: Sequence[str]

    @property
    def of_turn(self) -> list[Entry]:
        """Return those whose turn it is by the list: some readers, or one writer."""
        return [entry for entry in self.lock["chain"] if entry["truth"] == "holder"]

    @property
    def at_work(self) -> list[Entry]:
        """Return those of them that can do their task, and know that they may."""
        return [one for one in self._able if one["belief"] not in UNTOLD]

    @property
    def untold(self) -> list[Entry]:
        """Return those of them who have not said that they know of their turn."""
        return [one for one in self._able if one["belief"] in UNTOLD]

    @property
    def _able(self) -> list[Entry]:
        return [one for one in self.of_turn if not _is_absent(one)]

    @property
    def waiting(self) -> list[Entry]:
        """Return those who wait for their turn."""
        return [entry for entry in self.lock["chain"] if entry["truth"] == "waiting"]


def tell(lock: SharedLockState, candidates: Candidates, zookeeper: Zookeeper) -> Telling:
    """Tell the shared lock's story as it stands. zookeeper: that part of the state document."""
    alive = [name for name, one in candidates.items() if one["process"] != "exited"]
    seen = SharedLockSeen(lock, candidates, alive)
    if not lock["locking"]:
        return WITHOUT.told(seen)
    return out_of_reach(
        zookeeper,
        "nobody gets the lock",
        CUT_OFF.tell(seen),
        unaware=not_noticed(list(holders(candidates)), "its work"),
        anybody=bool(alive),
    ) or STORY.told(seen)


# -- while ZooKeeper is out of reach ----------------------------------------------------------


@CUT_OFF("Nobody wants this lock.")
def nobody(seen: SharedLockSeen) -> bool:
    return not seen.alive


@CUT_OFF("Each holder has stopped its work. {cut_off} When ZooKeeper was last heard, {stood} "
         "stood {where}.")  # fmt: skip
def some_stood(seen: SharedLockSeen) -> Places:
    number = len(seen.lock["chain"])
    return {
        "cut_off": cut_off(len(seen.alive)),
        "stood": several(number, "client") if number else "nobody",
        "where": "in its line" if number else "there",
    }


# -- the lock ---------------------------------------------------------------------------------


@STORY(
    "Nobody wants this lock.",
    "Start three readers and a writer: see who reads together, and who waits for whom.",
)
def nobody_is_here(seen: SharedLockSeen) -> bool:
    return not seen.lock["chain"] and not seen.alive


@STORY("The lock is free: its clients are coming.")
def it_is_free(seen: SharedLockSeen) -> bool:
    return not seen.lock["chain"]


@STORY(
    "{names} {names:is|are} frozen and still {names:believes that it holds|believe that they hold} "
    "the lock; {names:it is|they are} told before {names:it writes|they write}.",
    "{front}",
    "{rest}",
)
def some_are_deluded(seen: SharedLockSeen) -> Places | None:
    """Tell of those that are frozen, whose session is over, and that do not know it."""
    standing = {entry["candidate"] for entry in seen.lock["chain"]}
    names = [
        name
        for name, one in holders(seen.candidates).items()
        if one["process"] == "paused" and name not in standing
    ]
    if not names:
        return None
    front = joined(*_of_turn(seen))
    return {"names": People(names, "frozen"), "front": front, "rest": _rest(seen)}


@STORY("Only clients of other programs have their turn, by rules of their own.", "{rest}")
def only_others_have_it(seen: SharedLockSeen) -> Places | None:
    return None if seen.of_turn else {"rest": _rest(seen)}


@STORY("{front}", "{more}", "{rest}")
def some_have_their_turn(seen: SharedLockSeen) -> Places:
    first, *more = filter(None, _of_turn(seen))
    return {"front": first, "more": joined(*more), "rest": _rest(seen)}


def _rest(seen: SharedLockSeen) -> Story:
    return joined(ASKED.tell(seen), LINE.tell(seen))


def _of_turn(seen: SharedLockSeen) -> list[Story]:
    """Tell of those at work first, then of those who are about to, then of those who cannot."""
    absent = [one for one in seen.of_turn if _is_absent(one)]
    cannot = [ABSENT.tell(one, len(seen.of_turn) > len(absent)) for one in absent]
    return [FRONT.tell(seen), ABOUT_TO.tell(seen), *cannot]


def _names(entries: Sequence[Entry], tone: str) -> People:
    return People([entry["name"] for entry in entries], tone)


@FRONT("{names} {names:reads|read together}.")
def some_read(seen: SharedLockSeen) -> Places | None:
    """Tell who reads while somebody waits, or together."""
    those, alone = seen.at_work, len(seen.lock["chain"]) == len(seen.of_turn)
    if not those or those[0]["mode"] != READ or (alone and len(those) == 1):
        return None
    return {"names": _names(those, "lead")}


@FRONT("{names} reads: other readers may join it.")
def one_reads(seen: SharedLockSeen) -> Places | None:
    those = seen.at_work
    return {"names": _names(those, "lead")} if those and those[0]["mode"] == READ else None


@FRONT("{who} has the lock alone, to write.")
def one_may_write(seen: SharedLockSeen) -> Places | None:
    those = seen.at_work
    if not those or those[0]["candidate"] in seen.lock["tasks"]:
        return None
    return {"who": who(those[0], "lead")}


@FRONT("{who} writes, alone: it has read {read}, and will write {written}.")
def one_writes(seen: SharedLockSeen) -> Places | None:
    those = seen.at_work
    if not those:
        return None
    read = seen.lock["tasks"][those[0]["candidate"] or ""]["read"]
    return {"who": who(those[0], "lead"), "read": read, "written": read + 1}


@ABOUT_TO(
    "{names} {names:has its|have their} turn, and {names:is|are} about to read{names:| together}."
)
def some_are_about_to_read(seen: SharedLockSeen) -> Places | None:
    those = seen.untold
    return {"names": _names(those, "new")} if those and those[0]["mode"] == READ else None


@ABOUT_TO("{names} {names:has its|have their} turn, and {names:is|are} about to write, alone.")
def one_is_about_to_write(seen: SharedLockSeen) -> Places | None:
    return {"names": _names(seen.untold, "new")} if seen.untold else None


def _is_absent(entry: Entry) -> bool:
    """Tell whether its process cannot do its task: it is dead, frozen, or cut off."""
    is_still = entry["process"] in ("exited", "paused") and entry["fault"] in DEED
    return is_still or entry["belief"] == "suspended"


@ABSENT("{who} cannot reach ZooKeeper, and has stopped its work.")
def it_is_cut_off(entry: Entry, others: bool) -> Places | None:
    return {"who": who(entry, "dead")} if entry["belief"] == "suspended" else None


@ABSENT("{who} {deed} and {keeps} until ZooKeeper ends its session[, in about {left}].")
def it_does_nothing(entry: Entry, others: bool) -> Places:
    ends = entry["session_ends"]
    return {
        "who": who(entry, tone_of(entry["fault"])),
        "deed": DEED[entry["fault"] or ""],
        "keeps": "keeps its place" if others else "holds the lock",
        "left": {"left": ends} if ends else None,
    }


# -- who is asked to give back: nobody but the owner deletes the znode -------------------------


def _asked(seen: SharedLockSeen) -> list[Entry]:
    return [entry for entry in seen.lock["chain"] if entry["revoked"]]


@ASKED("{names} {names:was|were} asked to give the lock back, but asking needs a process that can "
       "answer.")  # fmt: skip
def one_cannot_answer(seen: SharedLockSeen) -> Places | None:
    asked = _asked(seen)
    return {"names": _names(asked, "new")} if any(map(_is_absent, asked)) else None


@ASKED(
    "{names} {names:was|were} asked to give the lock back: {names:it leaves its task|they leave "
    "their tasks} undone."
)
def some_give_back(seen: SharedLockSeen) -> Places | None:
    asked = _asked(seen)
    return {"names": _names(asked, "new")} if asked else None


# -- who waits --------------------------------------------------------------------------------


@LINE("Nobody waits.")
def nobody_waits(seen: SharedLockSeen) -> bool:
    return not seen.waiting


@LINE(
    "{names} {names:waits|wait} for it to end{names:|, and then read together}[; {behind} behind]."
)
def readers_are_next(seen: SharedLockSeen) -> Places | None:
    """Tell which readers are woken when the writer goes: all up to the next writer."""
    modes = [entry["mode"] == READ for entry in seen.waiting]
    readers = [*modes, False].index(False)
    if not readers:
        return None
    names, rest = seen.waiting[:readers], len(modes) - readers
    return {"names": _names(names, "wait"), "behind": _behind(rest)}


@LINE("{first} wants to write, and waits until {when}[; {behind} behind it].")
def a_writer_is_next(seen: SharedLockSeen) -> Places:
    last = "the last reader is gone" if len(seen.of_turn) > 1 else "its turn comes"
    first, *rest = seen.waiting
    return {"first": who(first, "wait"), "when": last, "behind": _behind(len(rest))}


def _behind(number: int) -> str | None:
    more = "one more waits" if number == 1 else f"{in_words(number)} more wait"
    return more if number else None


# -- without it -------------------------------------------------------------------------------


@WITHOUT("The lock is taken away, and nobody is there to do harm.")
def nobody_does_harm(seen: SharedLockSeen) -> bool:
    return not seen.alive


@WITHOUT("The lock is taken away. {at_once}.", "What they read may change while they read it.")
def nothing_is_done(seen: SharedLockSeen) -> Places | None:
    file = seen.lock["file"]
    is_used = file["finished"] or file["reads"]
    return None if is_used else {"at_once": at_once(seen.candidates)}


@WITHOUT("The lock is taken away. {at_once}.", "{reads}, {torn} torn; {writes}, {lost} lost.")
def harm_is_done(seen: SharedLockSeen) -> Places:
    file = seen.lock["file"]
    return {
        "at_once": at_once(seen.candidates),
        "reads": count(file["reads"], "read"),
        "torn": in_words(file["torn"]) if file["torn"] else "none",
        "writes": several(file["finished"], "write"),
        "lost": in_words(file["lost"]) if file["lost"] else "none",
    }


# -- step by step: each step with its line and the sentence that it carries out ---------------

SHARED_LOCK_IDEA = "A reader waits only for writers before it, a writer for everybody before it."
"""Its key idea."""

SHARED_LOCK_SOURCE = (
    "Apache ZooKeeper, Recipes and Solutions: Shared Locks, and Revocable Shared Locks"
)

_CONFIRM = "At any snapshot in time no two clients think they hold the same lock"
_RELEASE = (
    "The unlock protocol is very simple: clients wishing to release a lock simply delete the "
    "node they created in step 1"
)
_LIST = Step(
    "list children",
    "List the children, without a watch; watch my own znode's data",
    "Call getChildren() on the lock node without setting the watch flag - this is important, "
    "as it avoids the herd effect",
)
_NOTIFIED = Step(
    "notified",
    "When it is gone, list again",
    "If exists() returns false, goto step 2. Otherwise, wait for a notification for the "
    "pathname from the previous step before going to step 2",
)
_GIVE_UP = Step(
    "give up",
    "Waited too long? Delete my znode, without the lock",
    "Clients wishing to release a lock simply delete the node they created in step 1",
)
_GIVE_BACK = Step(
    "give back",
    'My znode says "unlock"? Delete it, and ask again later',
    "If the client subsequently receives notification for the node it created in step 1, it does "
    'another getData() on that node, with watch set and looks for the string "unlock", which '
    "signals to the client that it must release the lock",
)

READER = (
    Step(
        "create znode",
        'Create a znode "read-" with SEQUENCE and EPHEMERAL',
        'Call create() to create a node with pathname "guid-/read-". This is the lock node use '
        "later in the protocol. Make sure to set both the sequence and ephemeral flags",
    ),
    _LIST,
    Step(
        "hold",
        'No "write-" before mine, and mine is of my session? Read, together with other readers',
        'If there are no children with a pathname starting with "write-" and having a lower '
        "sequence number than the node created in step 1, the client has the lock and can exit "
        "the protocol",
    ),
    Step(
        "watch predecessor",
        'Watch only the next lower "write-"',
        "Otherwise, call exists(), with watch flag, set on the node in lock directory with "
        'pathname staring with "write-" having the next lowest sequence number',
    ),
    _NOTIFIED,
    Step("confirm", "Before I say what I have read: does my znode still exist?", _CONFIRM),
    Step("release", "Delete my own znode: perhaps a writer's turn", _RELEASE),
    _GIVE_BACK,
    _GIVE_UP,
)

WRITER = (
    Step(
        "create znode",
        'Create a znode "write-" with SEQUENCE and EPHEMERAL',
        'Call create() to create a node with pathname "guid-/write-". This is the lock node '
        "spoken of later in the protocol. Make sure to set both sequence and ephemeral flags",
    ),
    _LIST,
    Step(
        "hold",
        "Is the lowest znode of all mine, and of my session? Write, alone",
        "If there are no children with a lower sequence number than the node created in step 1, "
        "the client has the lock and the client exits the protocol",
    ),
    Step(
        "watch predecessor",
        "Watch only the next lower znode, of a reader or a writer",
        "Call exists(), with watch flag set, on the node with the pathname that has the next "
        "lowest sequence number",
    ),
    _NOTIFIED,
    Step("confirm", "Before each write: does my znode still exist?", _CONFIRM),
    Step("release", "Delete my own znode: the next ones' turn", _RELEASE),
    _GIVE_BACK,
    _GIVE_UP,
)
