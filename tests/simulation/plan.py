"""What a schedule consists of, drawn from a seed: the recipe, who takes part, and which faults
strike when.

Everything that is not in the plan (how long each message travels, how long a thread waits for its
turn) is drawn from random streams of the seed, one for each candidate and purpose, so that taking
a fault out of the plan disturbs the others as little as possible.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

LAST_COUNTER = (1 << 31) - 1
WORST_DRIFT = 2e-4
"""How much faster or slower than the server's a candidate's clock may run: quartz does better."""


class Fault(NamedTuple):
    """One fault. at, lasts: virtual seconds. whom: a role (leader, successor, tail), a candidate,
    or nothing where it strikes the server. detail: as `FAULTS` says.
    """

    at: float
    kind: str
    whom: str
    lasts: float
    detail: str

    def __str__(self) -> str:
        words = [self.kind, self.detail, self.whom and f"of {self.whom}"]
        lasting = f"for {self.lasts:.3f} s" if self.lasts else ""
        return " ".join(word for word in [*words, lasting] if word)


FAULTS: dict[str, tuple[float, tuple[str, ...]]] = {
    "drop": (3, ("both ends hear of it", "the server hears of it late")),
    "lose reply": (4, ("create", "delete", "multi", "any")),
    "lose request": (2, ("create", "delete", "multi", "any")),
    "forestall": (1.5, ("multi", "read")),
    "partition": (3, ("both ways", "to the server", "from the server")),
    "freeze": (4, ()),
    "starve": (2, ()),
    "slow link": (1, ()),
    "kill": (2, ()),
    "stop": (1, ()),
    "resign": (1.5, ()),
    "start": (1.5, ()),
    "start again": (1.5, ("", "with its first reply lost")),
    "end session": (1.5, ()),
    "delete": (2.5, ("znode", "predecessor", "acknowledgement", "election")),
    "write": (1.5, ("znode", "a later epoch", "no epoch")),
    "forbid": (1, ("changes", "everything", "acknowledging")),
    "stall server": (1, ()),
    "restart server": (0.4, ()),
}
"""kind -> how often it is drawn, and its details, one of which is drawn."""

OWN_FAULTS: dict[str, dict[str, tuple[float, tuple[str, ...]]]] = {
    "election": {"behind": (1.5, ("and caught up", "for good", "unheard"))},
    "lock": {"resign": (0, ())},
    "membership": {
        "resign": (0, ()),
        "twin": (2, ()),
        "delete": (2.5, ("znode", "election", "entry")),
    },
    "configuration": {
        "resign": (0, ()),
        "write": (0, ()),
        "delete": (0, ()),
        "publish": (8, ("a value", "a value", "anew", "nothing")),
    },
    "naming": {"resign": (0, ()), "write": (0, ()), "move": (3, ())},
    "queue": {"resign": (0, ())},
    "barrier": {
        "resign": (0, ()),
        "delete": (3.5, ("znode", "predecessor", "election", "ready", "ready")),
    },
    "bookshelf": {
        "book": (6, ()),
        "kill": (4, ()),
        "lose request": (4, ("create", "delete", "multi", "any")),
        "start again": (8, ("", "with its first reply lost")),
        "delete": (
            5,
            ("znode", "predecessor", "acknowledgement", "election", "entry", "live znode"),
        ),
    },
}
"""What is drawn beside those, or otherwise, by the recipe."""

FOLLOWER_FAULTS: dict[str, tuple[float, tuple[str, ...]]] = {
    "lag": (1, ()),
    "mislead": (4, ("create", "create", "multi", "any")),
    "hold": (1, ("create",)),
    "cut off": (1, ()),
}
"""What is drawn besides where there is a follower."""

_NOBODY_WRITES_DOWN = frozenset({"acknowledgement", "a later epoch", "no epoch", "acknowledging"})
_NO_LEADER = _NOBODY_WRITES_DOWN | {"multi"}
# The server keeps news of a list from those who may not read it, and takes their watch away: nobody
# can know of that. Who watches znodes is not concerned, whose ACL is another one.
_DEAFENING = frozenset({"everything"})
UNFIT: dict[str, frozenset[str]] = {
    "herd": _DEAFENING,
    "single": _DEAFENING | {"predecessor"},
    "lock": _NO_LEADER,
    "membership": _NO_LEADER | _DEAFENING | {"predecessor"},
    "configuration": _NO_LEADER | _DEAFENING | {"create", "delete", "any", "changes"},
    "naming": _NO_LEADER | {"predecessor"},
    "queue": _NOBODY_WRITES_DOWN | _DEAFENING | {"predecessor", "delete"},
    "barrier": _NOBODY_WRITES_DOWN | _DEAFENING | {"read"},
    "bookshelf": frozenset({"read"}),
}
"""Details that a recipe has not got, or of which no recipe of its kind can recover."""

RECIPES = {
    "predecessor": 3.4, "bookshelf": 0.6, "herd": 1.5, "single": 1.5, "lock": 2, "membership": 1.5,
    "configuration": 0.7, "naming": 1.5, "queue": 2, "barrier": 1.5,
}  # fmt: skip
"""recipe -> how often it is drawn."""

LASTING = {
    "partition", "freeze", "starve", "slow link", "forbid", "stall server", "behind", "lag",
    "cut off",
}  # fmt: skip
AWAITED = {"lose reply", "lose request", "forestall", "mislead", "hold"}
"""These strike at the next request that is meant."""

AT_NOBODY = {"start", "start again", "stall server", "restart server", "publish", "lag", "cut off"}
SHORTEST_TIMEOUT, LONGEST_TIMEOUT = 0.8, 4.0
VERSIONED = 0.4
"""How often the candidates' data has versions from the beginning."""


@dataclass(frozen=True)
class Member:
    """A candidate that is there from the start. Times in virtual seconds."""

    joins_at: float
    timeout: float
    drift: float


@dataclass(frozen=True)
class Plan:
    """One schedule.

    versions: whether the candidates' data has versions from the beginning. counter: the parent's
    counter at the start; None where the parent is not there yet. latency, jitter: seconds a message
    travels, at least and how much more. lag: up to how many seconds a thread waits for its turn.
    has_follower: whether every other connection is one to a server that follows and may lag.
    """

    seed: int
    recipe: str
    versions: bool
    members: tuple[Member, ...]
    counter: int | None
    latency: float
    jitter: float
    lag: float
    faults: tuple[Fault, ...]
    has_follower: bool = False

    @property
    def quiet_at(self) -> float:
        """When the last fault is over."""
        joined = max(member.joins_at for member in self.members)
        return max([joined, *(fault.at + fault.lasts for fault in self.faults)])

    def stream(self, purpose: str) -> random.Random:
        """The random numbers for one purpose."""
        return random.Random(f"{self.seed} {purpose}")

    def keeping(self, places: Sequence[int]) -> Plan:
        """The same with some of the faults only."""
        return replace(self, faults=tuple(self.faults[place] for place in places))

    def with_members(self, count: int) -> Plan:
        """The same with the first `count` members only."""
        return replace(self, members=self.members[:count])

    def calm(self) -> Plan:
        """The same on an even network and with threads that never wait."""
        return replace(self, jitter=0.0, lag=0.0)


def patience(timeout: float) -> float:
    """Seconds that kazoo 2.11.0 waits for a ping's answer at the least (a random part of it is
    taken off each time). On a slower network it drops every connection that it makes.
    """
    return timeout / 6 if timeout < 2.4 else timeout / 3 - 0.4


def faults_of(recipe: str) -> dict[str, tuple[float, tuple[str, ...]]]:
    """As `FAULTS`, for one recipe."""
    own = OWN_FAULTS["election"] if is_election(recipe) else OWN_FAULTS[recipe]
    return fit_for(recipe, {**FAULTS, **own})


def fit_for(
    recipe: str, faults: dict[str, tuple[float, tuple[str, ...]]]
) -> dict[str, tuple[float, tuple[str, ...]]]:
    """Those of which a recipe can recover."""
    unfit = UNFIT.get(recipe, frozenset())
    return {
        kind: (weight, tuple(one for one in details if one not in unfit))
        for kind, (weight, details) in faults.items()
        if weight and (not details or set(details) - unfit)
    }


def is_election(recipe: str) -> bool:
    """Whether somebody leads in it."""
    return recipe not in OWN_FAULTS


def draw(seed: int, recipe: str | None = None, *, follower: bool = False) -> Plan:
    """The plan of a seed; a recipe that is given stands in the place of the one drawn. With a
    follower it is the same plan, and some faults more.
    """
    drawn = random.Random(f"{seed} recipe")
    (of_seed,) = drawn.choices(list(RECIPES), list(RECIPES.values()))
    recipe = recipe or of_seed
    chance = random.Random(seed)
    members = tuple(_member(chance, place) for place in range(chance.randint(2, 5)))
    faults_of_follower = _faults_of_follower(seed, members, recipe) if follower else []
    latency = chance.choice([0.0002, 0.0002, 0.002, 0.02])
    longest = 0.4 * patience(min(member.timeout for member in members)) - latency
    return Plan(
        seed,
        recipe,
        is_election(recipe) and drawn.random() < VERSIONED,
        members,
        _counter(chance),
        latency,
        jitter=min(longest, chance.choice([0.0005, 0.005, 0.05, 0.2])),
        lag=chance.choice([0.0, 0.0002, 0.002, 0.05]),
        faults=tuple(sorted([*_faults(chance, members, recipe), *faults_of_follower])),
        has_follower=follower,
    )


def _member(chance: random.Random, place: int) -> Member:
    joins_at = 0.02 * place if chance.random() < 0.7 else chance.uniform(0, 1.0)
    timeout = chance.choice([SHORTEST_TIMEOUT, 1.5, 2.5, LONGEST_TIMEOUT])
    drift = chance.choice([0.0, 0.0, chance.uniform(-WORST_DRIFT, WORST_DRIFT)])
    return Member(joins_at, timeout, drift)


def _counter(chance: random.Random) -> int | None:
    if chance.random() < 0.25:
        return LAST_COUNTER - chance.randint(0, 8)
    return chance.choice([None, 0, 0, 9, 95, 2_000_000_000])


def _faults(chance: random.Random, members: tuple[Member, ...], recipe: str) -> list[Fault]:
    """In bursts: a fault that follows hard upon another meets a handoff that is under way."""
    at, faults = chance.uniform(0.0, 0.8), list[Fault]()
    kinds = faults_of(recipe)
    for _ in range(chance.randint(1, 9)):
        faults.append(_fault(chance, round(at, 5), members, kinds))
        hard_upon = chance.random() < 0.55
        at += chance.expovariate(1 / 0.02) if hard_upon else chance.uniform(0.05, 1.6)
    return sorted(faults)


def _faults_of_follower(seed: int, members: tuple[Member, ...], recipe: str) -> list[Fault]:
    chance = random.Random(f"{seed} follower")
    kinds = fit_for(recipe, FOLLOWER_FAULTS)
    places = range(chance.randint(1, 4))
    return [_fault(chance, round(chance.uniform(0, 4), 5), members, kinds) for _ in places]


def _fault(
    chance: random.Random,
    at: float,
    members: tuple[Member, ...],
    kinds: dict[str, tuple[float, tuple[str, ...]]],
) -> Fault:
    weights = [weight for weight, _ in kinds.values()]
    kind = chance.choices(list(kinds), weights)[0]
    details = kinds[kind][1]
    detail = chance.choice(details) if details else ""
    if kind in AWAITED and chance.random() < 0.5:
        return _fault_while_joining(chance, kind, detail, members)
    whom = "" if kind in AT_NOBODY else _whom(chance, len(members))
    lasts = round(_lasts(chance, kind), 5) if kind in LASTING else 0.0
    return Fault(at, kind, whom, lasts, detail)


def _fault_while_joining(
    chance: random.Random, kind: str, detail: str, members: tuple[Member, ...]
) -> Fault:
    """Most requests that write are those of joining."""
    place = chance.randrange(len(members))
    return Fault(members[place].joins_at, kind, f"c{place + 1}", 0.0, detail)


def _whom(chance: random.Random, members: int) -> str:
    role = chance.choice(["leader", "leader", "successor", "tail", "any", "any"])
    return f"c{chance.randint(1, members)}" if role == "any" else role


def _lasts(chance: random.Random, kind: str) -> float:
    if kind == "starve":
        return chance.choice([0.02, 0.3, 1.5]) * chance.random()
    if kind == "stall server":
        return chance.choice([0.05, 0.5, 1.5]) * chance.random()
    return chance.choice([0.1, 1.0, 3.0, 6.0]) * chance.random()
