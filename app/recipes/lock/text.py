"""Every sentence about a lock; of a list the first scene that applies is told: of WITHOUT while the
lock is taken away, of CUT_OFF while ZooKeeper is out of reach, else of STORY, then of HOLDERS.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...participation.step import Step
from ...readmodels.document import Candidates, Entry
from ...readmodels.ensemble_story import cut_off, not_noticed, out_of_reach
from ...readmodels.guarded import holders
from ...readmodels.scenes import DEED, People, Places, Scenes, at_once, in_words, tone_of, who
from ...readmodels.zookeeper import Telling, Zookeeper
from .state import LockState

WITHOUT, CUT_OFF, STORY, HOLDERS, QUEUE = (Scenes() for _ in range(5))


def tell(lock: LockState, candidates: Candidates, zookeeper: Zookeeper) -> Telling:
    """Tell the lock's story. zookeeper: that part of the state document."""
    chain = lock["chain"]
    alive = [name for name, one in candidates.items() if one["process"] != "exited"]
    if not lock["locking"]:
        return WITHOUT.told(lock, candidates, alive)
    return (
        out_of_reach(
            zookeeper,
            "nobody gets the lock",
            CUT_OFF.tell(chain, alive),
            unaware=not_noticed(list(holders(candidates)), "its work"),
            anybody=bool(alive),
        )
        or STORY.told(lock, candidates, alive)
        or HOLDERS.told(lock)
    )


# -- while ZooKeeper is out of reach ----------------------------------------------------------


@CUT_OFF("Nobody wants this lock.")
def nobody(chain: Sequence[Entry], alive: Sequence[str]) -> bool:
    return not alive


@CUT_OFF("{cut_off} When ZooKeeper was last heard, nobody had asked for the lock.")
def nobody_asked(chain: Sequence[Entry], alive: Sequence[str]) -> Places | None:
    return None if chain else {"cut_off": cut_off(len(alive))}


@CUT_OFF("The last holder of the lock has stopped its work. {cut_off} When ZooKeeper was last "
         "heard, {first} was {place}.")  # fmt: skip
def somebody_was_first(chain: Sequence[Entry], alive: Sequence[str]) -> Places:
    place = "alone in the line" if len(chain) == 1 else f"first of {in_words(len(chain))}"
    return {"cut_off": cut_off(len(alive)), "first": who(chain[0], "wait"), "place": place}


# -- what happens to it -----------------------------------------------------------------------


@STORY("Nobody wants this lock.", "Start three clients, and see them take turns.")
def nobody_is_here(lock: LockState, candidates: Candidates, alive: Sequence[str]) -> bool:
    return not lock["chain"] and not alive


@STORY("Nobody holds the lock.")
def they_gave_up(lock: LockState, candidates: Candidates, alive: Sequence[str]) -> bool:
    return not lock["chain"] and any(one["gave_up"] for one in lock["waits"].values())


@STORY("The lock is free: its clients are coming.")
def it_is_free(lock: LockState, candidates: Candidates, alive: Sequence[str]) -> bool:
    return not lock["chain"]


@STORY(
    "{who} is frozen and still believes that it holds the lock; when it wakes, it is told before "
    "it writes.",
    "{holder}",
)
def one_is_deluded(lock: LockState, candidates: Candidates, alive: Sequence[str]) -> Places | None:
    """Tell of a frozen process whose session is over, and that does not know it."""
    for name, one in holders(candidates).items():
        if one["process"] == "paused" and name != lock["chain"][0]["candidate"]:
            return {"who": People([name], "frozen"), "holder": HOLDERS.tell(lock)}
    return None


# -- who holds it -----------------------------------------------------------------------------


def _struck(lock: LockState, *faults: str) -> Places | None:
    """Return what is said of a holder that something has happened to in its task."""
    holder, ending = lock["chain"][0], lock["ending"]
    if not ending or ending["from"] != holder["candidate"] or ending["fault"] not in faults:
        return None
    return {
        "holder": who(holder, tone_of(ending["fault"])),
        "deed": DEED[ending["fault"]],
        "ago": {"ago": ending["at"]},
        **_until(lock),
    }


def _until(lock: LockState) -> Places:
    ends, following = lock["chain"][0]["session_ends"], lock["chain"][1:2]
    return {
        "left": None if ends is None else {"left": ends},
        "next": who(following[0], "wait") if following else None,
    }


@HOLDERS("{holder} {deed} in its task {ago}: it deletes its own znode, and nobody has to wait for "
         "its session.")  # fmt: skip
def it_was_asked_to_stop(lock: LockState) -> Places | None:
    return _struck(lock, "stop")


@HOLDERS("{holder} {deed} in its task {ago}: its znode goes with its session.",
         "[Then {next} is next.]")  # fmt: skip
def its_session_was_ended(lock: LockState) -> Places | None:
    return _struck(lock, "expire")


@HOLDERS(
    "{holder} {deed} in its task {ago}; it holds the lock until ZooKeeper ends its session[, in "
    "about {left}].",
    "Woken after that, it is told before it writes.",
    "[Then {next} is next.]",
)
def it_was_frozen(lock: LockState) -> Places | None:
    return _struck(lock, "pause")


@HOLDERS(
    "{holder} {deed} in its task {ago}; it holds the lock until ZooKeeper ends its session[, in "
    "about {left}].",
    "[Then {next} is next.]",
)
def it_died(lock: LockState) -> Places | None:
    return _struck(lock, "kill", "exit")


def _is_absent(entry: Entry) -> bool:
    """Tell whether its process can do nothing: it is dead or frozen."""
    return entry["process"] in ("exited", "paused") and entry["fault"] in ("kill", "pause", "exit")


def _absent(entry: Entry) -> Places:
    fault = entry["fault"]
    return {"holder": who(entry, tone_of(fault)), "deed": DEED[fault or ""]}


@HOLDERS(
    "{holder} {deed} while it waited; now it is its turn, and nobody holds the lock until "
    "ZooKeeper ends its session.",
    "[That is in about {left}.]",
    "[Then {next} is next.]",
)
def it_holds_them_up(lock: LockState) -> Places | None:
    holder = lock["chain"][0]
    return {**_absent(holder), **_until(lock)} if _is_absent(holder) else None


@HOLDERS(
    "{holder} owns the lowest znode, but cannot reach ZooKeeper.",
    "It has been told that the lock is lost, and writes nothing.",
)
def it_is_cut_off(lock: LockState) -> Places | None:
    holder = lock["chain"][0]
    return {"holder": who(holder, "dead")} if holder["belief"] == "suspended" else None


@HOLDERS("{holder} has the lowest znode: it holds the lock.", "{queue}")
def it_is_foreign(lock: LockState) -> Places | None:
    holder = lock["chain"][0]
    if holder["belief"] != "unknown":
        return None
    return {"holder": who(holder, "lead"), "queue": QUEUE.tell(lock["chain"])}


@HOLDERS("{holder} has its turn: its znode is the lowest, and it is about to hold the lock.")
def it_is_about_to_hold(lock: LockState) -> Places | None:
    holder = lock["chain"][0]
    return {"holder": who(holder, "new")} if holder["belief"] != "holding" else None


@HOLDERS("{holder} holds the lock.", "{queue}")
def it_holds(lock: LockState) -> Places | None:
    holder = lock["chain"][0]
    if holder["candidate"] in lock["tasks"]:
        return None
    return {"holder": who(holder, "lead"), "queue": QUEUE.tell(lock["chain"])}


@HOLDERS(
    "{holder} holds the lock: it has read {read} from the file, works, and will write {written}.",
    "{queue}",
)
def it_works(lock: LockState) -> Places:
    holder = lock["chain"][0]
    read = lock["tasks"][holder["candidate"] or ""]["read"]
    queue = QUEUE.tell(lock["chain"])
    return {"holder": who(holder, "lead"), "read": read, "written": read + 1, "queue": queue}


# -- who waits for it -------------------------------------------------------------------------


@QUEUE("Nobody waits for it.")
def nobody_waits(chain: Sequence[Entry]) -> bool:
    return len(chain) == 1


@QUEUE("{holder} {deed} while it waited, and is next: first its session has to end.")
def the_next_is_absent(chain: Sequence[Entry]) -> Places | None:
    return _absent(chain[1]) if _is_absent(chain[1]) else None


@QUEUE("{next} waits, and watches it.")
def one_waits(chain: Sequence[Entry]) -> Places | None:
    return {"next": who(chain[1], "wait")} if len(chain) == 2 else None


@QUEUE("{next} is next; {more}, each watching the one before it.")
def several_wait(chain: Sequence[Entry]) -> Places:
    more = len(chain) - 2
    number = "one more waits" if more == 1 else f"{more} more wait"
    return {"next": who(chain[1], "wait"), "more": number}


# -- without it -------------------------------------------------------------------------------


@WITHOUT("The lock is taken away, and no client is there to do harm.")
def nobody_does_harm(lock: LockState, candidates: Candidates, alive: Sequence[str]) -> bool:
    return not alive


@WITHOUT(
    "The lock is taken away. {at_once}.",
    "Clients that read the same number write the same number plus one.",
)
def nothing_is_done(lock: LockState, candidates: Candidates, alive: Sequence[str]) -> Places | None:
    return None if lock["file"]["finished"] else {"at_once": at_once(candidates)}


@WITHOUT(
    "The lock is taken away: {finished:words} {finished:task|tasks} finished, the file says "
    "{value}, and {lost} {number:update|updates} {number:is|are} lost.",
    "{at_once}.",
)
def updates_are_lost(lock: LockState, candidates: Candidates, alive: Sequence[str]) -> Places:
    file = lock["file"]
    lost = People([str(file["lost"])], "dead") if file["lost"] else "no"
    return {
        "at_once": at_once(candidates),
        "finished": file["finished"],
        "value": file["value"],
        "lost": lost,
        "number": file["lost"],
    }


# -- step by step: each step with its line and the sentence that it carries out ---------------

LOCK_IDEA = "The lowest number holds the lock; each waits for the one before it."
"""Its key idea."""

LOCK_SOURCE = "Apache ZooKeeper, Recipes and Solutions: Locks"

LOCK = (
    Step(
        "create znode",
        "Create a znode with SEQUENCE and EPHEMERAL",
        'Call create() with a pathname of "_locknode_/guid-lock-" and the sequence and ephemeral '
        "flags set",
    ),
    Step(
        "list children",
        "List the children, without a watch",
        "Call getChildren() on the lock node without setting the watch flag (this is important to "
        "avoid the herd effect)",
    ),
    Step(
        "hold",
        "Is the lowest znode mine, and of my session? I hold the lock: work",
        "If the pathname created in step 1 has the lowest sequence number suffix, the client has "
        "the lock and the client exits the protocol",
    ),
    Step(
        "watch predecessor",
        "Not the lowest: watch only the next lower one",
        "The client calls exists() with the watch flag set on the path in the lock directory with "
        "the next lowest sequence number",
    ),
    Step(
        "notified",
        "When it is gone, list again",
        "Otherwise, wait for a notification for the pathname from the previous step before going "
        "to step 2",
    ),
    Step(
        "confirm",
        "Before each write: does my znode still exist?",
        "At any snapshot in time no two clients think they hold the same lock",
    ),
    Step(
        "release",
        "Delete my own znode: the next one's turn",
        "The unlock protocol is very simple: clients wishing to release a lock simply delete the "
        "node they created in step 1",
    ),
    Step(
        "give up",
        "Waited too long? Delete my znode, without the lock",
        "Clients wishing to release a lock simply delete the node they created in step 1",
    ),
)
