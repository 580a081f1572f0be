"""Tell what other programs hold at a path, who holds it, and what is not known.

The names of the znodes are the only evidence, and the story says so.
"""

from __future__ import annotations

from ....participation.libraries import HANDOFF
from ....readmodels.chain import names_of
from ....readmodels.document import Candidates, Entry
from ....readmodels.ensemble_story import out_of_reach
from ....readmodels.story_parts import Chain, count, several, who
from ....readmodels.zookeeper import Story, Zookeeper
from ..document import Election
from . import shapes
from .elections import key_called
from .story_foreign import followed, passed
from .story_single import onlookers

_OF_A_SEMAPHORE = "-__lock__"
"""The end of the path of the lock that kazoo's Semaphore takes while it asks for a lease."""


def leaderless(election: Election, zookeeper: Zookeeper) -> Story:
    """Tell the story of a recipe that has no leader."""
    chain = election["chain"]
    seen: Story = ["What was seen last is shown below. "]
    gone = out_of_reach(zookeeper, "nobody can ask for it", [], seen, anybody=bool(chain))
    if gone:
        return gone
    if not chain:
        return [f"Nobody is here. By the names of the last members it was a {election['shape']}."]
    has_ours = names_of(chain).libraries[HANDOFF] > 0
    ours = [entry for entry in chain if entry["library"] == HANDOFF] if has_ours else []
    others = [entry for entry in chain if entry["library"] != HANDOFF] if has_ours else chain
    if election["shape"] == shapes.GROUP:
        return _group(chain)
    tell = {shapes.SHARED: _shared, shapes.SEMAPHORE: _semaphore}.get(election["shape"])
    return [*(tell(others) if tell else _queue(chain)), *_mingled(ours)]


def _mingled(ours: Chain) -> Story:
    """Tell what candidates of Handoff do in a recipe that is no election."""
    if not ours:
        return []
    if len(ours) > 1:
        return [f"{count(len(ours), 'candidate')} of Handoff are among them, and go by the "
                "numbers alone: what they believe says nothing about the others. "]  # fmt: skip
    return [
        who(ours[0], "wait"),
        " is a candidate of Handoff, and goes by the numbers alone: what it believes says "
        "nothing about the others. ",
    ]


def either(election: Election, candidates: Candidates) -> Story:
    """Tell of a lock or an election, whose names are the same: only the first member is certain."""
    first, *others = election["chain"]
    behind = f"{count(len(others), 'other')} {_verb(others, 'stands', 'stand')} behind it. "
    what = "This is the lock of a kazoo Semaphore, by its path: its holder asks for a lease. "
    if not election["path"].endswith(_OF_A_SEMAPHORE):
        what = "Locks and elections both use names of this form. "
    return [
        who(first, "lead"),
        " is first: it should hold the lock, or lead. ",
        what,
        behind if others else "Nobody stands behind it. ",
        *followed(election["last_handoff"]),
    ]


def lock(election: Election, candidates: Candidates) -> Story:
    """Tell of a lock, by what the clients of Handoff's library have written into their znodes, or
    by the names of others'.
    """
    first, *others = election["chain"]
    forms = [form.value for form in names_of(election["chain"]).forms if form]
    by = f"The names are {forms[0]}. " if forms else "Each znode says that it is for a lock. "
    behind = f"{count(len(others), 'other')} {_verb(others, 'waits', 'wait')} behind it. "
    return [
        who(first, "lead"),
        " should hold the lock: its znode is the lowest. ",
        by,
        behind if others else "Nobody waits. ",
        *followed(election["last_handoff"]),
    ]


def key(election: Election, candidates: Candidates) -> Story:
    """Tell of a leader key that another program owns."""
    return [
        who(election["chain"][0], "lead"),
        f" owns the znode “{key_called(election)}”: it should lead. Others who race for it have no "
        "znode here, so nobody can say how many wait. ",
        *onlookers(election),
        *passed(election["last_handoff"]),
    ]


def _shared(chain: Chain) -> Story:
    holders = [entry for entry in chain if entry["truth"] == "holder"]
    waiting = [entry for entry in chain if entry["truth"] == "waiting"]
    unknown = [entry for entry in chain if entry["truth"] is None]
    nobody_waits = not waiting and not unknown
    return [
        "This is a shared lock, by the names of its members. ",
        *_holding(holders),
        *(["Nobody waits. "] if nobody_waits else _waiting(waiting)),
        *_asking(unknown, chain[0]),
    ]


def _holding(holders: Chain) -> Story:
    if shapes.mode_of(holders[0]["znode"]) == "write":
        return [who(holders[0], "lead"), " is first and a writer: it alone should hold the lock. "]
    if len(holders) == 1:
        return [who(holders[0], "lead"), ", a reader, should hold it. "]
    return [f"{count(len(holders), 'reader')} should hold it together: no writer is before them. "]


def _waiting(waiting: Chain) -> Story:
    writers = sum(shapes.mode_of(one["znode"]) == "write" for one in waiting)
    numbers = {"writer": writers, "reader": len(waiting) - writers}
    parts = [several(number, noun) for noun, number in numbers.items() if number]
    if not parts:
        return []
    return [
        f"{' and '.join(parts).capitalize()} {_verb(waiting, 'waits', 'wait')}: a writer for all "
        "before it, a reader for the writers before it. "
    ]


def _asking(readers: Chain, writer: Entry) -> Story:
    """Tell of readers who may hold the lock with the writer that does, if they are of its session;
    whether they are is not known of znodes that were not read yet.
    """
    read = [one for one in readers if not (one.get("unread") or writer.get("unread"))]
    unread = len(readers) - len(read)
    return [
        *([_of_one_session(len(read))] if read else []),
        *([f"Whose {several(unread, 'reader')} {'is' if unread == 1 else 'are'}, Handoff has not "
           "read yet. "] if unread else []),
    ]  # fmt: skip


def _of_one_session(number: int) -> str:
    return (
        f"{count(number, 'reader')} of the writer's own session {'asks' if number == 1 else 'ask'} "
        "too: whether the same thread asks, and so holds both, is not known. "
    )


def _semaphore(chain: Chain) -> Story:
    *holders, newest = chain
    held = f"{count(len(holders), 'lease')} {_verb(holders, 'is', 'are')} held. " if holders else ""
    return [
        "This is a Curator semaphore, by the names of its members. ",
        held,
        "The newest one, ",
        who(newest, "wait"),
        ", is a lease too, or is still waited for: no znode says how many may be held at once. ",
    ]


def _group(chain: Chain) -> Story:
    first, number = who(chain[0], "wait"), len(chain) - 1
    others = f" and {several(number, 'other')} are here" if number else " is here"
    forms = ", or ".join(form.value for form in names_of(chain).forms if form)
    return [first, f"{others}, in no order: nobody leads. By their form the names are {forms}. "]


def _who_leads(chain: Chain) -> str:
    return "each says that all of them lead" if shapes.all_lead(chain) else "nobody leads"


def _queue(chain: Chain) -> Story:
    first = who(chain[0], "wait")
    forms = [form.value for form in names_of(chain).forms if form]
    if len(forms) == 1 and len(names_of(chain).forms) == 1:
        stand = f" is the first of {several(len(chain), 'znode')} here. " if chain[1:] else ""
        return [first, stand or " is the only znode here. ",
                f"By their form the names are {forms[0]}: {_who_leads(chain)}. "]  # fmt: skip
    if len(chain) == 1:
        return [first, " is the only numbered ephemeral znode here. Its name does not say "
                "what it is for, so nobody is shown as the leader. "]  # fmt: skip
    return [
        first,
        f" is only the first of {several(len(chain), 'ephemeral znode')} in the order of their "
        "numbers. Their names do not say what they are for, so nobody is shown as the leader. ",
    ]


def _verb(entries: Chain, one: str, several: str) -> str:
    return one if len(entries) == 1 else several
