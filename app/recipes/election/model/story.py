"""Tell what is happening in an election, in words a student knows.

What all strategies share is told here; each strategy tells the rest itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ....readmodels.chain import place_of, those_of
from ....readmodels.chain_counts import is_anybodys, is_led_by, is_strangers
from ....readmodels.document import Candidates, CandidateState
from ....readmodels.ensemble_story import not_noticed, out_of_reach
from ....readmodels.story_parts import Chain, count, who
from ....readmodels.zookeeper import Quorum, Story, Zookeeper
from ..document import Election, Handoff
from . import (
    shapes,
    story_herd,
    story_predecessor,
    story_shapes,
    story_single,
)
from .elections import key_called
from .orders import told
from .story_eligibility import caught_up, sitting_out
from .story_foreign import unheard, unread, vacant
from .story_histories import copied, refused_by_the_store
from .story_parts import back_again

Steady = Callable[[Election, Candidates], Story]
Passing = Callable[[Election, Handoff], Story]


@dataclass(frozen=True)
class Narration:
    """The way a strategy tells its story. steady: somebody holds the leader's znode. under_way: a
    handoff. holds: what the leader has.
    """

    steady: Steady
    under_way: Passing
    holds: str


NARRATIONS: Mapping[str, Narration] = {
    "predecessor": Narration(
        story_predecessor.steady, story_predecessor.under_way, "the lowest znode"
    ),
    "herd": Narration(story_herd.steady, story_herd.under_way, "the lowest znode"),
    "single": Narration(story_single.steady, story_single.under_way, "the znode “{key}”"),
}


_EITHER = Narration(story_shapes.either, story_predecessor.under_way, "the first znode")
_LOCK = Narration(story_shapes.lock, story_predecessor.under_way, "the lowest znode")
_KEY = Narration(story_shapes.key, story_single.under_way, "the znode “{key}”")


_BY_SHAPE = {shapes.EITHER: _EITHER, shapes.LOCK: _LOCK}


def _narration_of(election: Election) -> Narration:
    """Return how the story is told: elections of other programs have their own words."""
    if election["shape"] in _BY_SHAPE:
        return _BY_SHAPE[election["shape"]]
    chain = election["chain"]
    is_key = election["strategy"] == "single" and not election["racers"]
    if is_key and chain and is_strangers(chain[0]):
        return _KEY
    return NARRATIONS[election["strategy"]]


def tell(election: Election, candidates: Candidates, zookeeper: Zookeeper) -> Story:
    """Tell the election's story. zookeeper: that part of the state document."""
    chain = election["chain"]
    leads = sorted(those_of(chain, is_led_by), key=place_of)
    leading = [one["candidate"] or "" for one in leads]
    gone = out_of_reach(
        zookeeper,
        "nobody may lead",
        not_noticed(leading, "leading"),
        _cut_off(chain, candidates),
        anybody=bool(chain),
    )
    if gone:
        return gone
    return told(election["orders"], chain) + _served(election, candidates, zookeeper["quorum"])


def _served(election: Election, candidates: Candidates, quorum: Quorum | None) -> Story:
    """Tell the story while ZooKeeper answers."""
    chain = election["chain"]
    handoff = election["handoff"]
    if handoff and not any(map(is_anybodys, chain[:1])):
        going_on = _narration_of(election).under_way(election, handoff)
        return going_on + sitting_out(candidates)
    deluded = _believing_in_vain(chain, candidates)
    if deluded:
        return _split(deluded, chain, _on_waking(election, candidates[deluded]))
    now = _now(election, candidates)
    return [*back_again(quorum, election["last_handoff"]), *now]


def _now(election: Election, candidates: Candidates) -> Story:
    out = sitting_out(candidates)
    if not election["chain"]:
        races = election["strategy"] == "single"
        nobody = _hidden(election) or _unowned(election) or _empty(candidates, behind=bool(out))
        gone = vacant(election["vacant"], races=races) or nobody
        return gone + copied(election) + out
    more = refused_by_the_store(election) or copied(election)
    return _standing(election, candidates) + more + (out or caught_up(election, candidates))


def _cut_off(chain: Chain, candidates: Candidates) -> Story:
    """Tell that nobody leads while ZooKeeper is out of reach; others are not seen."""
    if chain and chain[0]["process"] == "foreign":
        return [who(chain[0], "lead"), " was first when ZooKeeper was last heard. "]
    if chain:
        return [
            "The last leader has stopped: a leader that cannot reach ZooKeeper cannot know that it "
            "still leads. "
        ]
    alive = sum(one["process"] != "exited" for one in candidates.values())
    if alive:
        return [f"{count(alive, 'candidate')} cannot join the election."]
    return ["This election has no candidates."]


def _hidden(election: Election) -> Story:
    """Tell that nobody knows who stands there."""
    if not election["denied"]:
        return []
    return ["The ACL of this path does not let Handoff list its children: who stands here is not "
            "known. Start Handoff with credentials that may read it. "]  # fmt: skip


def _unowned(election: Election) -> Story:
    """Tell that nobody owns a key at which no candidate can stand."""
    if not election["itself"]:
        return []
    return [f"Nobody owns the znode “{key_called(election)}”, for which other programs race."]


def _empty(candidates: Candidates, *, behind: bool) -> Story:
    joining = [
        name
        for name, one in candidates.items()
        if one["process"] == "running" and one["belief"] != "behind"
    ]
    if joining:
        are = "is" if len(joining) == 1 else "are"
        return [f"{count(len(joining), 'candidate')} {are} on the way into the election."]
    if behind:
        return ["Nobody leads: no eligible candidate volunteers."]
    return ["This election has no candidates. Start five candidates, then kill the leader."]


def _standing(election: Election, candidates: Candidates) -> Story:
    leader, narration = election["chain"][0], _narration_of(election)
    holds = narration.holds.format(key=key_called(election))
    if leader["truth"] is None:
        return story_single.persistent()
    if leader["belief"] == "suspended":
        return [
            who(leader, "dead"),
            f" has {holds}, but cannot tell whether its session still exists: it has "
            "stopped leading, and nobody else can lead until that session ends.",
        ]
    if leader["belief"] not in ("leading", "unknown"):
        return [who(leader, "new"), f" has {holds} and is about to lead."]
    strange = unheard(leader) or unread(leader, holds)
    return strange or narration.steady(election, candidates)


def _believing_in_vain(chain: Chain, candidates: Candidates) -> str | None:
    lowest = chain[0]["candidate"] if chain else None
    return next(
        (
            name
            for name, one in candidates.items()
            if one["belief"] == "leading" and one["process"] == "paused" and name != lowest
        ),
        None,
    )


def _split(deluded: str, chain: Chain, on_waking: str) -> Story:
    believes = " is frozen and still believes it is the leader. "
    start: Story = [{"who": deluded, "tone": "frozen"}, believes]
    if not chain:
        return [*start, "Its znode is gone; nobody has taken its place."]
    return [
        *start,
        "Its znode is gone, and ZooKeeper says that ",
        who(chain[0], "lead"),
        f" leads. When it wakes, {on_waking}",
    ]


def _on_waking(election: Election, deluded: CandidateState) -> str:
    """Tell what a leader whose session has ended will do: it writes without another look, and its
    clock stops it before ZooKeeper does.
    """
    seen = election["work"]["epoch"]
    if seen is None:
        return "its clock tells it to step down."
    if deluded["epoch"] is not None and seen <= deluded["epoch"]:
        fate = ", and the store takes it: it has seen no later epoch"
    elif not election["fencing"]:
        fate = ", and the store takes it: fencing is off"
    else:
        fate = ": the store refuses it"
    late = f"the number that it was working on arrives late{fate}."
    return f"{late} Its clock tells it to step down."
