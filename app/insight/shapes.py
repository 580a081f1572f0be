"""What kind of thing a path is whose children are ephemeral znodes in a sequence: an election, a
lock, a shared lock, a semaphore, or what cannot be told; and who holds it by its own rules.

The names of the members tell it, and nothing else does. Curator's readers wait for the first writer
of all (`InterProcessReadWriteLock.readLockPredicate`), kazoo's for the nearest one before them
(`kazoo.recipe.lock.ReadLock`); a writer waits for whoever stands just before it. Curator's
semaphore lets one at a time ask for a lease (`InterProcessSemaphoreV2`), so only the newest lease
may still be waited for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.recipes.libraries import HANDOFF, Form, form_of, library_of

ELECTION = "election"
EITHER = "lock or election"
SHARED = "shared lock"
SEMAPHORE = "semaphore"
QUEUE = "queue"

Entry = Mapping[str, Any]


class Stand(NamedTuple):
    """What a member watches by the rules of its library, and what ZooKeeper's order makes of it.

    watches: None where the rules name no znode. truth: `holder`, `waiting`, None for what is not
    known.
    """

    watches: str | None
    truth: str | None


def has_leader(shape: str) -> bool:
    """Whether the first one leads, or may be said to: of a lock it holds it."""
    return shape in (ELECTION, EITHER)


def shape_of(election: Mapping[str, Any], candidates: Mapping[str, Any]) -> str:
    """The shape of what stands at a path now. candidates: the election's own.

    Who asks for an election says that it is one, as long as no name proves another thing. What
    nobody stands in stays what it was. Candidates of Handoff among others take what these hold for
    an election, and make none of it.
    """
    if election["strategy"] == "single":
        return ELECTION
    before, has_ours = str(election["shape"]), _has_ours(candidates)
    names = [entry["znode"] for entry in election["chain"]]
    others = [name for name in names if library_of(name) != HANDOFF]
    if not others:
        return ELECTION if names or has_ours else before
    shape = shape_of_names(others, before)
    is_said = election.get("asked_for", True) and not election.get("offered")
    is_election = (has_ours and shape == EITHER) or (is_said and shape in (EITHER, QUEUE))
    return ELECTION if is_election else shape


def _has_ours(candidates: Mapping[str, Any]) -> bool:
    return any(one["process"] != "exited" for one in candidates.values())


def shape_of_names(names: Sequence[str], before: str = ELECTION) -> str:
    """The shape that these names tell, of which there is at least one. before: what it was; where
    readers of kazoo's stood, its locks are writers.
    """
    forms = {form_of(name) for name in names}
    if Form.ELECTION in forms:
        return ELECTION
    if forms <= {Form.READER, Form.WRITER}:
        return SHARED
    if forms <= {Form.KAZOO_READER, Form.KAZOO_LOCK}:
        return SHARED if Form.KAZOO_READER in forms or before == SHARED else EITHER
    if forms <= {Form.KAZOO_LOCK, Form.LOCK}:
        return EITHER
    return SEMAPHORE if forms == {Form.LEASE} else QUEUE


def stands(election: Mapping[str, Any]) -> dict[str, Stand] | None:
    """Znode -> how it stands in a thing without a leader; None where there is one."""
    shape, chain = election["shape"], election["chain"]
    if has_leader(shape):
        return None
    rule = {SHARED: _in_shared, SEMAPHORE: _in_semaphore}.get(shape, _in_queue)
    own = [entry for entry in chain if entry["library"] != HANDOFF]
    known = {entry["znode"]: rule(own, place) for place, entry in enumerate(own)}
    return {entry["znode"]: known.get(entry["znode"], Stand(None, None)) for entry in chain}


def mode_of(znode: str) -> str | None:
    """`read` or `write` of a shared lock's member."""
    form = form_of(znode)
    if form in (Form.READER, Form.KAZOO_READER):
        return "read"
    return "write" if form in (Form.WRITER, Form.KAZOO_LOCK) else None


def _in_shared(chain: Sequence[Entry], place: int) -> Stand:
    entry, before = chain[place], chain[:place]
    if mode_of(entry["znode"]) == "write":
        return Stand(before[-1]["znode"], "waiting") if before else Stand(None, "holder")
    writers = [one for one in before if mode_of(one["znode"]) == "write"]
    if not writers:
        return Stand(None, "holder")
    if form_of(entry["znode"]) == Form.KAZOO_READER:
        return Stand(writers[-1]["znode"], "waiting")
    if writers[0] is chain[0] and _is_of_one_session(writers[0], entry):
        return Stand(None, None)
    return Stand(writers[0]["znode"], "waiting")


def _is_of_one_session(writer: Entry, reader: Entry) -> bool:
    """Whoever holds Curator's write lock gets the read lock too; by which of its threads it asks,
    no znode tells.
    """
    return writer["session"] is None or writer["session"] == reader["session"]


def _in_semaphore(chain: Sequence[Entry], place: int) -> Stand:
    return Stand(None, None if place == len(chain) - 1 else "holder")


def _in_queue(chain: Sequence[Entry], place: int) -> Stand:
    return Stand(None, None)
