"""The sentence of a two-phase commit, in the form of `app.readmodels.story_parts`."""

from __future__ import annotations

from collections.abc import Sequence

from ...readmodels.document import Candidates, CandidateState, Fault
from ...readmodels.ensemble_story import cut_off, not_noticed, out_of_reach
from ...readmodels.looks import Looks, looking
from ...readmodels.quoting import listed
from ...readmodels.story_parts import DEED, named, several, tone_of
from ...readmodels.zookeeper import Part, Story, Zookeeper
from .checks import missing_on, votes_on
from .document import Commit, CoordinatorState, SiteState, TransactionState
from .znodes import ABORT, COMMIT

_TONES = {COMMIT: "lead", ABORT: "dead"}
_DONE = {COMMIT: "committed", ABORT: "aborted"}
_LEADERLESS = " Nobody can begin another transaction: start a coordinator."
_START = "They wait until somebody starts a coordinator: it decides by the votes in ZooKeeper."


def tell(commit: Commit, candidates: Candidates, zookeeper: Zookeeper) -> Story:
    """Tell what happens now. zookeeper: that part of the state document."""
    alive = [name for name, one in candidates.items() if one["process"] != "exited"]
    busy = [name for name in alive if candidates[name]["belief"] == "coordinating"]
    gone = out_of_reach(
        zookeeper,
        "nothing is decided",
        not_noticed(busy, "coordinating"),
        _cut_off(commit, len(alive)),
        anybody=bool(alive),
    )
    if gone:
        return gone
    if not alive and not commit["transactions"]:
        return [
            "Nobody is here. Start three sites and a coordinator: money moves between the sites' "
            "accounts, at all of them or at none."
        ]
    name = commit["undecided"]
    if name is None:
        return [*_owing(commit, candidates), *_at_rest(commit, candidates)]
    return _undecided(commit, candidates, name, commit["transactions"][name])


def _cut_off(commit: Commit, alive: int) -> Story:
    """Tell what was undecided when ZooKeeper was last heard."""
    if not alive:
        return []
    name = commit["undecided"]
    known = f"{name} was undecided. " if name else "nothing was undecided. "
    return [cut_off(alive), known, *_in_doubt(commit)]


def _verb(names: Sequence[str], one: str, several: str) -> str:
    return one if len(names) == 1 else several


# -- undecided ----------------------------------------------------------------------------------


def _undecided(commit: Commit, candidates: Candidates, name: str, one: TransactionState) -> Story:
    if one["coordinator"] is None:
        waiting = _in_doubt(commit) or [f"{name} is undecided. "]
        return [f"Nobody coordinates {name}. ", *waiting, *_heir(candidates, "takes over.")]
    who = one["coordinator"]["candidate"] or ""
    process = candidates.get(who)
    if process is None:
        foreign = f"A process that was not started here coordinates {name}. "
        return [foreign, *_votes(one, candidates, commit)]
    if process["process"] != "running" or process["fault"]:
        return _struck(commit, candidates, name, who)
    votes = _votes(one, candidates, commit)
    return [f"{name} {_moves(one)} ", *votes, *_awaited(one, who, commit["coordinators"].get(who))]


def _struck(commit: Commit, candidates: Candidates, name: str, who: str) -> Story:
    """Tell the lesson: its coordinator is dead or frozen, and who has voted cannot know."""
    process = candidates[who]
    ended: Fault = {"kind": "exit", "at": process["since"], "by": None}
    fault = process["fault"] or ended
    voted = commit["transactions"][name]["votes_in"]
    when = "between the votes and its decision" if voted else "before it decided"
    ends = process["session_ends"]
    until: Story = [", in about ", {"left": ends}] if ends is not None else []
    takes_over = "stands by, and takes over when ZooKeeper has ended its session"
    return [
        {"who": who, "tone": tone_of(fault["kind"])},
        f", which coordinated {name}, {DEED.get(fault['kind'], 'ended')} ",
        {"ago": fault["at"]},
        f", {when}. ",
        *_in_doubt(commit),
        *_heir(candidates, takes_over, *until, ".", but=who),
    ]


def _heir(candidates: Candidates, *does: Part, but: str | None = None) -> Story:
    """Tell what the first coordinator that stands by does; without one, all wait."""
    standing = [name for name in _coordinators(candidates) if name != but]
    return [*named(standing[:1], "new"), " ", *does] if standing else [_START]


def _coordinators(candidates: Candidates) -> list[str]:
    return [
        name
        for name, one in candidates.items()
        if one["recipe"] == "coordinator" and one["process"] == "running"
    ]


def _in_doubt(commit: Commit) -> Story:
    """Tell who has voted "commit" on what is undecided."""
    doubts = {site: one["doubt"] for site, one in sorted(commit["sites"].items())}
    since = {
        site: doubt["since"]
        for site, doubt in doubts.items()
        if doubt and doubt["transaction"] == commit["undecided"]
    }
    if not since:
        return []
    first, are = _verb([*since], "", ", the first"), _verb([*since], " and is", ", and are")
    return [
        *named([*since], "behind"),
        f' voted "commit"{first} ',
        {"ago": min(since.values())},
        f"{are} in doubt: a site that has promised may neither commit nor abort by itself. ",
    ]


def _awaited(one: TransactionState, who: str, own: CoordinatorState | None) -> Story:
    """Tell what comes next, and when."""
    if own and one["votes_in"] and own["decides"] is not None:
        return [
            {"who": who, "tone": "lead"},
            f' will write "{one["votes_in"]["decision"]}" into tx-{one["number"]} in ',
            {"left": own["decides"]},
            ". Until then every site that has promised is in doubt.",
        ]
    if own and own["deadline"] is not None and _voting(one, None):
        return ['A vote that is missing counts as "abort" in ', {"left": own["deadline"]}, "."]
    return []


def _moves(one: TransactionState) -> str:
    """Return "moves 20 from s1 to s2 and s3."."""
    givers, takers = (
        sorted(site for site, amount in one["moves"].items() if amount * sign > 0)
        for sign in (-1, 1)
    )
    amount = -sum(one["moves"][site] for site in givers)
    return f"moves {amount} from {_named(givers)} to {_named(takers)}."


def _named(names: Sequence[str]) -> str:
    return listed(names or ["nobody"])


def _voting(one: TransactionState, vote: str | None) -> list[str]:
    return [site for site, own in votes_on(one).items() if own == vote]


def _votes(one: TransactionState, candidates: Candidates, commit: Commit) -> Story:
    """Tell who has voted how, and who has not."""
    told: Story = []
    for vote, tone in _TONES.items():
        if sites := _voting(one, vote):
            told += [*named(sites, tone), f' {_verb(sites, "has", "have")} voted "{vote}". ']
    missing = _voting(one, None)
    dead = [site for site in missing if _is_struck(candidates, commit, site)]
    if dead:
        deed = _verb(dead, "its process does", "their processes do")
        told += [*named(dead, "dead"), f" cannot vote: {deed} not run. "]
    elif missing:
        verb = _verb(missing, "has", "have")
        told += [*named(missing, "wait"), f" {verb} not voted yet. "]
    return told


def _is_struck(candidates: Candidates, commit: Commit, site: str) -> bool:
    own = candidates.get(commit["sites"].get(site, {}).get("candidate") or "")
    return own is None or own["process"] != "running"


# -- decided ------------------------------------------------------------------------------------


def _owing(commit: Commit, candidates: Candidates) -> Story:
    """Tell of sites that are dead or frozen, and have still to carry out what stands."""
    told: Story = []
    for site, own in sorted(commit["sites"].items()):
        name = own["entry"] and own["entry"]["transaction"]
        one = commit["transactions"].get(name or "")
        if one and one["decision"] and _is_struck(candidates, commit, site):
            told += [
                {"who": site, "tone": "dead"},
                f" has not carried out yet that {name} is {_DONE[one['decision']]}: its ledger is "
                "prepared, and it will carry it out when it comes back. ",
            ]
    return told


def _at_rest(commit: Commit, candidates: Candidates) -> Story:
    known = [one for one in commit["transactions"].values() if one["decision"]]
    if not known and not _coordinators(candidates):
        return ["There are sites, but nobody can begin a transaction: start a coordinator."]
    if not known:
        sites = several(len(commit["sites"]), "site")
        return [f"Nothing has been decided yet, at {sites}. Begin a transaction."]
    last = max(known, key=lambda one: one["number"])
    why = ""
    if last["decision"] == ABORT:
        against, missing = _voting(last, ABORT), missing_on(last)
        who, how = (against, "voted against it") if against else (missing, "did not vote")
        why = f": {_named(who)} {how}" if who else ""
    told: Story = [
        f"tx-{last['number']} is {_DONE[last['decision'] or '']}{why}. ",
        _accounts(commit),
    ]
    return told if _coordinators(candidates) else [*told, _LEADERLESS]


def _accounts(commit: Commit) -> str:
    """Tell what all accounts hold together, and what is still to come."""
    held, way = commit["sum"], commit["on_the_way"]
    at_first = ", as much as they were opened with" if held + way == commit["opening"] else ""
    if not way:
        return f"The accounts hold {held} together{at_first}."
    return f"The accounts hold {held}, and {held + way} when all have carried it out{at_first}."


def with_looks(commit: Commit, own: Candidates) -> Commit:
    """Return the place with how each process looks."""
    known = commit["transactions"]
    latest = commit["undecided"] or max(known, key=lambda name: known[name]["number"], default=None)
    one = known[latest] if latest else None
    leading = one["coordinator"]["candidate"] if one and one["coordinator"] else None
    coordinators = {
        name: looking(said, _of_coordinator(said, own[name], leads=name == leading))
        for name, said in commit["coordinators"].items()
    }
    sites = {
        name: looking(site, _of_site(site, own.get(site["candidate"] or ""), one))
        for name, site in commit["sites"].items()
    }
    return {**commit, "coordinators": coordinators, "sites": sites}


def _of_coordinator(said: CoordinatorState, candidate: CandidateState, *, leads: bool) -> Looks:
    there = ": its znode still exists" if leads else ""
    if candidate["process"] == "exited":
        return Looks("dead", f"dead{there}")
    if candidate["process"] == "paused":
        return Looks("frozen", f"frozen{there}")
    if candidate["belief"] == "suspended":
        return Looks("lost", "no connection")
    if leads:
        decides = said["decides"] is not None
        return Looks("lead", "is about to decide" if decides else "collects the votes")
    return Looks("wait", "joins" if candidate["belief"] == "joining" else "stands by")


def _of_site(
    site: SiteState, candidate: CandidateState | None, latest: TransactionState | None
) -> Looks:
    """Return the looks of a site, in at most four words: there may be eight."""
    promised = ", has promised" if site["entry"] else ""
    if candidate is None or candidate["process"] == "exited":
        return Looks("dead", f"dead{promised}")
    if candidate["process"] == "paused":
        return Looks("frozen", f"frozen{promised}")
    if candidate["belief"] == "suspended":
        return Looks("lost", "cut off, in doubt" if promised else "no connection")
    if site["doubt"]:
        return Looks("behind", "in doubt")
    if latest and not latest["decision"] and site["site"] in latest["moves"]:
        vote = latest["votes"].get(site["site"])
        if vote is None or not vote["vote"]:
            return Looks("wait", "makes up its mind")
    return Looks("wait", "joins" if candidate["belief"] == "joining" else "at rest")
