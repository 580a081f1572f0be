"""Check invariants: the part that all recipes have in common.

Some invariants must hold at every moment. For the others a mapping says after how many seconds a
violation that goes on breaks them. Its `slack` is added to that: a process that hears of a change
has to ask ZooKeeper before it can act, which takes `ROUND_TRIPS` round trips.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .document import Candidates, CandidateState, DoubtState, Violation
from .lines import UNPLACED, placed
from .zookeeper import Zookeeper


class FoundViolation(NamedTuple):
    """A violation that is there. since: the earliest moment at which it can have begun."""

    invariant: str
    subject: str
    detail: str
    since: float = 0.0


OTHERS = "others"
"""The subject of the violation that tells how many there are beside those that are named."""

Settling = Mapping[str, float]

ROUND_TRIPS = 4
SETTLE = 1.0
"""The seconds that a process has for what follows from a notification, without round trips."""


UNREACHED = "the dashboard does not reach ZooKeeper: nobody knows what is true there now"
UNREAD = "the dashboard has not read yet what is in ZooKeeper now"


def answers(zookeeper: Zookeeper) -> bool:
    """Tell whether ZooKeeper answers: there is a connection, and its server is not silent."""
    return zookeeper["state"] == "connected" and zookeeper["silent"] is None


def unseen(zookeeper: Zookeeper) -> str | None:
    """Return why the znodes in the state may not be what ZooKeeper says now; None where they are:
    the mirror has read them on this connection.
    """
    if not answers(zookeeper):
        return UNREACHED
    return UNREAD if zookeeper["mirror"] == "loading" else None


def slack(round_trip_ms: float | None) -> float:
    """Return the seconds that the round trips add, as far as they were measured."""
    return ROUND_TRIPS * (round_trip_ms or 0.0) / 1000


def slackened(violations: Sequence[Violation], zookeeper: Zookeeper) -> list[Violation]:
    """Return the violations, each with the slack that the round trips add."""
    seconds = round(slack(zookeeper["round_trip_ms"]), 3)
    return [{**one, "slack": seconds} for one in violations]


def standing(
    found: Iterable[FoundViolation], before: Sequence[Violation], at: float
) -> list[Violation]:
    """Return the violations at `at`, the moment at which they become known: an event may tell of an
    earlier moment. A violation that was there `before` keeps its `since`, even if it was only
    counted then.
    """
    known = {(one["invariant"], one["subject"]): one for one in before}
    violations: list[Violation] = []
    for invariant, subject, detail, since in found:
        one: Violation = {
            "invariant": invariant,
            "subject": subject,
            "detail": detail,
            "since": at,
            "place": UNPLACED,
            "slack": 0.0,
        }
        if was := known.get((invariant, subject)):
            one = {**was, "detail": detail}
        if others := was or known.get((invariant, OTHERS)):
            one["since"] = max(others["since"], since)
        violations.append(one)
    return placed(violations)


def due(violation: Violation, settling: Settling) -> float:
    """Return when a violation that goes on breaks its invariant."""
    seconds = settling[violation["invariant"]]
    return violation["since"] + seconds + (violation["slack"] if seconds else 0.0)


def holding(
    invariants: Iterable[str],
    violations: Sequence[Violation],
    settling: Settling,
    at: float,
    doubts: Sequence[DoubtState] = (),
) -> dict[str, bool | None]:
    """Return invariant -> whether it holds at `at`; None where it is in doubt, and not broken. A
    rule that must hold at every moment is broken while there is a violation, even if the event
    tells of an earlier moment.
    """
    broken = {
        one["invariant"]
        for one in violations
        if not settling[one["invariant"]] or at >= due(one, settling)
    }
    doubtful = {doubt["invariant"] for doubt in doubts} - broken
    return {name: None if name in doubtful else name not in broken for name in invariants}


def next_moment(
    violations: Sequence[Violation],
    settling: Settling,
    watched: Iterable[CandidateState],
    at: float,
) -> float | None:
    """Return the next moment at which a verdict can change without any event: a violation is due,
    or the session of one of the `watched` candidates ends. Return None where there is none.
    """
    moments = [due(one, settling) for one in violations]
    moments += [one["session_ends"] for one in watched if one["session_ends"]]
    return min((moment for moment in moments if moment > at), default=None)


def believers(candidates: Candidates, belief: str) -> Candidates:
    """Return the processes that live and believe this of themselves, by name."""
    return {
        name: one
        for name, one in candidates.items()
        if one["process"] != "exited" and one["belief"] == belief
    }


def in_session(among: Candidates, at: float) -> list[str]:
    """Return the names of the processes whose session lasts by their own clock."""
    return [
        name
        for name, one in among.items()
        if one["session_ends"] is None or at < one["session_ends"]
    ]
