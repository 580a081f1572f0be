"""A two-phase commit in the state document: transactions, their votes, and the sites' ledgers.

What is true of a transaction, ZooKeeper says; what a site has carried out, the site says itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar, Unpack

from ...participation.said import said_in
from ...readmodels.chain import by_session
from ...readmodels.document import Candidates, CandidateState, Data, without_key
from ...readmodels.untyped import UntypedModel
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from . import znodes as z
from .checks import INVARIANTS, decision_of
from .document import (
    CarriedOut,
    Commit,
    Coordinating,
    CoordinatorState,
    Doubt,
    SiteState,
    TransactionState,
    Vote,
    VotesInState,
)
from .text import tell, with_looks
from .words import TONES, WORDS

COORDINATOR, SITE = "coordinator", "site"
KEPT = 8
"""Transactions that are shown, the latest ones."""


# -- what the mirror reads --------------------------------------------------------------------


def with_transaction(commit: Commit, name: str, /, **news: Unpack[TransactionState]) -> Commit:
    """Return the place with a transaction changed, and the oldest ones forgotten."""
    new: TransactionState = {**_NEW, "number": z.number_of(name) or 0}
    known = commit["transactions"].get(name, new)
    by_name: dict[str, TransactionState] = {**commit["transactions"], name: {**known, **news}}
    numbers = sorted(one["number"] for one in by_name.values())[-KEPT:]
    kept = {key: one for key, one in by_name.items() if one["number"] >= numbers[0]}
    return {**commit, "transactions": kept}


def _read(commit: Commit, member: Data, at: float) -> Commit:
    """Read a transaction's own znode. One that took the place of another of its name is new."""
    name, deed = member["znode"], z.deed_in(member["data"])
    if deed is None or z.number_of(name) is None:
        return commit
    known = commit["transactions"].get(name, _NEW)
    if known["id"] not in (None, deed.id):
        others = without_key(commit["transactions"], name)
        commit, known = {**commit, "transactions": others}, _NEW
    decision = z.decision_in(member["data"])
    news: TransactionState = {
        "id": deed.id,
        "moves": dict(deed.moves),
        "refuses": list(deed.refuses),
    }
    news |= {"gone": False, "begun": known["begun"] or at}
    if decision is not None and known["decision"] is None:
        news |= {"decision": decision, "decided": at}
        news["decided_by"] = said_in(member["data"], "decided_by", str)
    return with_transaction(commit, name, **news)


def _gone(commit: Commit, name: str, at: float) -> Commit:
    """Keep what was voted and decided, as far as it was read before its znodes went."""
    is_one = name in commit["transactions"]
    return with_transaction(commit, name, gone=True, coordinator=None) if is_one else commit


def _known(commit: Commit) -> list[str]:
    return [name for name, one in commit["transactions"].items() if not one["gone"]]


def _below(transaction: str) -> ZnodeList[Commit]:
    """Return what is kept of the list below a transaction."""
    return ZnodeList(
        partial(_read_below, transaction),
        partial(_gone_below, transaction),
        partial(_known_below, transaction),
        whole=partial(_listed_below, transaction),
    )


def _read_below(name: str, commit: Commit, member: Data, at: float) -> Commit:
    """Read a site's vote, or who coordinates."""
    known = commit["transactions"].get(name, _NEW)
    if member["znode"] == z.COORDINATOR:
        session = member["session"]
        coordinator = known["coordinator"]
        if coordinator is not None and coordinator["session"] == session:
            return commit
        own: Coordinating = {"session": session, "candidate": None, "at": at}
        return with_transaction(commit, name, coordinator=own)
    vote = z.vote_in(member["data"])
    before = known["votes"].get(member["znode"])
    since = before["at"] if before and before["vote"] == vote.vote else at
    entry: Vote = {"vote": vote.vote, "done": vote.done, "at": since}
    return with_transaction(commit, name, votes={**known["votes"], member["znode"]: entry})


def _gone_below(transaction: str, commit: Commit, name: str, at: float) -> Commit:
    one = commit["transactions"].get(transaction)
    if one is None:
        return commit
    if name == z.COORDINATOR:
        return with_transaction(commit, transaction, coordinator=None)
    vote = one["votes"].get(name)
    if name not in one["moves"] or (vote and (vote["vote"] or vote["done"])):
        return commit
    votes = without_key(one["votes"], name)
    return with_transaction(commit, transaction, votes=votes, listed=False)


def _known_below(transaction: str, commit: Commit) -> list[str]:
    one = commit["transactions"].get(transaction)
    return [z.COORDINATOR] if one and one["coordinator"] else []


def _listed_below(transaction: str, before: Commit, commit: Commit) -> Commit:
    """Note that the list was read whole: who has no znode there has not voted."""
    is_one = transaction in commit["transactions"]
    return with_transaction(commit, transaction, listed=True) if is_one else commit


_NEW: TransactionState = {
    "id": None,
    "moves": {},
    "refuses": [],
    "votes": {},
    "listed": False,
    "coordinator": None,
    "decision": None,
    "decided": None,
    "decided_by": None,
    "begun": None,
    "votes_in": None,
    "carried_out": {},
    "gone": False,
}


# -- what processes say -------------------------------------------------------------------------


def with_site(commit: Commit, name: str, /, **news: Unpack[SiteState]) -> Commit:
    """Return the place with a site changed."""
    new: SiteState = {**_NEW_SITE, "site": name}
    known = commit["sites"].get(name, new)
    return {**commit, "sites": {**commit["sites"], name: {**known, **news}}}


_NEW_SITE: SiteState = {
    "candidate": None,
    "opening": None,
    "balance": None,
    "entry": None,
    "doubt": None,
}


def _ledger(commit: Commit, data: Data) -> Commit:
    return with_site(commit, data["site"], balance=data["balance"], entry=data["entry"])


def _opened_ledger(commit: Commit, candidate: str, data: Data, at: float) -> Commit:
    """Note the opening balance, which a site's first process says; a later one finds its ledger."""
    known = commit["sites"].get(data["site"], {}).get("opening")
    opening = data["opening"] if known is None else known
    return with_site(_ledger(commit, data), data["site"], opening=opening)


def _prepared(commit: Commit, candidate: str, data: Data, at: float) -> Commit:
    return _ledger(commit, data)


def _carried_out(commit: Commit, candidate: str, data: Data, at: float) -> Commit:
    name = data["transaction"]
    known = commit["transactions"].get(name, _NEW)["carried_out"]
    said: CarriedOut = {"decision": data["decision"], "at": at}
    if z.number_of(name) is not None:
        commit = with_transaction(commit, name, carried_out={**known, data["site"]: said})
    return _ledger(commit, data)


def _coordinating(commit: Commit, candidate: str, data: Data, at: float) -> Commit:
    transaction, deadline = data["transaction"], data["deadline"]
    return _with_coordinator(
        commit, candidate, transaction=transaction, deadline=deadline, decides=None
    )


def _votes_in(commit: Commit, candidate: str, data: Data, at: float) -> Commit:
    told: VotesInState = {"decision": data["decision"], "by": candidate, "at": at}
    if data["transaction"] in commit["transactions"]:
        commit = with_transaction(commit, data["transaction"], votes_in=told)
    return _with_coordinator(commit, candidate, decides=data["decides"])


def _free(commit: Commit, candidate: str, data: Data, at: float) -> Commit:
    return _with_coordinator(commit, candidate, **_NEW_COORDINATOR)


def _with_coordinator(
    commit: Commit, candidate: str, /, **news: Unpack[CoordinatorState]
) -> Commit:
    known = commit["coordinators"].get(candidate, _NEW_COORDINATOR)
    return {**commit, "coordinators": {**commit["coordinators"], candidate: {**known, **news}}}


_NEW_COORDINATOR: CoordinatorState = {"transaction": None, "deadline": None, "decides": None}


# -- what follows -----------------------------------------------------------------------------


class CommitModel(UntypedModel[Commit]):
    """The read model of the transactions at a place."""

    leaves = r"/tx-\d+(/s\d+)?|/s\d+"
    section = "commits"
    thing = "two-phase commit"
    recipes = (COORDINATOR, SITE)
    families = ("commit",)
    words = WORDS
    tones = TONES
    invariants = INVARIANTS
    lists: ClassVar = {"": ZnodeList(_read, _gone, _known)}
    folds: ClassVar = {
        "opened_ledger": _opened_ledger,
        "prepared": _prepared,
        "carried_out": _carried_out,
        "coordinating": _coordinating,
        "votes_in": _votes_in,
        "decided": _free,
        "stood_down": _free,
    }
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)

    def new(self, path: str, recipe: str = COORDINATOR) -> Commit:
        """Return the document of a place at which nothing has happened."""
        return {
            "path": path,
            "recipe": recipe,
            "transactions": {},
            "sites": {},
            "coordinators": {},
            "undecided": None,
            "opening": 0,
            "sum": 0,
            "on_the_way": 0,
            "violations": [],
            "doubts": [],
            "invariants": self.verdicts([], 0.0),
            "story": [],
            "reason": [],
        }

    @classmethod
    def list_named(cls, name: str) -> ZnodeList[Commit] | None:
        return super().list_named(name) if z.number_of(name) is None else _below(name)

    def with_candidate_event(
        self, commit: Commit, name: str, candidate: CandidateState, what: str, data: Data, at: float
    ) -> Commit:
        """Note the process of a site, or a coordinator, from its start on."""
        if what in ("starting", "queued"):
            if candidate["recipe"] == COORDINATOR:
                return _with_coordinator(commit, name)
            return with_site(commit, candidate["settings"]["site"], candidate=name)
        return super().with_candidate_event(commit, name, candidate, what, data, at)

    def link(self, commit: Commit, own: Candidates, zookeeper: Zookeeper, at: float) -> Commit:
        """Find out who coordinates, who is in doubt, and what all accounts say together."""
        owners = by_session(own)
        transactions = {name: _linked(one, owners) for name, one in commit["transactions"].items()}
        undecided = [n for n, one in transactions.items() if _is_open(one)]
        commit = {**commit, "transactions": transactions}
        commit["undecided"] = max(undecided, key=lambda n: transactions[n]["number"], default=None)
        coordinators = {n: one for n, one in commit["coordinators"].items() if n in own}
        sites: dict[str, SiteState] = {
            n: {**one, "doubt": _doubt(commit, one)} for n, one in commit["sites"].items()
        }
        commit |= {"coordinators": coordinators, "sites": sites}
        commit["opening"] = _sum(one["opening"] for one in sites.values())
        commit["sum"] = _sum(one["balance"] for one in sites.values())
        commit["on_the_way"] = _sum(_owed(commit, one) for one in sites.values())
        return commit


def _is_open(one: TransactionState) -> bool:
    return one["decision"] is None and not one["gone"] and one["id"] is not None


def _linked(one: TransactionState, owners: Mapping[str, str]) -> TransactionState:
    own = one["coordinator"]
    if own is None:
        return one
    return {
        **one,
        "coordinator": {**own, "candidate": own["candidate"] or owners.get(own["session"] or "")},
    }


def _doubt(commit: Commit, site: SiteState) -> Doubt | None:
    """Return the doubt of a site that has voted "commit" and knows no decision."""
    entry = site["entry"]
    one = commit["transactions"].get(entry["transaction"]) if entry else None
    vote = one["votes"].get(site["site"]) if one else None
    if entry is None or vote is None or vote["vote"] != z.COMMIT:
        return None
    return {"transaction": entry["transaction"], "since": vote["at"]}


def _owed(commit: Commit, site: SiteState) -> int:
    """Return what a site has still to carry out of what is decided."""
    entry = site["entry"]
    one = commit["transactions"].get(entry["transaction"]) if entry else None
    return entry["amount"] if entry and one and decision_of(one) == z.COMMIT else 0


def _sum(numbers: Iterable[int | None]) -> int:
    return sum(one for one in numbers if one is not None)
