"""The invariants of a two-phase commit, checked on every event.

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

from __future__ import annotations

from collections.abc import Iterator

from ...readmodels.document import Candidates, CandidateState
from ...readmodels.model import Found, Invariant
from .document import Commit, TransactionState
from .znodes import ABORT, COMMIT, number_of


def votes_on(one: TransactionState) -> dict[str, str | None]:
    """Return site -> its vote on a transaction, None where it has not voted."""
    votes = one["votes"]
    return {site: votes[site]["vote"] if site in votes else None for site in sorted(one["moves"])}


def has_not_voted(one: TransactionState, site: str) -> bool:
    """Tell whether it is known that a site has not voted on a transaction: its znode, or the list
    of them, says so, and nothing has gone since.
    """
    vote = one["votes"].get(site)
    if vote is not None and vote["done"] is not None:
        return vote["vote"] is None
    return not one["gone"] and (one["listed"] if vote is None else vote["vote"] is None)


def missing_on(one: TransactionState) -> list[str]:
    """Return the sites of which it is known that they have not voted on a transaction."""
    return [site for site in sorted(one["moves"]) if has_not_voted(one, site)]


def decision_of(one: TransactionState) -> str | None:
    """Return what was decided, as the transaction or else a site that has carried it out says."""
    said = (carried["decision"] for carried in one["carried_out"].values())
    return one["decision"] or next(said, None)


def _several(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    for name, one in commit["transactions"].items():
        carried = {site: said["decision"] for site, said in sorted(one["carried_out"].items())}
        if len({*carried.values(), one["decision"]} - {None}) > 1:
            told = ", ".join(f"{site} {decision}" for site, decision in carried.items())
            yield name, f"{name} was decided as {one['decision']}, but carried out as: {told}"


def _against_votes(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    for name, one in commit["transactions"].items():
        votes = votes_on(one)
        against = [site for site, vote in votes.items() if vote == ABORT]
        if one["decision"] == COMMIT and against:
            yield name, f"{name} is committed, although {against[0]} has voted against it"
        if one["decision"] == ABORT and set(votes.values()) == {COMMIT}:
            yield name, f"{name} is aborted, although all have voted for it"


def _without_votes(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    for name, one in commit["transactions"].items():
        missing = missing_on(one)
        if one["decision"] == COMMIT and missing:
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
        why = _over(commit["transactions"].get(name), is_earlier=(number_of(name) or 0) < latest)
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
        return {COMMIT: "committed", ABORT: "aborted"}[decision]
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
    yield from _unread_votes_on(commit, COMMIT)


def _unread_reasons(commit: Commit) -> Iterator[str]:
    """Yield what may speak against a decision; one vote against it explains why it is aborted."""
    yield from _unread_votes(commit)
    yield from _unread_votes_on(commit, ABORT)


def _unread_votes_on(commit: Commit, decision: str) -> Iterator[str]:
    for name, one in commit["transactions"].items():
        votes = votes_on(one) if one["decision"] == decision else {}
        for site, vote in votes.items() if ABORT not in votes.values() else ():
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
            entry = sites.get(site, {}).get("entry")
            is_prepared = entry is not None and entry["transaction"] == name
            if decision_of(one) == COMMIT and not is_prepared:
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
