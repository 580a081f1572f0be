"""What the checks of all recipes have in common.

A violation is {invariant, subject, detail, since, slack}. Some invariants must hold at every
moment; of the others a mapping says after how many seconds a violation that goes on counts as
broken. To these comes its `slack`: a process that is told of a change has to ask ZooKeeper before
it can act, which takes as many round trips as `ROUND_TRIPS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates

Violation = dict[str, Any]
Found = tuple[str, str, str]
"""Invariant, subject, detail."""

Settling = Mapping[str, float]

ROUND_TRIPS = 4
SETTLE = 1.0
"""Seconds that a process is given to do what follows from a notification, round trips left out."""


def is_seen(zookeeper: Mapping[str, Any]) -> bool:
    """Whether what is known of the znodes is what ZooKeeper says now, and not what was known of
    them before the connection was lost, or the server at its other end fell silent.
    """
    return bool(zookeeper["state"] == "connected" and zookeeper["silent"] is None)


def slack(zookeeper: Mapping[str, Any]) -> float:
    """Return the seconds that the round trips add, as far as they were measured."""
    return float(ROUND_TRIPS * (zookeeper["round_trip_ms"] or 0.0) / 1000)


def slackened(violations: Sequence[Violation], zookeeper: Mapping[str, Any]) -> list[Violation]:
    """Return the violations, each with the slack that the round trips give it."""
    seconds = round(slack(zookeeper), 3)
    return [{**one, "slack": seconds} for one in violations]


def standing(found: Iterable[Found], before: Sequence[Violation], at: float) -> list[Violation]:
    """The violations at `at`; one that stood `before` keeps its `since`."""
    since = {(one["invariant"], one["subject"]): one["since"] for one in before}
    return [
        {
            "invariant": invariant,
            "subject": subject,
            "detail": detail,
            "since": since.get((invariant, subject), at),
        }
        for invariant, subject, detail in found
    ]


def due(violation: Violation, settling: Settling) -> float:
    """When a violation that goes on counts as broken."""
    seconds = settling[violation["invariant"]]
    return float(violation["since"]) + seconds + (violation.get("slack") or 0.0 if seconds else 0.0)


def holding(
    invariants: Iterable[str], violations: Sequence[Violation], settling: Settling, at: float
) -> dict[str, bool]:
    """Invariant -> whether it holds at `at`. What must hold at every moment is broken while a
    violation stands, also by an event that tells of a moment before it.
    """
    broken = {
        one["invariant"]
        for one in violations
        if not settling[one["invariant"]] or at >= due(one, settling)
    }
    return {name: name not in broken for name in invariants}


def next_moment(
    violations: Sequence[Violation],
    settling: Settling,
    watched: Iterable[Mapping[str, Any]],
    at: float,
) -> float | None:
    """The next moment at which a verdict can change without any event: a violation is due, or the
    session of one of the `watched` candidates ends; None if never.
    """
    moments = [due(one, settling) for one in violations]
    moments += [one["session_ends"] for one in watched if one["session_ends"]]
    return min((moment for moment in moments if moment > at), default=None)


def believers(candidates: Candidates, belief: str) -> dict[str, Mapping[str, Any]]:
    """Those that live and believe this of themselves, by name."""
    return {
        name: one
        for name, one in candidates.items()
        if one["process"] != "exited" and one["belief"] == belief
    }


def in_session(among: Candidates, at: float) -> list[str]:
    """The names of those whose session lasts by their own clock."""
    return [
        name
        for name, one in among.items()
        if one["session_ends"] is None or at < one["session_ends"]
    ]
