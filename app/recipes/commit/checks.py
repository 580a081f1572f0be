"""The invariants of a two-phase commit, checked on every event.

- one_decision: no site carries out another decision than another site, or than the transaction's.
- decision_follows_votes: with one "abort" the decision is "abort"; where all say "commit", it is
  "commit".
- no_commit_without_all_votes: what is committed has the vote of every site.
- in_doubt_waits: who has voted "commit" carries out nothing that is not decided.
- sum_stays: what the accounts say, with what is decided and still to be carried out, is what they
  said at first.

What a process says may be heard before the dashboard has read the znode that it rests on: what
needs both counts after a second.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...readmodels.document import Candidates
from ...readmodels.model import Found, Invariant
from .document import Commit, TransactionState
from .znodes import ABORT, COMMIT


def votes_on(one: TransactionState) -> dict[str, str | None]:
    """Return site -> its vote on a transaction, None where it has not voted."""
    votes = one["votes"]
    return {site: votes[site]["vote"] if site in votes else None for site in sorted(one["moves"])}


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
        missing = [site for site, vote in votes_on(one).items() if vote is None]
        if one["decision"] == COMMIT and missing:
            yield name, f"{name} is committed without the vote of {missing[0]}"


def _on_its_own(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    for name, one in commit["transactions"].items():
        is_open = one["decision"] is None and not one["gone"]
        for site, said in one["carried_out"].items() if is_open else ():
            detail = f"{site} has carried out {said['decision']} of {name}, which is undecided"
            yield f"{site} {name}", detail


def _another_sum(commit: Commit, own: Candidates, at: float) -> Iterator[Found]:
    found = commit["sum"] + commit["on_the_way"]
    if found != commit["opening"]:
        yield commit["path"], f"the accounts held {commit['opening']} at first, and now {found}"


INVARIANTS = (
    Invariant("one_decision", 0.0, _several),
    Invariant("decision_follows_votes", 1.0, _against_votes, needs_seen=True),
    Invariant("no_commit_without_all_votes", 1.0, _without_votes, needs_seen=True),
    Invariant("in_doubt_waits", 1.0, _on_its_own, needs_seen=True),
    Invariant("sum_stays", 1.0, _another_sum, needs_seen=True),
)
