"""Find what a path is whose children are ephemeral znodes in a sequence: an election, a
lock, a shared lock, a semaphore, a group, or unknown; and who holds it by its own rules.

The names of the members are the only evidence, and the data of Handoff's own. Curator's
readers wait for the first writer of all (`InterProcessReadWriteLock.readLockPredicate`); kazoo's
(`kazoo.recipe.lock.ReadLock`), those of ZooKeeper's recipe, and Handoff's for the nearest one
before them. A writer waits for the member just before it. Curator's
semaphore lets one at a time ask for a lease (`InterProcessSemaphoreV2`), so only the newest lease
may still be waited for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from ...participation.forms import ALL_LEAD, GROUPS, Form, form_of
from ...participation.libraries import HANDOFF
from ...participation.libraries import orders as orders_by_library
from ...participation.naming import LEADER, PARENT
from ...readmodels import chain as chains
from ...readmodels.chain import names_of
from ...readmodels.document import Candidates, Entry, split
from .state import RULES, Election, Order

ELECTION = "election"
EITHER = "lock or election"
LOCK = "lock"
SHARED = "shared lock"
SEMAPHORE = "semaphore"
GROUP = "group"
UNKNOWN = "queue"


_ELECTIONS = frozenset({Form.CLICKHOUSE, Form.MESOS, Form.AUDITOR, Form.BALLOT})


LED = (ELECTION, EITHER, LOCK)
"""Shapes in which the first one leads, or may be said to: of a lock it holds it."""
NO_ORDER = (GROUP, UNKNOWN)
"""Shapes in which no order says who holds something."""


class Stand(NamedTuple):
    """A member's watch by the rules of its library, and whether it holds or waits by them.

    watches: None where the rules name no znode. truth: `holder`, `waiting`, None if unknown.
    """

    watches: str | None
    truth: str | None


_NO_STAND = Stand(None, None)


def shape_of(election: Election, candidates: Candidates) -> str:
    """Return the shape of what is at a path now. candidates: the election's own.

    A request for an election makes it one, as long as no name proves another shape. An empty path
    stays what it was. Candidates of Handoff among others take what these hold for an election, but
    do not make it one.
    """
    if election["strategy"] == "single":
        return ELECTION
    before = election["shape"]
    has_ours = any(one["process"] != "exited" for one in candidates.values())
    names = names_of(election["chain"])
    forms = names.forms
    if not forms and not has_ours and election["chain"]:
        said = set(names.recipes) or {before}  # nobody was read
        return LOCK if said == {LOCK} else ELECTION
    if not forms:
        return ELECTION if election["chain"] or has_ours else before
    if all_lead(election["chain"]):
        return UNKNOWN
    shape = shape_of_forms(set(forms), before)
    is_said = election.get("asked_for", True) and not election.get("offered")
    is_election = (has_ours and shape == EITHER) or (is_said and shape in (EITHER, UNKNOWN))
    return ELECTION if is_election else shape


def all_lead(chain: Sequence[Entry]) -> bool:
    """Tell whether the first one says that all lead."""
    return (chain[0]["about"] or "").endswith(ALL_LEAD)


def shape_of_forms(forms: Set[Form | None], before: str) -> str:
    """Return the shape that names of these forms show. before: what it was; where kazoo's readers
    were, its locks are writers.
    """
    if Form.ELECTION in forms or forms <= _ELECTIONS:
        return ELECTION
    if forms <= GROUPS:
        return GROUP
    if forms == {Form.JAVA_LOCK}:
        return LOCK
    if forms <= {Form.READER, Form.WRITER} or forms <= {Form.READ, Form.WRITE}:
        return SHARED
    if forms <= {Form.KAZOO_READER, Form.KAZOO_LOCK}:
        return SHARED if Form.KAZOO_READER in forms or before == SHARED else EITHER
    if forms <= {Form.KAZOO_LOCK, Form.LOCK, Form.ACCUMULO}:
        return EITHER
    return SEMAPHORE if forms == {Form.LEASE} else UNKNOWN


def stands(election: Election) -> dict[str, Stand] | Stand:
    """Return znode -> how it stands in a thing without a leader, or how all do."""
    shape, chain = election["shape"], election["chain"]
    if shape in NO_ORDER:
        return _NO_STAND
    own = [entry for entry in chain if entry["library"] != HANDOFF]
    stand = [*(Stand(None, "holder") for _ in own[1:]), _NO_STAND]
    if shape == SHARED:
        stand = [*_in_shared(own)]
    known = dict(zip((entry["znode"] for entry in own), stand, strict=False))
    return {entry["znode"]: known.get(entry["znode"], _NO_STAND) for entry in chain}


def mode_of(znode: str) -> str | None:
    """Return `read` or `write` of a shared lock's member."""
    form = form_of(znode)
    if form in (Form.READER, Form.KAZOO_READER, Form.READ):
        return "read"
    return "write" if form in (Form.WRITER, Form.KAZOO_LOCK, Form.WRITE) else None


def _in_shared(chain: Sequence[Entry]) -> Iterator[Stand]:
    writers: list[Entry] = []
    before: str | None = None
    for entry in chain:
        if mode_of(entry["znode"]) == "write":
            yield Stand(before, "waiting" if before else "holder")
            writers.append(entry)
        else:
            yield _reading(entry, writers, chain[0])
        before = entry["znode"]


def _reading(entry: Entry, writers: Sequence[Entry], first: Entry) -> Stand:
    """Return how a reader stands behind these writers. first: of all.

    The holder of Curator's write lock gets the read lock too; no znode tells which of its threads
    asks, nor whose session it is before it was read.
    """
    if not writers:
        return Stand(None, "holder")
    if form_of(entry["znode"]) in (Form.KAZOO_READER, Form.READ):
        return Stand(writers[-1]["znode"], "waiting")
    sessions = {first["session"], entry["session"]}
    if writers[0] is first and (None in sessions or len(sessions) == 1):
        return _NO_STAND
    return Stand(writers[0]["znode"], "waiting")


def strategy_said(data: str | None) -> str | None:
    """Return the strategy of a znode's owner, as its data says; None where it says none."""
    strategy = chains.recipe_said(data)
    return strategy if strategy in RULES else None


def key_of(election: Election) -> str:
    """Return the name of the one znode for which all race, relative to the path."""
    return PARENT if election["itself"] else LEADER


def key_called(election: Election) -> str:
    """Return what that znode is called."""
    return split(election["path"])[1] if election["itself"] else LEADER


# -- the orders that candidates of several libraries see ------------------------------------------


def orders_of(chain: Sequence[Entry]) -> list[Order] | None:
    """Return `[{"libraries", "leader"}]`, each order once, with the znode that leads by it; None
    where all members see the same one.
    """
    if len({library or HANDOFF for library in names_of(chain).libraries}) < 2:
        return None
    found: dict[tuple[str, ...], list[str]] = {}
    for library, order in orders_by_library([entry["znode"] for entry in chain]).items():
        found.setdefault(tuple(order), []).append(library)
    if len(found) < 2:
        return None
    return [{"libraries": who_sees, "leader": order[0]} for order, who_sees in found.items()]
