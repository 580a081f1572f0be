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
from functools import cached_property
from typing import NamedTuple

from tests.simulation import moments, parts, rare
from tests.simulation.parts import Faults, part_of

LAST_COUNTER = (1 << 31) - 1
WORST_DRIFT = 2e-4
"""How much faster or slower than the server's a candidate's clock may run: quartz does better."""


class Fault(NamedTuple):
    """One fault. at, lasts: virtual seconds. whom: a role (leader, successor, tail), a candidate,
    the same, or nothing where it strikes the server. detail: as `FAULTS` says.
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


FAULTS: Faults = {
    "drop": (3, ("both ends hear of it", "the server hears of it late")),
    "lose reply": (4, ("create", "delete", "multi", "any")),
    "lose request": (2, ("create", "delete", "multi", "any")),
    "forestall": (2.5, ("multi", "read")),
    "partition": (3, ("both ways", "to the server", "from the server")),
    "freeze": (4, ()),
    "starve": (2, ()),
    "slow link": (1, ()),
    "kill": (2, ()),
    "stop": (1, ()),
    "resign": (0, ()),
    "start": (1.5, ()),
    "start again": (1.5, ("", "with its first reply lost")),
    "end session": (1.5, ()),
    "delete": (2.5, ("znode", "predecessor", "election")),
    "write": (1.5, ("znode",)),
    "forbid": (2, ("changes", "changes", "everything")),
    "stall server": (1, ()),
    "restart server": (0.4, ()),
}
"""What is drawn unless a recipe says otherwise, as it does of what is never drawn here."""

ENSEMBLE_FAULTS: Faults = {
    "lag": (2, ("applying", "hearing")),
    "mislead": (4, ("create", "create", "multi", "any")),
    "hold": (1.5, ("create", "create", "multi")),
    "cut off": (3, ("a follower", "the leader", "the leader")),
    "freeze server": (2, ("a follower", "the leader")),
    "end server": (2, ("a follower", "the leader", "two")),
}
"""What is drawn besides where there are several servers."""

LASTING = {
    "partition", "freeze", "starve", "slow link", "forbid", "stall server", "behind", "lag",
    "cut off", "freeze server", "end server", "hide", "slow handshakes", "restore",
}  # fmt: skip
AWAITED = {
    "lose reply", "lose request", "forestall", "mislead", "hold", "withhold", *moments.MOMENTS,
}  # fmt: skip
"""These strike at the next request that is meant."""

AT_NOBODY = {
    "start", "start again", "stall server", "restart server", "lag", "cut off", "freeze server",
    "end server", "slow handshakes", "keep sessions", "set up anew", "restore", "night",
}  # fmt: skip
SHORTEST_TIMEOUT, LONGEST_TIMEOUT = 0.8, 4.0
VERSIONED = 0.4
"""How often the candidates' data has versions from the beginning."""
SHORTEST_GRANTED = 1.0
"""Seconds: no server of several grants less to who asks for more."""
STARVED = 1.5
"""Seconds: longer than it takes to make a connection after a session has ended."""
MOST_SERVERS = 3
ENSEMBLES = 0.37
"""How often there are several servers."""


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
    servers: how many there are; clients find any of them.
    absent: the numbers of the members that do not take part.
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
    servers: int = 1
    absent: frozenset[int] = frozenset()

    @cached_property
    def quiet_at(self) -> float:
        """When the last fault is over."""
        joined = max(member.joins_at for member in self.members)
        return max([joined, *(fault.at + fault.lasts for fault in self.faults)])

    def stream(self, purpose: str) -> random.Random:
        """The random numbers for one purpose."""
        return random.Random(f"{self.seed} {purpose}")

    @property
    def played(self) -> str:
        """The recipe that its processes go by."""
        return part_of(self.recipe).played(self)

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


def faults_of(recipe: str) -> Faults:
    """As `FAULTS`, for one recipe."""
    part = part_of(recipe)
    own = {name: (kind.weight, kind.details) for name, kind in part.kinds.items()}
    return rare.without(part.unfit, {**FAULTS, **moments.MOMENTS, **part.faults, **own})


def draw(seed: int, recipe: str | None = None, *, servers: int | None = None) -> Plan:
    """Return the plan of a seed; a recipe that is given stands in the place of the one drawn, and
    so does a number of servers. With several it is the same plan, and some faults more.
    """
    drawn = random.Random(f"{seed} recipe")
    of_seed = parts.drawn(seed, drawn)
    recipe = recipe or of_seed
    chance = random.Random(seed)
    members = tuple(_member(chance, place) for place in range(chance.randint(2, 5)))
    servers = servers or _servers(seed)
    more = _faults_of_ensemble(seed, members, recipe) if servers > 1 else []
    more += _unheard(seed, len(members), recipe)
    latency = chance.choice([0.0002, 0.0002, 0.002, 0.02])
    least = SHORTEST_GRANTED if servers > 1 else moments.granted(seed)
    shortest = min(least, *(one.timeout for one in members))
    longest = 0.4 * patience(shortest) - latency
    plan = Plan(
        seed,
        recipe,
        part_of(recipe).versions and drawn.random() < VERSIONED,
        members,
        _counter(chance),
        latency,
        jitter=min(longest, chance.choice([0.0005, 0.005, 0.05, 0.2])),
        lag=chance.choice([0.0, 0.0002, 0.002, 0.05]),
        faults=tuple(sorted(_faults(chance, members, recipe))),
        servers=servers,
    )
    return _with_rare(plan, more, random.Random(f"{seed} rare"))


def _with_rare(plan: Plan, more: list[Fault], chance: random.Random) -> Plan:
    """A few nights; else the same with those of several servers, and behind all a rare one."""
    if chance.random() < rare.NIGHTLY:
        detail, (at, lasts) = chance.choice(list(rare.NIGHTS.items()))
        night = Fault(at, "night", "", lasts, detail)
        return replace(plan, members=plan.members[:2], faults=(night,))
    kinds = rare.rare_of(plan.recipe)
    times = rare.moments(chance, [fault.at for fault in plan.faults])
    drawn = [_fault(chance, round(at, 5), plan.members, plan.recipe, kinds) for at in times]
    return replace(plan, faults=(*sorted([*plan.faults, *more]), *drawn))


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
    kinds, hard_upon = faults_of(recipe), False
    for _ in range(chance.randint(1, 9)):
        likely = moments.following(chance, faults[-1].kind if hard_upon else "", kinds)
        fault = _fault(chance, round(at, 5), members, recipe, likely or kinds)
        faults.append(moments.with_the_same(fault, round(at, 5)) if likely else fault)
        hard_upon = chance.random() < 0.55
        at += chance.expovariate(1 / 0.02) if hard_upon else chance.uniform(0.05, 1.6)
    return sorted(faults)


def _servers(seed: int) -> int:
    return MOST_SERVERS if random.Random(f"{seed} servers").random() < ENSEMBLES else 1


def _faults_of_ensemble(seed: int, members: tuple[Member, ...], recipe: str) -> list[Fault]:
    chance = random.Random(f"{seed} faults of servers")
    kinds = rare.without(part_of(recipe).unfit, ENSEMBLE_FAULTS)
    places = range(chance.randint(1, 4))
    times = (round(chance.uniform(0, 4), 5) for _ in places)
    return [_fault(chance, at, members, recipe, kinds) for at in times]


def _unheard(seed: int, members: int, recipe: str) -> list[Fault]:
    """In a few schedules a process loses its znode and its session, and its thread, which gets no
    turn, hears of that when it has another session already. The others are as without this.
    """
    chance = random.Random(f"{seed} unheard")
    is_drawn = chance.random() < rare.UNHEARD
    if not is_drawn or not faults_of(recipe).keys() >= {"starve", "delete", "end session"}:
        return []
    at, whom = chance.uniform(0.2, 3.0), f"c{chance.randint(1, members)}"
    return [
        Fault(round(at, 5), "starve", whom, STARVED, ""),
        Fault(round(at + 0.001, 5), "delete", whom, 0.0, "znode"),
        Fault(round(at + 0.002, 5), "end session", whom, 0.0, ""),
    ]


def _fault(
    chance: random.Random, at: float, members: tuple[Member, ...], recipe: str, kinds: Faults
) -> Fault:
    weights = [weight for weight, _ in kinds.values()]
    kind = chance.choices(list(kinds), weights)[0]
    details = kinds[kind][1]
    detail = chance.choice(details) if details else ""
    if kind in AWAITED and chance.random() < 0.5:
        return _fault_while_joining(chance, kind, detail, members)
    own = part_of(recipe).kinds.get(kind)
    is_at_nobody = own.at_nobody if own else kind in AT_NOBODY
    whom = "" if is_at_nobody else _whom(chance, len(members))
    has_end = own.lasts if own else kind in LASTING
    lasts = round(_lasts(chance, kind), 5) if has_end else 0.0
    return Fault(at, kind, whom, lasts, detail)


def _fault_while_joining(
    chance: random.Random, kind: str, detail: str, members: tuple[Member, ...]
) -> Fault:
    """Most requests that write are those of joining."""
    place = chance.randrange(len(members))
    return Fault(members[place].joins_at, kind, f"c{place + 1}", 0.0, detail)


def _whom(chance: random.Random, members: int) -> str:
    role = chance.choice(["leader", "leader", "successor", "tail", "any", "any", moments.SAME])
    return f"c{chance.randint(1, members)}" if role == "any" else role


def _lasts(chance: random.Random, kind: str) -> float:
    if kind == "starve":
        return chance.choice([0.02, 0.3, 1.5]) * chance.random()
    if kind == "stall server":
        return chance.choice([0.05, 0.5, 1.5]) * chance.random()
    return chance.choice([0.1, 1.0, 3.0, 6.0]) * chance.random()
