"""A two-phase commit in the state document: transactions, their votes, and the sites' ledgers.

What is true of a transaction, ZooKeeper says; what a site has carried out, the site says itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import ClassVar

from ...participation.said import said_in
from ...readmodels.chain import by_session
from ...readmodels.document import Candidates, CandidateState, Data, without_key
from ...readmodels.events import CandidatesQueued, CandidateStarting
from ...readmodels.model import Found, Invariant, Model, by_kind, on
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from . import events as e
from . import znodes as z
from .state import (
    CarriedOut,
    Commit,
    Coordinating,
    CoordinatorState,
    Doubt,
    SiteState,
    TransactionState,
    Vote,
    VotesInState,
    decision_of,
    has_not_voted,
    missing_on,
    new_commit,
    new_coordinator,
    new_site,
    new_transaction,
    prepared_for,
    votes_on,
)
from .text import tell, with_looks

COORDINATOR, SITE = "coordinator", "site"
KEPT = 8
"""Transactions that are shown, the latest ones."""


# -- what the mirror reads --------------------------------------------------------------------


def _transaction(commit: Commit, name: str) -> TransactionState:
    return commit["transactions"].get(name) or new_transaction(name)


def _with_transaction(commit: Commit, name: str, one: TransactionState) -> Commit:
    """Return the place with a transaction changed, and the oldest ones forgotten."""
    by_name = {**commit["transactions"], name: one}
    oldest = sorted(one["number"] for one in by_name.values())[-KEPT:][0]
    kept = {key: one for key, one in by_name.items() if one["number"] >= oldest}
    return {**commit, "transactions": kept}


def _read(commit: Commit, member: Data, at: float) -> Commit:
    """Read a transaction's own znode. One that took the place of another of its name is new."""
    name, deed = member["znode"], z.deed_in(member["data"])
    if deed is None or z.number_of(name) is None:
        return commit
    one = _transaction(commit, name)
    if one["id"] not in (None, deed.id):
        commit = {**commit, "transactions": without_key(commit["transactions"], name)}
        one = new_transaction(name)
    one = {
        **one,
        "id": deed.id,
        "moves": dict(deed.moves),
        "refuses": list(deed.refuses),
        "gone": False,
        "begun": one["begun"] or at,
    }
    decision = z.decision_in(member["data"])
    if decision is not None and one["decision"] is None:
        by = said_in(member["data"], "decided_by", str)
        one = {**one, "decision": decision, "decided": at, "decided_by": by}
    return _with_transaction(commit, name, one)


def _gone(commit: Commit, name: str, at: float) -> Commit:
    """Keep what was voted and decided, as far as it was read before its znodes went."""
    one = commit["transactions"].get(name)
    if one is None:
        return commit
    return _with_transaction(commit, name, {**one, "gone": True, "coordinator": None})


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


def _read_below(transaction: str, commit: Commit, member: Data, at: float) -> Commit:
    """Read a site's vote, or who coordinates."""
    one, name = _transaction(commit, transaction), member["znode"]
    if name == z.COORDINATOR:
        session, known = member["session"], one["coordinator"]
        if known is not None and known["session"] == session:
            return commit
        own: Coordinating = {"session": session, "candidate": None, "at": at}
        return _with_transaction(commit, transaction, {**one, "coordinator": own})
    vote, before = z.vote_in(member["data"]), one["votes"].get(name)
    since = before["at"] if before and before["vote"] == vote.vote else at
    said: Vote = {"vote": vote.vote, "done": vote.done, "at": since}
    return _with_transaction(commit, transaction, {**one, "votes": {**one["votes"], name: said}})


def _gone_below(transaction: str, commit: Commit, name: str, at: float) -> Commit:
    one = commit["transactions"].get(transaction)
    if one is None:
        return commit
    if name == z.COORDINATOR:
        return _with_transaction(commit, transaction, {**one, "coordinator": None})
    vote = one["votes"].get(name)
    if name not in one["moves"] or (vote and (vote["vote"] or vote["done"])):
        return commit
    votes = without_key(one["votes"], name)
    return _with_transaction(commit, transaction, {**one, "votes": votes, "listed": False})


def _known_below(transaction: str, commit: Commit) -> list[str]:
    one = commit["transactions"].get(transaction)
    return [z.COORDINATOR] if one and one["coordinator"] else []


def _listed_below(transaction: str, before: Commit, commit: Commit) -> Commit:
    """Note that the list was read whole: who has no znode there has not voted."""
    one = commit["transactions"].get(transaction)
    return _with_transaction(commit, transaction, {**one, "listed": True}) if one else commit


# -- what processes say -------------------------------------------------------------------------


def _site(commit: Commit, name: str) -> SiteState:
    return commit["sites"].get(name) or new_site(name)


def _with_site(commit: Commit, one: SiteState) -> Commit:
    return {**commit, "sites": {**commit["sites"], one["site"]: one}}


def _with_process(commit: Commit, name: str, event: CandidateStarting | CandidatesQueued) -> Commit:
    """Note the process of a site, or a coordinator, from its start on."""
    if event.recipe == COORDINATOR:
        return _with_coordinator(commit, name, _coordinator(commit, name))
    return _with_site(commit, {**_site(commit, event.settings["site"]), "candidate": name})


def _ledger(commit: Commit, event: e.LedgerEvent, at: float) -> Commit:
    one = _site(commit, event.site)
    return _with_site(commit, {**one, "balance": event.balance, "entry": event.entry})


def _opened_ledger(commit: Commit, event: e.LedgerOpened, at: float) -> Commit:
    """Note the opening balance, which a site's first process says; a later one finds its ledger."""
    one = _site(commit, event.site)
    opening = event.opening if one["opening"] is None else one["opening"]
    return _ledger(_with_site(commit, {**one, "opening": opening}), event, at)


def _carried_out(commit: Commit, event: e.DecisionCarriedOut, at: float) -> Commit:
    name = event.transaction
    if z.number_of(name) is not None:
        one = _transaction(commit, name)
        said: CarriedOut = {"decision": event.decision, "at": at}
        carried_out = {**one["carried_out"], event.site: said}
        commit = _with_transaction(commit, name, {**one, "carried_out": carried_out})
    return _ledger(commit, event, at)


def _coordinator(commit: Commit, name: str) -> CoordinatorState:
    return commit["coordinators"].get(name) or new_coordinator()


def _with_coordinator(commit: Commit, name: str, one: CoordinatorState) -> Commit:
    return {**commit, "coordinators": {**commit["coordinators"], name: one}}


def _coordinating(commit: Commit, event: e.CoordinatorLeads, at: float) -> Commit:
    name, deadline = event.transaction, event.deadline
    leads: CoordinatorState = {"transaction": name, "deadline": deadline, "decides": None}
    return _with_coordinator(commit, event.subject, leads)


def _votes_in(commit: Commit, event: e.VotesAllow, at: float) -> Commit:
    name, one = event.transaction, commit["transactions"].get(event.transaction)
    if one is not None:
        told: VotesInState = {"decision": event.decision, "by": event.subject, "at": at}
        commit = _with_transaction(commit, name, {**one, "votes_in": told})
    known = _coordinator(commit, event.subject)
    return _with_coordinator(commit, event.subject, {**known, "decides": event.decides})


def _decided(commit: Commit, event: e.DecisionStands, at: float) -> Commit:
    """Note that its decision stands: until that is read, this one alone is at the transaction."""
    at_rest = new_coordinator()
    return _with_coordinator(commit, event.subject, {**at_rest, "transaction": event.transaction})


def _free(commit: Commit, event: e.CoordinatorStoodDown, at: float) -> Commit:
    return _with_coordinator(commit, event.subject, new_coordinator())


# -- what must hold ---------------------------------------------------------------------------


def _several(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    for name, one in commit["transactions"].items():
        carried = {site: said["decision"] for site, said in sorted(one["carried_out"].items())}
        if len({*carried.values(), one["decision"]} - {None}) > 1:
            told = ", ".join(f"{site} {decision}" for site, decision in carried.items())
            yield name, f"{name} was decided as {one['decision']}, but carried out as: {told}"


def _against_votes(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    for name, one in commit["transactions"].items():
        votes = votes_on(one)
        against = [site for site, vote in votes.items() if vote == z.ABORT]
        if one["decision"] == z.COMMIT and against:
            yield name, f"{name} is committed, although {against[0]} has voted against it"
        if one["decision"] == z.ABORT and set(votes.values()) == {z.COMMIT}:
            yield name, f"{name} is aborted, although all have voted for it"


def _without_votes(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    for name, one in commit["transactions"].items():
        missing = missing_on(one)
        if one["decision"] == z.COMMIT and missing:
            yield name, f"{name} is committed without the vote of {missing[0]}"


def _on_its_own(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    for name, one in commit["transactions"].items():
        is_open = one["decision"] is None and not _is_unread(one)
        for site, said in one["carried_out"].items() if is_open else ():
            detail = f"{site} has carried out {said['decision']} of {name}, which is undecided"
            yield f"{site} {name}", detail


def _for_ever(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    latest = max((one["number"] for one in commit["transactions"].values()), default=0)
    for site, known in commit["sites"].items():
        entry, process = known["entry"], own.get(known["candidate"] or "")
        if entry is None or process is None or not _is_connected(process):
            continue
        name = entry["transaction"]
        why = _over(commit["transactions"].get(name), is_earlier=(z.number_of(name) or 0) < latest)
        if why is not None:
            yield site, f"{site} is prepared for {name}, which is {why}, and does not carry it out"


def _is_connected(process: CandidateState) -> bool:
    return process["lifecycle"] == "running" and process["belief"] != "suspended"


def _over(one: TransactionState | None, *, is_earlier: bool) -> str | None:
    """Return what became of a transaction; None where it may be undecided. Of one that is forgotten
    it is known that another one came after it.
    """
    decision = decision_of(one) if one else None
    if decision is not None:
        return z.DONE[decision]
    if one is not None and one["gone"]:
        return "gone"
    return "over" if is_earlier else None


def _another_sum(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    found = commit["sum"] + commit["on_the_way"]
    if found != commit["opening"] and not [*_unread_accounts(commit)]:
        yield commit["path"], f"the accounts held {commit['opening']} at first, and now {found}"


# -- what was not read ----------------------------------------------------------------------------


def _is_unread(one: TransactionState) -> bool:
    """Tell whether what was decided may never have been read."""
    return one["decision"] is None and (one["gone"] or one["id"] is None)


def _unread_decisions(commit: Commit) -> Iterator[str]:
    for name, one in commit["transactions"].items():
        if _is_unread(one):
            yield f"the dashboard has not read what was decided on {name}"


def _unread_votes(commit: Commit) -> Iterator[str]:
    yield from _unread_decisions(commit)
    yield from _unread_votes_on(commit, z.COMMIT)


def _unread_reasons(commit: Commit) -> Iterator[str]:
    """Yield what may speak against a decision; one vote against it explains why it is aborted."""
    yield from _unread_votes(commit)
    yield from _unread_votes_on(commit, z.ABORT)


def _unread_votes_on(commit: Commit, decision: str) -> Iterator[str]:
    for name, one in commit["transactions"].items():
        votes = votes_on(one) if one["decision"] == decision else {}
        for site, vote in votes.items() if z.ABORT not in votes.values() else ():
            if vote is None and not has_not_voted(one, site):
                yield f"the dashboard has not read how {site} has voted on {name}"


def _unread_accounts(commit: Commit) -> Iterator[str]:
    """Yield the sites whose account is not known, or what they are prepared for. A transaction
    among another dashboard's sites alone changes no account here.
    """
    transactions, sites = commit["transactions"], commit["sites"]
    for name, one in transactions.items():
        is_ours = one["moves"].keys() & sites.keys()
        for site in sorted(one["moves"].keys() - one["carried_out"].keys()) if is_ours else ():
            entry = sites[site]["entry"] if site in sites else None
            is_prepared = entry is not None and entry["transaction"] == name
            if decision_of(one) == z.COMMIT and not is_prepared:
                yield f"{site} has not said that it has carried out {name}, or is prepared for it"
    for site, own in sites.items():
        entry = own["entry"]
        name = entry["transaction"] if entry else ""
        known = transactions.get(name)
        if name and (known is None or (_is_unread(known) and decision_of(known) is None)):
            yield f"{site} is prepared for {name}, and the dashboard has not read what was decided"


INVARIANTS = (
    Invariant("one_decision", 0.0, _several, doubt=_unread_decisions),
    Invariant("decision_follows_votes", 1.0, _against_votes, True, _unread_reasons),
    Invariant("no_commit_without_all_votes", 1.0, _without_votes, True, _unread_votes),
    Invariant("in_doubt_waits", 1.0, _on_its_own, True, _unread_decisions),
    Invariant("doubt_ends", 30.0, _for_ever, True),
    Invariant("sum_stays", 1.0, _another_sum, True, _unread_accounts),
)
"""What each says:

- one_decision: no site carries out another decision than another site, or than the transaction's.
- decision_follows_votes: with one "abort" the decision is "abort"; where all say "commit", it is
  "commit".
- no_commit_without_all_votes: what is committed has the vote of every site.
- in_doubt_waits: who has voted "commit" carries out nothing that is not decided.
- doubt_ends: a site that is connected carries out what is decided within thirty seconds: it may
  learn as late that its server is frozen. One whose transaction is gone cannot: it needs a person.
- sum_stays: what the accounts say, with what is decided and still to be carried out, is what they
  said at first.

What a process says may be heard before the dashboard has read the znode that it rests on: what
needs both counts after a second. A znode may go before it was read: what it said is not known, and
breaks nothing.
"""

# -- what follows -----------------------------------------------------------------------------


class CommitModel(Model[Commit]):
    """The read model of the transactions at a place."""

    leaves = r"/tx-\d+(/s\d+)?|/s\d+"
    section = "commits"
    thing = "two-phase commit"
    recipes = (COORDINATOR, SITE)
    families = ("commit",)
    invariants = INVARIANTS
    lists: ClassVar = {"": ZnodeList(_read, _gone, _known)}
    many_lists = (z.TRANSACTIONS, _below)
    folds = by_kind(
        on(CandidateStarting, lambda commit, event, _: _with_process(commit, event.subject, event)),
        on(e.LedgerOpened, _opened_ledger),
        on(e.LedgerPrepared, _ledger),
        on(e.DecisionCarriedOut, _carried_out),
        on(e.CoordinatorLeads, _coordinating),
        on(e.VotesAllow, _votes_in),
        on(e.DecisionStands, _decided),
        on(e.CoordinatorStoodDown, _free),
    )
    new = staticmethod(new_commit)
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)

    def with_queued(
        self,
        commit: Commit,
        name: str,
        event: CandidatesQueued,
        candidate: CandidateState,
        at: float,
    ) -> Commit:
        return _with_process(commit, name, event)

    def link(self, commit: Commit, own: Candidates, zookeeper: Zookeeper, at: float) -> Commit:
        """Find out who coordinates, who is in doubt, and what all accounts say together."""
        owners = by_session(own)
        transactions = {name: _linked(one, owners) for name, one in commit["transactions"].items()}
        undecided = [
            name
            for name, one in transactions.items()
            if one["decision"] is None and not one["gone"] and one["id"] is not None
        ]
        sites: dict[str, SiteState] = {
            name: {**one, "doubt": _doubt(one, transactions)}
            for name, one in commit["sites"].items()
        }
        return {
            **commit,
            "transactions": transactions,
            "undecided": max(undecided, key=lambda n: transactions[n]["number"], default=None),
            "coordinators": {
                name: new_coordinator() if _is_over(one, transactions) else one
                for name, one in commit["coordinators"].items()
                if name in own
            },
            "sites": sites,
            "opening": _sum(one["opening"] for one in sites.values()),
            "sum": _sum(one["balance"] for one in sites.values()),
            "on_the_way": sum(_owed(one, transactions) for one in sites.values()),
        }


def _linked(one: TransactionState, owners: Mapping[str, str]) -> TransactionState:
    own = one["coordinator"]
    if own is None:
        return one
    candidate = own["candidate"] or owners.get(own["session"] or "")
    return {**one, "coordinator": {**own, "candidate": candidate}}


def _is_over(one: CoordinatorState, transactions: Mapping[str, TransactionState]) -> bool:
    """Tell whether what a coordinator says it is at is known to be decided, or gone."""
    known = transactions.get(one["transaction"] or "")
    return known is not None and (known["decision"] is not None or known["gone"])


def _doubt(site: SiteState, transactions: Mapping[str, TransactionState]) -> Doubt | None:
    """Return the doubt of a site that has voted "commit" and knows no decision."""
    found = prepared_for(site, transactions)
    vote = found[1]["votes"].get(site["site"]) if found else None
    if found is None or vote is None or vote["vote"] != z.COMMIT:
        return None
    return {"transaction": found[0]["transaction"], "since": vote["at"]}


def _owed(site: SiteState, transactions: Mapping[str, TransactionState]) -> int:
    """Return what a site has still to carry out of what is decided."""
    found = prepared_for(site, transactions)
    return found[0]["amount"] if found and decision_of(found[1]) == z.COMMIT else 0


def _sum(numbers: Iterable[int | None]) -> int:
    return sum(one for one in numbers if one is not None)
