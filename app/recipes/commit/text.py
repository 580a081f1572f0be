"""Every sentence about a two-phase commit, and its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...participation.step import Step
from ...readmodels.document import Candidates, CandidateState, Fault
from ...readmodels.ensemble_story import cut_off, not_noticed, out_of_reach
from ...readmodels.looks import Looks, looking
from ...readmodels.scenes import DEED, ENDED, People, Places, Scenes, joined, several, tone_of
from ...readmodels.wording import listed
from ...readmodels.zookeeper import Story, Telling, Zookeeper
from .state import (
    Commit,
    CoordinatorState,
    SiteState,
    TransactionState,
    decision_of,
    missing_on,
    prepared_for,
    votes_on,
)
from .znodes import ABORT, COMMIT, DONE

CUT_OFF, STORY, UNDECIDED, IN_DOUBT, HEIR, AWAITED, OWING, REST = (Scenes() for _ in range(8))
ABSENT = Scenes()
VOTED, MISSING, ACCOUNTS = (Scenes() for _ in range(3))
_TONES = {COMMIT: "lead", ABORT: "dead"}


class CommitSeen(NamedTuple):
    """What a scene looks at. alive: how many of its processes have not ended."""

    commit: Commit
    candidates: Candidates
    alive: int

    @property
    def one(self) -> TransactionState | None:
        """Return the transaction that is undecided."""
        return self.commit["transactions"].get(self.commit["undecided"] or "")

    @property
    def coordinators(self) -> list[str]:
        """Return the coordinators that run."""
        return [
            name
            for name, one in self.candidates.items()
            if one["recipe"] == "coordinator" and one["process"] == "running"
        ]

    def does_not_run(self, site: str) -> bool:
        """Tell whether a site's process is dead or frozen, or there is none."""
        known = self.commit["sites"].get(site)
        own = self.candidates.get((known["candidate"] if known else None) or "")
        return own is None or own["process"] != "running"


def tell(commit: Commit, candidates: Candidates, zookeeper: Zookeeper) -> Telling:
    """Tell what happens now. zookeeper: that part of the state document."""
    alive = [name for name, one in candidates.items() if one["process"] != "exited"]
    busy = [name for name in alive if candidates[name]["belief"] == "coordinating"]
    seen = CommitSeen(commit, candidates, len(alive))
    return (
        out_of_reach(
            zookeeper,
            "nothing is decided",
            CUT_OFF.tell(seen),
            unaware=not_noticed(busy, "coordinating"),
            anybody=bool(alive),
        )
        or STORY.told(seen)
        or UNDECIDED.told(seen)
        or OWING.told(seen)
        or REST.told(seen)
    )


@CUT_OFF("{cut_off} When ZooKeeper was last heard, {what} was undecided.", "{in_doubt}")
def something_was_undecided(seen: CommitSeen) -> Places | None:
    if not seen.alive:
        return None
    what = seen.commit["undecided"] or "nothing"
    return {"cut_off": cut_off(seen.alive), "what": what, "in_doubt": IN_DOUBT.tell(seen)}


@STORY(
    "Nobody is here.",
    "Start three sites and a coordinator: money moves between the sites' accounts, at all of them "
    "or at none.",
)
def nobody(seen: CommitSeen) -> bool:
    return not seen.alive and not seen.commit["transactions"]


# -- undecided ----------------------------------------------------------------------------------


@UNDECIDED("Nobody coordinates {name}.", "{waiting}", "{heir}")
def nobody_coordinates(seen: CommitSeen) -> Places | None:
    """Tell so only where the whole list says so, and where the one that did is known to be gone: in
    one step with its decision, which is read later, its znode goes too.
    """
    one, name = seen.one, seen.commit["undecided"]
    if one is None or one["coordinator"] or not one["listed"] or _coordinator(seen):
        return None
    waiting = IN_DOUBT.tell(seen) or [f"{name} is undecided."]
    return {"name": name, "waiting": waiting, "heir": HEIR.tell(seen, None, None)}


def _coordinator(seen: CommitSeen) -> tuple[str, CandidateState] | None:
    """Return who coordinates, as its znode says, or else a process that runs and says so."""
    one, undecided, at_work = seen.one, seen.commit["undecided"], seen.commit["coordinators"]
    said = (name for name in seen.coordinators if at_work[name]["transaction"] == undecided)
    own = one["coordinator"] if one else None
    name = (own["candidate"] if own else next(said, None)) or ""
    return (name, seen.candidates[name]) if name in seen.candidates else None


@UNDECIDED("A process that was not started here coordinates {name}.", "{votes}")
def another_coordinates(seen: CommitSeen) -> Places | None:
    if seen.one is None or not seen.one["coordinator"] or _coordinator(seen):
        return None
    return {"name": seen.commit["undecided"], "votes": _votes(seen, seen.one)}


@UNDECIDED("{who}, which coordinated {name}, {deed} {ago}, {when}.", "{in_doubt}", "{heir}")
def its_coordinator_is_struck(seen: CommitSeen) -> Places | None:
    """Tell the lesson: its coordinator is dead or frozen, and who has voted cannot know."""
    found, one = _coordinator(seen), seen.one
    if one is None or found is None:
        return None
    who, process = found
    if process["process"] == "running" and not process["fault"]:
        return None
    ended: Fault = {"kind": "exit", "at": process["since"], "by": None}
    fault = process["fault"] or ended
    return {
        "who": People([who], tone_of(fault["kind"])),
        "name": seen.commit["undecided"],
        "deed": DEED.get(fault["kind"], "ended"),
        "ago": {"ago": fault["at"]},
        "when": "between the votes and its decision" if one["votes_in"] else "before it decided",
        "in_doubt": IN_DOUBT.tell(seen),
        "heir": HEIR.tell(seen, who, process),
    }


@UNDECIDED("{name} moves {amount} from {givers} to {takers}.", "{votes}", "{awaited}")
def it_is_under_way(seen: CommitSeen) -> Places | None:
    one, (who, _) = seen.one, _coordinator(seen) or ("", None)
    if one is None:
        return None
    givers, takers = (
        sorted(site for site, amount in one["moves"].items() if amount * sign > 0)
        for sign in (-1, 1)
    )
    return {
        "name": seen.commit["undecided"],
        "amount": -sum(one["moves"][site] for site in givers),
        "givers": listed(givers or ["nobody"]),
        "takers": listed(takers or ["nobody"]),
        "votes": _votes(seen, one),
        "awaited": AWAITED.tell(one, who, seen.commit["coordinators"].get(who)),
    }


@IN_DOUBT(
    '{sites} voted "commit"{sites:|, the first} {ago}{sites: and is|, and are} in doubt: a site '
    "that has promised may neither commit nor abort by itself."
)
def some_are_in_doubt(seen: CommitSeen) -> Places | None:
    """Tell who has voted "commit" on what is undecided."""
    doubts = {site: one["doubt"] for site, one in sorted(seen.commit["sites"].items())}
    since = {
        site: doubt["since"]
        for site, doubt in doubts.items()
        if doubt and doubt["transaction"] == seen.commit["undecided"]
    }
    if not since:
        return None
    return {"sites": People([*since], "behind"), "ago": {"ago": min(since.values())}}


def _standing_by(seen: CommitSeen, but: str | None) -> list[str]:
    return [name for name in seen.coordinators if name != but][:1]


@HEIR("They wait until somebody starts a coordinator: it decides by the votes in ZooKeeper.")
def nobody_stands_by(seen: CommitSeen, but: str | None, struck: CandidateState | None) -> bool:
    return not _standing_by(seen, but)


@HEIR("{heir} stands by, and takes over when ZooKeeper has ended its session[, in about {left}].")
def one_will_take_over(
    seen: CommitSeen, but: str | None, struck: CandidateState | None
) -> Places | None:
    if struck is None:
        return None
    ends = struck["session_ends"]
    left = None if ends is None else {"left": ends}
    return {"heir": People(_standing_by(seen, but), "new"), "left": left}


@HEIR("{heir} takes over.")
def one_takes_over(seen: CommitSeen, but: str | None, struck: CandidateState | None) -> Places:
    return {"heir": People(_standing_by(seen, but), "new")}


@AWAITED(
    '{who} will write "{decision}" into tx-{number} in {left}.',
    "Until then every site that has promised is in doubt.",
)
def a_decision_is_awaited(
    one: TransactionState, who: str, own: CoordinatorState | None
) -> Places | None:
    if own is None or not one["votes_in"] or own["decides"] is None:
        return None
    return {
        "who": People([who], "lead"),
        "decision": one["votes_in"]["decision"],
        "number": one["number"],
        "left": {"left": own["decides"]},
    }


@AWAITED('A vote that is missing counts as "abort" in {left}.')
def votes_are_awaited(
    one: TransactionState, who: str, own: CoordinatorState | None
) -> Places | None:
    if own is None or own["deadline"] is None or not _voting(one, None):
        return None
    return {"left": {"left": own["deadline"]}}


def _voting(one: TransactionState, vote: str | None) -> list[str]:
    return [site for site, own in votes_on(one).items() if own == vote]


def _votes(seen: CommitSeen, one: TransactionState) -> Story:
    """Tell who has voted how, and who has not."""
    return joined(*(VOTED.tell(one, vote) for vote in _TONES), MISSING.tell(seen, one))


@VOTED('{sites} {sites:has|have} voted "{vote}".')
def some_have_voted(one: TransactionState, vote: str) -> Places | None:
    sites = _voting(one, vote)
    return {"sites": People(sites, _TONES[vote]), "vote": vote} if sites else None


@MISSING("{sites} cannot vote: {sites:its process does|their processes do} not run.")
def some_cannot_vote(seen: CommitSeen, one: TransactionState) -> Places | None:
    dead = [site for site in _voting(one, None) if seen.does_not_run(site)]
    return {"sites": People(dead, "dead")} if dead else None


@MISSING("{sites} {sites:has|have} not voted yet.")
def some_have_not_voted(seen: CommitSeen, one: TransactionState) -> Places | None:
    missing = _voting(one, None)
    return {"sites": People(missing, "wait")} if missing else None


# -- decided ------------------------------------------------------------------------------------


@OWING(
    "{name} is gone: {sites} {sites:has|have} promised to carry it out, and nobody can say what "
    "was decided.",
    "A person has to: who knows it creates {name} again, with its data and its decision.",
)
def what_they_promised_is_gone(seen: CommitSeen) -> Places | None:
    """Tell of sites that say that they are in doubt about what is not there any more."""
    found = {
        site: entry
        for site, own in sorted(seen.commit["sites"].items())
        if (entry := _lost_to(seen, own))
    }
    name = max(found.values(), default=None)
    sites = [site for site, entry in found.items() if entry == name]
    return {"name": name, "sites": People(sites, "behind")} if sites else None


def _lost_to(seen: CommitSeen, own: SiteState) -> str | None:
    """Return the transaction that a site is in doubt about, and that is gone undecided."""
    found = prepared_for(own, seen.commit["transactions"])
    process = seen.candidates.get(own["candidate"] or "")
    if found is None or process is None or process["belief"] != "in doubt":
        return None
    entry, one = found
    is_lost = one["gone"] and decision_of(one) is None
    return entry["transaction"] if is_lost else None


def _owing(seen: CommitSeen) -> list[tuple[str, str, TransactionState]]:
    """Return the sites that are dead or frozen, and have still to carry out what stands."""
    sites, transactions = seen.commit["sites"], seen.commit["transactions"]
    return [
        (site, found[0]["transaction"], found[1])
        for site, own in sorted(sites.items())
        if (found := prepared_for(own, transactions))
        and found[1]["decision"]
        and seen.does_not_run(site)
    ]


@OWING(
    "{who} has not carried out yet that {name} is {done}: its ledger is prepared.",
    "It will carry it out when it comes back.",
    "{rest}",
)
def one_has_to_carry_it_out(seen: CommitSeen) -> Places | None:
    owing = _owing(seen)
    if len(owing) != 1:
        return None
    site, name, one = owing[0]
    done = DONE[one["decision"] or ""]
    return {"who": People([site], "dead"), "name": name, "done": done, "rest": REST.tell(seen)}


@OWING(
    "{sites} have not carried out yet what is decided.",
    "Their ledgers are prepared, and they will carry it out when they come back.",
    "{rest}",
)
def some_have_to_carry_it_out(seen: CommitSeen) -> Places | None:
    sites = [site for site, _, _ in _owing(seen)]
    return {"sites": People(sites, "dead"), "rest": REST.tell(seen)} if sites else None


def _decided(seen: CommitSeen) -> list[TransactionState]:
    return [one for one in seen.commit["transactions"].values() if one["decision"]]


@REST(
    "There are sites, but nobody can begin a transaction: start a coordinator.",
    "{absent}",
)
def nobody_can_begin(seen: CommitSeen) -> Places | None:
    is_so = not _decided(seen) and not seen.coordinators
    return {"absent": ABSENT.tell(seen)} if is_so else None


@REST("Nothing has been decided yet, at {sites}.", "{absent}", "Begin a transaction.")
def nothing_is_decided(seen: CommitSeen) -> Places | None:
    if _decided(seen):
        return None
    sites = several(len(seen.commit["sites"]), "site")
    return {"sites": sites, "absent": ABSENT.tell(seen)}


@REST("tx-{number} is {done}[: {why}].", "{absent}", "{accounts}", "[{leaderless}]")
def one_is_decided(seen: CommitSeen) -> Places:
    last = max(_decided(seen), key=lambda one: one["number"])
    nobody = "Nobody can begin another transaction: start a coordinator."
    return {
        "number": last["number"],
        "done": DONE[last["decision"] or ""],
        "why": _why(last),
        "absent": ABSENT.tell(seen),
        "accounts": ACCOUNTS.tell(seen.commit),
        "leaderless": None if seen.coordinators else nobody,
    }


def _why(one: TransactionState) -> str | None:
    """Return who made it fail."""
    against, missing = _voting(one, ABORT), missing_on(one)
    who: Sequence[str] = against or missing
    if one["decision"] != ABORT or not who:
        return None
    return f"{listed(who)} {'voted against it' if against else 'did not vote'}"


def _absent(seen: CommitSeen) -> Sequence[str]:
    """Return the sites that do not run, and owe nothing: of those that do another scene tells."""
    owing = {site for site, _, _ in _owing(seen)}
    sites = sorted(seen.commit["sites"])
    return [site for site in sites if site not in owing and seen.does_not_run(site)]


@ABSENT("{who} {deed} {ago}: its account is as its ledger says, and it learns of later decisions "
        "when it is back.")  # fmt: skip
def one_site_is_absent(seen: CommitSeen) -> Places | None:
    sites = _absent(seen)
    if len(sites) != 1:
        return None
    own = seen.candidates.get(seen.commit["sites"][sites[0]]["candidate"] or "")
    fault = own["fault"] if own else None
    return {
        "who": People(sites, tone_of(fault["kind"] if fault else None)),
        "deed": ENDED.get(fault["kind"], "ended") if fault else "does not run",
        "ago": {"ago": fault["at"]} if fault else [],
    }


@ABSENT("{sites} do not run: their accounts are as their ledgers say, and they learn of later "
        "decisions when they are back.")  # fmt: skip
def some_sites_are_absent(seen: CommitSeen) -> Places | None:
    sites = _absent(seen)
    return {"sites": People(sites, "dead")} if sites else None


@ACCOUNTS("The accounts hold {held} together[, {as_before}].")
def all_is_carried_out(commit: Commit) -> Places | None:
    return None if commit["on_the_way"] else _accounts(commit)


@ACCOUNTS("The accounts hold {held}, and {later} when all have carried it out[, {as_before}].")
def some_is_on_the_way(commit: Commit) -> Places:
    return _accounts(commit)


def _accounts(commit: Commit) -> Places:
    """Return what all accounts hold together, and what they will."""
    later = commit["sum"] + commit["on_the_way"]
    same = "as much as they were opened with" if later == commit["opening"] else None
    return {"held": commit["sum"], "later": later, "as_before": same}


# -- how its processes look ------------------------------------------------------------------


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


# -- its steps: the line of each, and the sentence that it carries out ------------------------

COMMIT_IDEA = "All vote yes, or nothing is done: the decision is one write to one znode."
"""Its key idea."""

COMMIT_SOURCE = (
    "Apache ZooKeeper, Recipes and Solutions: Two-phased Commit. That one conditional write "
    "decides, who coordinates, and ledgers, are Handoff's own"
)

COORDINATOR = (
    Step(
        "look",
        "Read which transaction is the latest, with a watch",
        "The only role of the coordinator is to decide upon the group of sites, to create the "
        "ZooKeeper nodes, and to propagate the transaction: which can be done through ZooKeeper",
    ),
    Step(
        "begin",
        "Create Tx, an empty znode for each site, and Tx/coordinator (EPHEMERAL): all or nothing",
        'having a coordinator create a transaction node, say "/app/Tx", and one child node per '
        'participating site, say "/app/Tx/s_i"',
    ),
    Step(
        "collect votes",
        "Read all votes, with a watch on each",
        "you can have only the coordinator notified of changes to the transaction nodes",
    ),
    Step(
        "decide",
        "All commit? Any abort, or the deadline over? Write the decision into Tx, if no vote "
        "and no decision has come meanwhile: all or nothing",
        "and then notify the sites once coordinator reaches a decision",
    ),
    Step(
        "stand by",
        "Somebody else coordinates: watch Tx/coordinator",
        "The recipe does not say what happens to a transaction whose coordinator is dead",
    ),
    Step(
        "take over",
        "Tx is undecided, and nobody coordinates it: create Tx/coordinator (EPHEMERAL)",
        "The votes are in ZooKeeper: any coordinator that reads them can decide",
    ),
    Step("notified", "Notified? Look again", "A watch says that there is something to read"),
)

SITE = (
    Step(
        "look",
        "Read which transaction is the latest, and Tx, with a watch on each",
        "Once each site involved in the transaction receives the transaction from the coordinator, "
        "the site reads each child node and sets a watch: here its own, and watches Tx",
    ),
    Step(
        "vote",
        "Prepare my ledger, or refuse; then write my vote into Tx/s_i, if nothing is decided yet",
        'Each site then processes the query and votes "commit" or "abort" by writing to its '
        "respective node",
    ),
    Step(
        "wait",
        'Voted "abort": the decision will be "abort"',
        'Note that a node can decide "abort" earlier if some site votes for "abort"',
    ),
    Step(
        "in doubt",
        'Voted "commit": neither commit nor abort before Tx says which of the two',
        "In the recipe each site decides from all votes (n² messages); here the coordinator does",
    ),
    Step("notified", "Tx has changed? Read it", "A watch says that there is something to read"),
    Step(
        "carry out",
        "Carry out what was decided, once: on my disk",
        'as soon as all sites have all votes, they can decide either "abort" or "commit"',
    ),
    Step(
        "acknowledge",
        "Write into Tx/s_i that it is carried out",
        "The recipe does not say when a transaction may be cleared",
    ),
)
